// AJV with `coerceTypes`, as the default class has it; formats are not asserted.
import { createInterface } from "node:readline";
import Ajv from "ajv";

const coerceTypes = process.argv[2] === "array" ? "array" : true;

function answer(line) {
  const { schema, args } = JSON.parse(line);
  const given = structuredClone(args);
  const validate = new Ajv({ coerceTypes, strict: false, validateFormats: false, logger: false }).compile(schema);
  // AJV coerces in place, and the arguments as a whole only where they are a member of something.
  const holder = { args };
  const place = { parentData: holder, parentDataProperty: "args", instancePath: "/args", rootData: holder, dynamicAnchors: {} };
  return validate(args, place) ? { given, args: holder.args } : { given, refused: validate.errors[0].message };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(line)));
}
