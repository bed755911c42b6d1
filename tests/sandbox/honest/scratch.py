import sqlite3
import tempfile

for _ in iter(input, ""):
    with tempfile.TemporaryFile() as file:
        file.write(bytes(285))
        size = file.tell()
    memory = sqlite3.connect(":memory:")
    (total,) = memory.execute("select ? + 0", [size]).fetchone()
    print(total, flush=True)
