import type { HttpObject } from '../../../connectors/kit/define.ts';
import type { Format, HttpPages } from '../../../connectors/kit/http-operations.ts';
import { toJsonSchema } from '../../../connectors/kit/json-schema.ts';
import { toJsonObject } from '../../../connectors/kit/narrow.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import { sampleSchema } from '../../../tools/contract/sample-schema.ts';
import { findResultSchema, toRecordSchema } from '../check-response.ts';
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

/** Elements of an answer's list, told apart by the keys of the records in them and by what their paging goes by. */
export function sampleElements(
  object: HttpObject,
  read: HttpPages,
  described: Described | undefined,
  count: number,
): JsonObject[] {
  const sample = sampleElement(object, read.format, described);
  const keys = (object.key ?? ['id']).map((path) => findKeyPath(sample, path, read.extract));
  const { paginate } = read;
  const ordered = paginate.kind === 'keyset' ? paginate.fields : [];
  return Array.from({ length: count }, (_, index) => {
    const element = [...keys, ...ordered].reduce<Json>((changed, path) => number(changed, path, index + 1), sample);
    return toJsonObject(paginate.kind === 'search_after' ? placeAt(element, paginate.sortPath, [index + 1]) : element);
  });
}

function sampleElement(object: HttpObject, format: Format, described: Described | undefined): JsonObject {
  const path = 'recordsPath' in format ? (format.recordsPath ?? '$') : '$';
  const result = described && findResultSchema(described.operation);
  const schemas = described?.contract.schemas ?? {};
  const found = result && followPath(result, `${path === '$' ? '' : path}[0]`, schemas)[0];
  const items = found && toRecordSchema(found, schemas);
  const schema = items ?? (object.schema === undefined ? {} : toJsonSchema(object.schema));
  return toJsonObject(sampleSchema(schema, { schemas, variant: 'full' }));
}

/** Where an element holds what becomes a field of its record. */
function findKeyPath(element: JsonObject, path: string, extract: HttpPages['extract']): string {
  if (extract === undefined) return path;
  const { each, lift = [], expand } = extract;
  const places = [
    ...(expand === undefined ? [] : [`${expand.path}[0].${path}`]),
    ...(each === undefined ? [] : [`${each}.${path}`]),
    ...lift.map((name) => `${name}.${path}`),
  ];
  return places.find((place) => compileReader(place)(element) !== undefined) ?? path;
}

function number(element: Json, path: string, value: number): Json {
  return placeAt(element, path, typeof compileReader(path)(element) === 'number' ? value : `key-${value}`);
}
