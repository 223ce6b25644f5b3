import { isSensitiveName } from '../core/secret.ts';
import type { JsonObject } from '../core/json.ts';
import type { ApiDescription } from './description.ts';
import { readShape } from './read-shape.ts';

/** Values within values that are looked at. */
const hopsMax = 4;

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

/** The same of what is within a value whose members are not drafted one by one. */
export function holdsSecret(value: JsonObject, description: Pick<ApiDescription, 'resolve'>, hops = hopsMax): boolean {
  const { members, items } = readShape(value, description);
  if (hops === 0) return false;
  return (
    Object.entries(members).some(
      ([name, member]) => isSecret(name, member, description) || holdsSecret(member, description, hops - 1),
    ) ||
    (items !== undefined && (isSecret('', items, description) || holdsSecret(items, description, hops - 1)))
  );
}
