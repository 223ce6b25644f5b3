import { parseJson } from '../../connectors/kit/type-guards.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { expandSchema } from '../../tools/contract/expand-schema.ts';
import { followPath } from '../../tools/contract/schema-paths.ts';
import type { JudgedRequest } from './judged-request.ts';
import type { Problem } from './problem.ts';

/**
 * L1: has a body only members that the description knows?
 *
 * Few descriptions close their objects, so that a validator takes any member, and many vendors refuse what they do not know.
 */
export function checkBodyMembers(
  { request }: ContractOperation,
  { headers, body }: JudgedRequest,
  { schemas }: Contract,
): Omit<Problem, 'use'>[] {
  if (request === undefined || body === undefined || !/[/+]json/.test(headers['content-type'] ?? '')) return [];
  return listUnknown(request.schema, parseJson(body), schemas).map((path) => ({
    rule: 'body-members' as const,
    detail: `${path} is not described.`,
  }));
}

function listUnknown(schema: JsonObject, value: Json, schemas: Contract['schemas'], path = ''): string[] {
  if (!isJsonObject(value) || !isClosed(schema, schemas)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const [member] = followPath(schema, formatPath([name]), schemas);
    return member === undefined ? [at] : listUnknown(member, inner, schemas, at);
  });
}

/** Whether a schema lists its members, and does not say that there may be others. */
function isClosed(schema: JsonObject, schemas: Contract['schemas']): boolean {
  const { properties, additionalProperties = false, patternProperties } = expandSchema(schema, schemas);
  return isJsonObject(properties) && additionalProperties === false && patternProperties === undefined;
}
