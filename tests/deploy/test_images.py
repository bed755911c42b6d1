"""Which wheels the image needs is decided by its Python, not by the one that fetches them."""

from deploy.images import ROOT, pins

LOCK = """
# a comment
celery==5.7.0
    # via -r requirements.in
async-timeout==5.0.1 ; python_full_version < '3.11.3'
tomli==2.0.1 ; python_version < '3.11'
pywin32==312 ; sys_platform == 'win32'
"""


def test_the_images_python_decides_which_pins_count() -> None:
    assert pins(LOCK) == ["celery==5.7.0", "async-timeout==5.0.1"]


def test_every_pin_of_the_project_is_exact() -> None:
    wanted = pins((ROOT / "requirements.txt").read_text())
    assert any(pin.startswith("django==") for pin in wanted)
    assert all("==" in pin for pin in wanted)
