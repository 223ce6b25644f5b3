import { reads } from '../../connectors/kit/http/complete-operations.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import type { Format, HttpFile, HttpPages, HttpWrite } from '../../connectors/kit/http/operations.ts';
import { type InterpretedPage, interpretPage } from '../../connectors/drivers/http/exchange/interpret.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import { parseValuePath } from '../../core/paths.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { expandSchema, listAlternatives } from '../../tools/contract/expand-schema.ts';
import { type OperationUse, parentsOf, type UsedCall } from '../../tools/contract/operation-uses.ts';
import { sampleSchema, type SampleVariant } from '../../tools/contract/sample-schema.ts';
import { encodeDocument, placeAt, placeRecords } from './encode-document.ts';
import { listPagingPaths } from './paging-paths.ts';
import { placeOfFirst, sampleId } from './plan-samples.ts';
import type { Problem } from './problem.ts';
import { followPath } from '../../tools/contract/schema-paths.ts';

type Found = Omit<Problem, 'use'>;

/** L2: does the definition understand what the description says that comes back? */
export function checkResponse({ call }: OperationUse, contract: Contract, operation: ContractOperation): Found[] {
  switch (call.kind) {
    case 'test':
      return [];
    case 'read':
      return checkReadPart(call, contract, operation);
    case 'subscription':
      return checkSubscription(call, contract, operation);
    case 'search': {
      const { request, format } = call.find;
      const read = reads({ kind: 'pages', request, format, paginate: { kind: 'none' } });
      return read.kind === 'pages' ? checkRead(read, call.object, contract, operation) : [];
    }
    case 'write':
      if (call.part === 'find') return checkFind(call.write, contract, operation);
      return call.part === 'request' ? checkWrite(call.write, contract, operation) : [];
  }
}

function checkSubscription(
  { topic, part }: Extract<UsedCall, { kind: 'subscription' }>,
  contract: Contract,
  operation: ContractOperation,
): Found[] {
  const { list, urlPath, idPath, createdIdPath = idPath, secret } = topic;
  if (part === 'list')
    return checkRead(list, { title: '', key: [urlPath, idPath], operations: {} }, contract, operation);
  const paths = part === 'create' ? [createdIdPath, ...(secret.request ? [] : [secret.path])] : [];
  return checkPaths(part === 'secret' ? [secret.path] : paths, contract, operation);
}

function checkReadPart(
  { part, read, object }: Extract<UsedCall, { kind: 'read' }>,
  contract: Contract,
  operation: ContractOperation,
): Found[] {
  const job = read.kind === 'pages' ? read.job : undefined;
  switch (part) {
    case 'list':
      return checkRead(read.kind === 'folder' ? read.list : read, object, contract, operation);
    case 'parents':
    case 'grandparents': {
      const parents = parentsOf(read, part);
      if (parents?.from.kind !== 'pages') return [];
      const key = [parents.key, ...Object.values(parents.copy)];
      return checkRead(parents.from, { title: object.title, key, operations: {} }, contract, operation);
    }
    case 'create':
      return checkPaths([job?.idPath], contract, operation);
    case 'status':
      return checkPaths([job?.statusPath, job?.chunksPath], contract, operation);
    case 'open':
      return checkPaths([read.kind === 'pages' ? read.open?.path : undefined], contract, operation);
    case 'entry':
    case 'next':
    case 'abort':
    case 'remove':
      return [];
  }
}

/** The form of a result; the first that has one. */
export function findResultSchema({ responses }: ContractOperation): JsonObject | undefined {
  return Object.values(responses).find(({ schema }) => schema !== undefined)?.schema;
}

const untold: Found = { rule: 'response-described', detail: 'The description does not tell the form of its result.' };

