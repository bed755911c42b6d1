"""How static files are kept: under names that change with their content, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """As Django has it, with the imports of modules led to the new names too."""

    support_js_module_import_aggregation = True
