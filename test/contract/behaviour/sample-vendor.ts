import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { HttpObject } from '../../../connectors/kit/object-types.ts';
import type { Format, HttpPages } from '../../../connectors/kit/http/operations.ts';
import { extractRecords } from '../../../connectors/kit/http/extract.ts';
import { toJsonSchema } from '../../../connectors/kit/json-schema.ts';
import { toJsonObject } from '../../../connectors/kit/type-guards.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import { sampleSchema } from '../../../tools/contract/sample-schema.ts';
import { findResultSchema, toRecordSchema } from '../check-response.ts';
import { placeAt } from '../encode-document.ts';
import { followPath } from '../../../tools/contract/schema-paths.ts';

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

/** A result that is none of the errors which a connector finds within successes. */
export function sampleSuccess({ errors }: HttpConnector, described: Described | undefined): Json {
  return errors.reduce<Json>((result, { when: { path, equals, holds } }) => {
    const isPresence = path !== undefined && equals === undefined && holds === undefined;
    return isPresence && compileReader(path)(result) !== undefined ? placeAt(result, path, null) : result;
  }, sampleResult(described));
}

/** An answer with what the description allows for the further parts of a cursor. */
export function placeParts(answer: Json, { paginate }: HttpPages, described: Described | undefined): Json {
  const result = described && findResultSchema(described.operation);
  const schemas = described?.contract.schemas ?? {};
  const paths = paginate.kind === 'cursor' ? Object.values(paginate.with ?? {}) : [];
  return paths.reduce<Json>((placed, path) => {
    const [schema] = result === undefined ? [] : followPath(result, path, schemas);
    return schema === undefined ? placed : placeAt(placed, path, sampleSchema(schema, { schemas, variant: 'full' }));
  }, answer);
}

/** Elements of an answer's list, told apart by the keys of the records in them and by what their paging goes by. */
export function sampleElements(
  object: HttpObject,
  read: HttpPages,
  described: Described | undefined,
  count: number,
): JsonObject[] {
  const sample = sampleElement(object, read.format, described);
  const keys = (object.key ?? ['id']).map((path) => findKeyPath(sample, path, read));
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

/** What a definition makes of the elements of an answer, without the fields of their parents. */
export function toRecordsOf({ extract, shape }: HttpPages, elements: readonly JsonObject[]): JsonObject[] {
  const records = extract === undefined ? [...elements] : extractRecords(elements, extract);
  return shape === undefined ? records : records.map(shape);
}

/** Where an element holds what becomes a field of its record: found by putting a mark everywhere. */
function findKeyPath(element: JsonObject, path: string, read: HttpPages): string {
  if (read.extract === undefined && read.shape === undefined) return path;
  const readKey = compileReader(path);
  const isKey = (place: string): boolean =>
    toRecordsOf(read, [toJsonObject(placeAt(element, place, mark))]).some((record) => readKey(record) === mark);
  return listPlaces(element, '').find(isKey) ?? path;
}

const mark = 'mark-of-the-key';

/** Paths of all plain values; of lists, those of the first item. */
function listPlaces(value: Json, at: string): string[] {
  if (Array.isArray(value)) return listPlaces(value[0] ?? null, `${at}[0]`);
  if (!isJsonObject(value)) return [at];
  return Object.entries(value).flatMap(([name, member]) => listPlaces(member, `${at}[${JSON.stringify(name)}]`));
}

function number(element: Json, path: string, value: number): Json {
  return placeAt(element, path, typeof compileReader(path)(element) === 'number' ? value : `key-${value}`);
}