function checkRead(
  read: HttpPages | HttpFile,
  object: HttpObject,
  contract: Contract,
  operation: ContractOperation,
): Found[] {
  const schema = findResultSchema(operation);
  if (schema === undefined) return [untold];
  const { schemas } = contract;
  const problems: Found[] = [];
  if (!tellsMembers(schema, schemas)) return [untold];
  const lists = followPath(schema, recordsPathOf(read.format), schemas);
  const records = lists.flatMap((list) => toRecordSchemas(list, read.format, schemas));
  if (records.length === 0) {
    return [{ rule: 'pointers', detail: `The answer has no list of records at ${recordsPathOf(read.format)}.` }];
  }
  const paths = read.kind === 'pages' ? listPagingPaths(read.paginate) : [];
  for (const path of paths) {
    if (followPath(schema, path, schemas).length === 0) problems.push(missing(path));
  }
  // What is taken out of elements, or given another form, has other paths than the answer.
  if (read.kind === 'pages' && (read.shape !== undefined || read.extract !== undefined))
    return [...problems, ...checkShaped(read, object, contract, schema, records)];
  const copied = read.kind === 'pages' ? Object.keys(read.parents?.copy ?? {}) : [];
  // The key of a map's member is no part of it.
  if (read.format.kind === 'json' && read.format.keyField !== undefined) copied.push(read.format.keyField);
  for (const path of [...(object.key ?? []), ...listSchemaPaths(object)]) {
    if (copied.includes(String(parseValuePath(path)?.[0]))) continue;
    if (!records.some((record) => followPath(record, path, schemas).length > 0)) problems.push(missing(path));
  }
  return [...problems, ...checkSamples(read, object, contract, schema, records)];
}

/** False for a description that has no more than the name of its answer. */
function tellsMembers(schema: JsonObject, schemas: Contract['schemas']): boolean {
  return listAlternatives(schema, schemas).some(
    ({ properties, items, additionalProperties }) =>
      isJsonObject(properties) ||
      isJsonObject(additionalProperties) ||
      (isJsonObject(items) && tellsMembers(items, schemas)),
  );
}

function missing(path: string): Found {
  return { rule: 'pointers', detail: `The answer has nothing at ${path}.` };
}

function recordsPathOf(format: Format): string {
  return 'recordsPath' in format ? (format.recordsPath ?? '$') : '$';
}

function toRecordSchemas(list: JsonObject, format: Format, schemas: Contract['schemas']): JsonObject[] {
  const forms = listAlternatives(list, schemas);
  const elements = forms.flatMap(({ items, additionalProperties }) => {
    if (isJsonObject(items)) return [toRecordSchema(items, schemas)];
    const isMap = format.kind === 'json' && format.keyField !== undefined;
    return isMap && isJsonObject(additionalProperties) ? [additionalProperties] : [];
  });
  if (elements.length > 0) return elements;
  // One record, whose members may stand in several parts (`allOf`).
  return forms.some(({ properties }) => isJsonObject(properties)) ? [list] : [];
}

/** Elements that are no objects become records of one field. */
export function toRecordSchema(items: JsonObject, schemas: Contract['schemas']): JsonObject {
  const { type } = expandSchema(items, schemas);
  const isPlain = typeof type === 'string' && type !== 'object';
  return isPlain ? { type: 'object', properties: { value: items } } : items;
}

/** Paths of the fields that an object's schema names, those of nested objects too. */
function listSchemaPaths({ schema }: HttpObject): string[] {
  return schema === undefined ? [] : [...new Set(listMembers(toJsonSchema(schema), ''))];
}

