"""`python -m greyc.compiler.diagnostics` prints the JSON Schema of findings, for schemas/diagnostics.schema.json."""

import json

from greyc.compiler.diagnostics.machine import diagnostics_schema

print(json.dumps(diagnostics_schema(), indent=2))
