import { joinPath } from '../connectors/drivers/shared/discover/field-path.ts';
import { listSensitive } from '../connectors/drivers/shared/discover/declared.ts';
import type { Connector } from '../connectors/kit/connector.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { isSensitiveName } from '../core/secret.ts';
import { maskValues } from '../core/mask-values.ts';

/**
 * Makes what masks the sensitive fields of an object's records: those that its connector marks, and where it declares no
 * fields those whose names speak of secrets.
 */
export function createMask(connector: Connector | undefined, object: string): (record: JsonObject) => JsonObject {
  const declared = connector && listSensitive(connector, object);
  const marked = new Set(declared);
  const isSensitive = (path: string, name: string): boolean =>
    declared === undefined ? isSensitiveName(name) : marked.has(path);

  const mask = (record: JsonObject, prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const path = joinPath(prefix, name);
        return [name, isSensitive(path, name) ? maskValues(value) : maskWithin(value, path)];
      }),
    );
  const maskWithin = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((item) => maskWithin(item, path));
    return isJsonObject(value) ? mask(value, path) : value;
  };
  return (record) => mask(record, '');
}