function listMembers(schema: JsonObject, prefix: string): string[] {
  const { properties } = expandSchema(schema, {});
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}["${name}"]`;
    return [path, ...(isJsonObject(member) ? listMembers(member, path) : [])];
  });
}

function checkSamples(
  read: HttpPages | HttpFile,
  object: HttpObject,
  { schemas }: Contract,
  schema: JsonObject,
  [record = {}]: readonly JsonObject[],
): Found[] {
  if (read.kind !== 'pages') return [];
  const tellsRequired = expandSchema(record, schemas)['required'] !== undefined;
  const variants: SampleVariant[] = ['full', 'nulls', ...(tellsRequired ? (['required'] as const) : [])];
  return variants.flatMap((variant): Found[] => {
    const whole = sampleSchema(record, { schemas, variant: 'full' });
    // Fields that the vendor sets are seldom called required, the key among them.
    const sample = (object.key ?? []).reduce<Json>(
      (filled, path) => {
        const value = compileReader(path)(whole);
        return value === undefined ? filled : placeAt(filled, path, value);
      },
      sampleSchema(record, { schemas, variant }),
    );
    const document = sampleSchema(schema, { schemas, variant: 'full' });
    if (!isJsonObject(sample)) return [];
    const page = readSample(read, document, sample);
    const report = (detail: string): Found => ({ rule: 'records', detail: `${variant} sample: ${detail}` });
    if ('fault' in page) return [report(page.fault.message)];
    if (page.records.length !== 1) return [report(`it gives ${page.records.length} records.`)];
    return page.records.flatMap((one) => checkForm(object, one, report));
  });
}

/** Of elements that become something else, a full one gives a record with every field that the object declares. */
function checkShaped(
  read: HttpPages,
  object: HttpObject,
  { schemas }: Contract,
  schema: JsonObject,
  [element = {}]: readonly JsonObject[],
): Found[] {
  const sample = sampleSchema(element, { schemas, variant: 'full' });
  if (!isJsonObject(sample)) return [];
  const page = readSample(read, sampleSchema(schema, { schemas, variant: 'full' }), sample);
  const report = (detail: string): Found => ({ rule: 'records', detail: `full sample: ${detail}` });
  if ('fault' in page) return [report(page.fault.message)];
  const [record] = page.records;
  if (record === undefined) return [];
  const paths = [...(object.key ?? []), ...listSchemaPaths(object)];
  const absent = paths.filter((path) => compileReader(path)(record) === undefined);
  return [...absent.map((path) => report(`the record has nothing at ${path}.`)), ...checkForm(object, record, report)];
}

/** Reads the one page that has one record, with what it takes over from its parents. */
function readSample(read: HttpPages, document: Json, sample: JsonObject): InterpretedPage {
  const body = encodeDocument(read.format, placeRecords(document, read.format, [sample]));
  const answer = { status: 200, headers: {}, body, url: 'https://vendor.example/list', fault: undefined };
  const page = interpretPage(read, answer, placeOfFirst(read), () => true);
  if ('fault' in page) return page;
  const copied = Object.fromEntries(Object.keys(read.parents?.copy ?? {}).map((name) => [name, sampleId]));
  return { ...page, records: page.records.map((record) => ({ ...record, ...copied })) };
}

function checkForm({ schema }: HttpObject, record: JsonObject, report: (detail: string) => Found): Found[] {
  const issue = schema?.safeParse(record).error?.issues[0];
  return issue === undefined ? [] : [report(`${issue.path.join('.')}: ${issue.message}`)];
}

/** What is read of an answer besides records. */
function checkPaths(
  paths: readonly (string | undefined)[],
  { schemas }: Contract,
  operation: ContractOperation,
): Found[] {
  const schema = findResultSchema(operation);
  if (schema === undefined || !tellsMembers(schema, schemas)) return [untold];
  return paths.flatMap((path) =>
    path === undefined || followPath(schema, path, schemas).length > 0 ? [] : [missing(path)],
  );
}

/** Of records that a look-up finds, the id is what a change names. */
function checkFind(
  { idempotency, targetIdPath }: HttpWrite,
  { schemas }: Contract,
  operation: ContractOperation,
): Found[] {
  const schema = findResultSchema(operation);
  if (schema === undefined || idempotency.kind !== 'find') return [untold];
  if (!tellsMembers(schema, schemas)) return [untold];
  const { recordsPath = '$', idPath = targetIdPath } = idempotency;
  const places = followPath(schema, recordsPath, schemas);
  if (places.length === 0) return [missing(recordsPath)];
  if (idPath === undefined) return [];
  const records = places.flatMap((place) => toRecordSchemas(place, { kind: 'json', recordsPath }, schemas));
  return records.some((record) => followPath(record, idPath, schemas).length > 0) ? [] : [missing(idPath)];
}

/** The id is read from the answer to a creation, and from records that a look-up finds: one of them has it. */
function checkWrite(write: HttpWrite, contract: Contract, operation: ContractOperation): Found[] {
  const { targetIdPath, idempotency } = write;
  if (targetIdPath === undefined) return [];
  const schema = findResultSchema(operation);
  if (schema === undefined) return [untold];
  if (!tellsMembers(schema, contract.schemas)) return [untold];
  const isFound = followPath(schema, targetIdPath, contract.schemas).length > 0;
  const isLookedUp = write.update !== undefined && idempotency.kind === 'find';
  return isFound || isLookedUp ? [] : [{ rule: 'target-id', detail: `The answer has nothing at ${targetIdPath}.` }];
}
