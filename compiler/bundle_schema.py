"""The JSON Schema of a bundle, generated from the IR's node classes.

`python -m greyc.compiler.bundle_schema` prints it, for schemas/bundle.schema.json; a test holds the two together.
"""

import json
from typing import Any

from greyc.compiler.schema import schema_of
from greyc.runtime import ir
from greyc.runtime.ir.expr import At


def bundle_schema() -> dict[str, Any]:
    """The schema that schemas/bundle.schema.json publishes."""
    return schema_of(ir.Bundle, title="greyc bundle", aliases={ir.Expr: "Expr", ir.Stmt: "Stmt", At: "At"})


if __name__ == "__main__":
    print(json.dumps(bundle_schema(), indent=1))
