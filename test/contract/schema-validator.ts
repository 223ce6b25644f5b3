import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Contract } from '../../tools/contract/contract.ts';

/** Says what is wrong with a value by a schema of a contract; empty when nothing is. */
export type Validate = (schema: JsonObject, value: Json) => string[];

/** One for a contract: to compile the schemas takes longer than all that they are asked. */
const validators = new WeakMap<Contract, Validate>();

/** A validator for a contract. Schemas are compiled when they are first used, and those that they name once for all. */
export function createValidator(contract: Contract): Validate {
  const known = validators.get(contract) ?? compileLazily(contract);
  validators.set(contract, known);
  return known;
}

function compileLazily({ schemas }: Contract): Validate {
  const compileCoercing = createCompiler(schemas, true);
  const compileStrictly = createCompiler(schemas, false);
  return (schema, value) => {
    const validate = compileCoercing(schema);
    // Coercion changes what it is given.
    if (validate(structuredClone(value))) return [];
    // What may be a number or a text is both where numbers become texts.
    if (compileStrictly(schema)(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message ?? ''}`);
  };
}

/** @param coerceTypes Parameters are texts, whatever they stand for. */
function createCompiler(schemas: Contract['schemas'], coerceTypes: boolean): (schema: JsonObject) => ValidateFunction {
  // Vendors' schemas are taken as they are: some repeat a member of `required`.
  const options = { strict: false, validateSchema: false, validateFormats: false, logger: false } as const;
  // Half of the time that compiling takes went into shorter code, which runs a few times only.
  const ajv = new Ajv2020({ ...options, coerceTypes, code: { optimize: false } });
  const names = Object.keys(schemas);
  const idOf = new Map(names.map((name, index) => [name, `schema:${index}`]));
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(nameById(schema, idOf), idOf.get(name));
  const compiled = new Map<JsonObject, ValidateFunction>();
  return (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(nameById(schema, idOf));
    compiled.set(schema, validate);
    return validate;
  };
}

/** A schema that refers to others by what the validator knows them by. */
function nameById(schema: JsonObject, idOf: ReadonlyMap<string, string>): JsonObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' ? (idOf.get(value.replace('#/$defs/', '')) ?? value) : value,
    ),
  );
}
