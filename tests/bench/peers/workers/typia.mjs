// typia's coercion of tool arguments. It takes schemas of a form of its own, which its own converters make.
import { createInterface } from "node:readline";
import { LlmJson, LlmSchemaConverter, OpenApiConverter } from "@typia/utils";

/** The schema as typia takes it; definitions are looked for among the components. */
function parameters(schema) {
  const moved = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs = {}, ...root } = JSON.parse(moved);
  const components = { schemas: $defs };
  const converted = LlmSchemaConverter.parameters({
    components: OpenApiConverter.upgradeComponents(components),
    schema: OpenApiConverter.upgradeSchema({ components, schema: root }),
  });
  if (!converted.success) throw new Error(converted.error.message);
  return converted.value;
}

function answer(line) {
  const { schema, args } = JSON.parse(line);
  const given = structuredClone(args);
  try {
    return { given, args: LlmJson.coerce(args, parameters(schema)) };
  } catch (error) {
    return { given, refused: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(line)));
}
