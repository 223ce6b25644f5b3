import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Contract } from '../../tools/contract/contract.ts';

/** Says what is wrong with a value by a schema of a contract; empty when nothing is. */
export type Validate = (schema: JsonObject, value: Json) => string[];

/**
 * Makes a validator for one contract. Schemas are compiled when they are first used, each with the named schemas it
 * refers to, never the whole contract.
 */
export function createValidator({ schemas }: Contract): Validate {
  const ajv = new Ajv2020({ strict: false, coerceTypes: true, validateFormats: false, logger: false });
  const compiled = new Map<JsonObject, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, $defs: pickReferred(schema, schemas) });
    compiled.set(schema, validate);
    // Coercion changes what it is given.
    if (validate(structuredClone(value))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message ?? ''}`);
  };
}

function pickReferred(schema: JsonObject, schemas: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const picked: Record<string, JsonObject> = {};
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const target = schemas[name];
      if (target === undefined || Object.hasOwn(picked, name)) continue;
      picked[name] = target;
      open.push(target);
    }
  }
  return picked;
}
