/**
 * Contracts: what vendors' descriptions say of the operations that our connectors use, cut down to structure.
 *
 * `connectors/ID/contract.json` is written by `npm run slice -- ID` and read by the contract suite and the generated
 * pages. It holds names, types and enums, never prose.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type JsonObject, isJsonObject } from '../../core/json.ts';

/** JSON Schema 2020-12, of structural keywords only; `$ref` points into the contract's `schemas`. */
const Schema = z.custom<JsonObject>(isJsonObject);

/** How far a description is to be believed. @see docs/connectors/writing.md#what-is-proven */
export const grades = ['A', 'B', 'C'] as const;

/** The collection that descriptions are of unless their source names another. */
export const mainCollection = 'vendor-apis';

const Source = z.strictObject({
  /** Absent: the main one. What comes from a collection that is not at hand stays as it was cut. */
  collection: z.string().optional(),
  /** Within its collection. */
  file: z.string(),
  /** Where the vendor, or a mirror, publishes it. */
  source: z.string(),
  /** Version or date, as the collection knows it. */
  version: z.string(),
  format: z.string(),
  /** A: published by the vendor; B: the vendor's document through a mirror; C: by a third party, advisory only. */
  grade: z.enum(grades),
});

const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean(),
  schema: Schema,
});

const SecurityScheme = z.strictObject({
  type: z.string(),
  /** Of `apiKey`. */
  in: z.string().optional(),
  name: z.string().optional(),
  /** Of `http`. */
  scheme: z.string().optional(),
});

const Operation = z.strictObject({
  /** Position in `sources`. */
  source: z.int().min(0),
  method: z.string(),
  /** With the base path of its server where the description tells one. */
  path: z.string(),
  /** Name of the GraphQL document that requests hold: `query issues`. */
  document: z.string().optional(),
  parameters: z.array(Parameter),
  request: z.strictObject({ contentTypes: z.array(z.string()), required: z.boolean(), schema: Schema }).optional(),
  /** Results by status: `200`, `2XX`. */
  responses: z.record(
    z.string(),
    z.strictObject({ contentTypes: z.array(z.string()), headers: z.array(z.string()), schema: Schema.optional() }),
  ),
  /** Alternatives, each a set of names in `security`; absent: nothing is told. */
  security: z.array(z.array(z.string())).optional(),
});

export const Contract = z.strictObject({
  sources: z.array(Source),
  security: z.record(z.string(), SecurityScheme),
  /** Route in `operations` by use: `devices.list`. Uses that no description has are missing. */
  uses: z.record(z.string(), z.string()),
  operations: z.record(z.string(), Operation),
  schemas: z.record(z.string(), Schema),
  /** Of a GraphQL interface, the types that documents name, in its own language: of each, the fields and arguments that are used. */
  types: z.record(z.string(), z.string()).optional(),
});

export type Contract = z.infer<typeof Contract>;
export type ContractOperation = z.infer<typeof Operation>;
export type ContractParameter = z.infer<typeof Parameter>;
export type ContractSource = z.infer<typeof Source>;
export type SecurityScheme = z.infer<typeof SecurityScheme>;

const connectorsDir = new URL('../../connectors/', import.meta.url);

export function contractUrl(connectorId: string): URL {
  return new URL(`${connectorId}/contract.json`, connectorsDir);
}

/** The contract of a connector; `undefined` where there is no description of its vendor's interface. */
export function loadContract(connectorId: string): Contract | undefined {
  let text: string;
  try {
    text = readFileSync(contractUrl(connectorId), 'utf8');
  } catch {
    return undefined;
  }
  return Contract.parse(JSON.parse(text));
}

/** Writes a contract with one line for each operation and schema, so that changes can be read. */
export function renderContract(contract: Contract): string {
  const part = (name: keyof Contract, value: object): string => {
    const lines = Array.isArray(value)
      ? value.map((item) => JSON.stringify(item))
      : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return lines.length === 0 ? `"${name}": ${open}${close}` : `"${name}": ${open}\n${lines.join(',\n')}\n${close}`;
  };
  const { sources, security, uses, operations, schemas, types } = contract;
  const parts = [
    part('sources', sources),
    part('security', security),
    part('uses', uses),
    part('operations', operations),
    part('schemas', schemas),
    ...(types === undefined ? [] : [part('types', types)]),
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}
