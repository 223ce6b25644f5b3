import { isSensitiveName } from '../core/secret.ts';
import type { JsonObject } from '../core/json.ts';
import type { ApiDescription } from './description.ts';
import { readShape } from './read-shape.ts';

/** How deep within a value is looked. */
const hopsMax = 4;

/** What was found of each schema, by the description that it is of: most schemas of a document refer to each other. */
const known = new WeakMap<object, Map<unknown, boolean>>();

/**
 * Whether people should see a field masked: the description says that it is a password, or taken and never shown, or its name
 * speaks of a secret.
 *
 * @see https://spec.openapis.org/oas/v3.0.3#data-types
 */
export function isSecret(name: string, value: JsonObject, description: Pick<ApiDescription, 'resolve'>): boolean {
  const { type, format, writeOnly } = readShape(value, description);
  if (format === 'password' || writeOnly) return true;
  const isText = type === 'string' && !format.startsWith('date');
  return isText && isSensitiveName(name);
}

/** The same of what is within a value whose members are not drafted one by one. Each schema within is looked at once. */
export function holdsSecret(value: JsonObject, description: Pick<ApiDescription, 'resolve'>): boolean {
  const found = known.get(description) ?? new Map<unknown, boolean>();
  known.set(description, found);
  const name = toName(value);
  const holds = found.get(name) ?? findSecret(value, description);
  found.set(name, holds);
  return holds;
}

function findSecret(value: JsonObject, description: Pick<ApiDescription, 'resolve'>): boolean {
  const seen = new Set([toName(value)]);
  let level = [value];
  for (let hop = 0; hop < hopsMax && level.length > 0; hop += 1) {
    const within = level.flatMap((one): [string, JsonObject][] => {
      const { members, items } = readShape(one, description);
      return [...Object.entries(members), ...(items === undefined ? [] : [['', items] satisfies [string, JsonObject]])];
    });
    if (within.some(([name, member]) => isSecret(name, member, description))) return true;
    level = within.flatMap(([, member]) => {
      const isNew = !seen.has(toName(member));
      seen.add(toName(member));
      return isNew ? [member] : [];
    });
  }
  return false;
}

/** References are made anew wherever they stand: what they refer to names them. */
function toName(value: JsonObject): unknown {
  return value['$ref'] ?? value;
}
