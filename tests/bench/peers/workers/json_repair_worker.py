"""json_repair, guided by the schema; the mode is the argument."""

import json
import sys

import json_repair

for line in sys.stdin:
    case = json.loads(line)
    answer = {"given": case["args"]}
    try:
        text = json.dumps(case["args"], ensure_ascii=False)
        answer["args"] = json_repair.loads(text, schema=case["schema"], schema_repair_mode=sys.argv[1])
    except ValueError as error:
        answer["refused"] = str(error)
    print(json.dumps(answer), flush=True)
