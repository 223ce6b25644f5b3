import type { HttpObject } from '../../../connectors/kit/define.ts';
import type { Format } from '../../../connectors/kit/http-operations.ts';
import { toJsonSchema } from '../../../connectors/kit/json-schema.ts';
import { compileReader } from '../../../connectors/kit/record-path.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import { sampleSchema } from '../../../tools/contract/sample-schema.ts';
import { findResultSchema } from '../check-response.ts';
import { placeAt } from '../encode-document.ts';
import { followPath } from '../schema-paths.ts';

/** An operation as its description tells it, where there is one. */
export interface Described {
  contract: Contract;
  operation: ContractOperation;
}

/** A result of an operation, with everything that it can hold. */
export function sampleResult(described: Described | undefined): Json {
  const schema = described && findResultSchema(described.operation);
  return schema === undefined
    ? {}
    : sampleSchema(schema, { schemas: described?.contract.schemas ?? {}, variant: 'full' });
}

/** Records of an object, told apart by their keys. */
export function sampleRecords(
  object: HttpObject,
  format: Format,
  described: Described | undefined,
  count: number,
): JsonObject[] {
  const sample = sampleRecord(object, format, described);
  return Array.from({ length: count }, (_, index) => withKey(sample, object.key ?? ['id'], index + 1));
}

function sampleRecord(object: HttpObject, format: Format, described: Described | undefined): JsonObject {
  const path = 'recordsPath' in format ? (format.recordsPath ?? '$') : '$';
  const result = described && findResultSchema(described.operation);
  const schemas = described?.contract.schemas ?? {};
  const items = result && followPath(result, `${path === '$' ? '' : path}[0]`, schemas)[0];
  const schema = items ?? (object.schema === undefined ? {} : toJsonSchema(object.schema));
  const sample = sampleSchema(schema, { schemas, variant: 'full' });
  return isJsonObject(sample) ? sample : {};
}

function withKey(record: JsonObject, key: readonly string[], number: number): JsonObject {
  return key.reduce<JsonObject>((changed, path) => {
    const isNumber = typeof compileReader(path)(record) === 'number';
    const placed = placeAt(changed, path, isNumber ? number : `key-${number}`);
    return isJsonObject(placed) ? placed : changed;
  }, record);
}
