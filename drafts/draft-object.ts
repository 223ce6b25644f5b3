import type { Json, JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import type { ApiDescription, ApiOperation, OperationFacts } from './description.ts';
import { holdsSecret, isSecret } from './find-secrets.ts';
import { toObject, toText, toTexts } from './json-reading.ts';
import type { DraftObject, DraftParent } from './propose-objects.ts';
import { readShape, type Shape } from './read-shape.ts';

type Note = (path: string, code: string, message: string) => void;

/** Fields of a schema that are drafted, at most. */
const fieldsMax = 80;
const depthMax = 3;

/** Fields by which records are known outside their system, the surest first. */
const naturalKeys = [
  'external_id',
  'externalId',
  'email',
  'username',
  'user_name',
  'login',
  'serial',
  'slug',
  'code',
  'name',
];

/** An object of a definition as a description suggests it; what that leaves open is noted. Pure. */
export function draftObject(object: DraftObject, base: string, description: ApiDescription, note: Note): JsonObject {
  const { name, path, recordsPath, paging, key, shape, hasFind, item, single: held, parent } = object;
  const calls = new Map(description.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const list = calls.get(`GET ${base}${path}`)?.describe();
  const query = list === undefined ? {} : requiredQuery(list, note);
  const isPlain = /^[A-Za-z_]\w*$/.test(key);
  if (key !== 'id') note('key', 'key_guessed', messages.draftKeyGuessed);
  if (paging.kind === 'none') note('operations.list.paginate', 'paging_unknown', messages.draftPagingAsked);
  const asked = listChangeParameters(list);
  note(
    'operations.list',
    'incremental_unknown',
    `${messages.draftIncrementalAsked}${asked === '' ? '' : ` (${asked})`}`,
  );
  const format = { kind: 'json', ...(recordsPath === undefined ? {} : { recordsPath }) };
  const single = { kind: 'json', recordsPath: held ?? '$' };
  const link = parent === undefined ? undefined : nameLink(path, [key, ...Object.keys(shape.members)]);
  const schema = withLink(toSchema(shape, description, { depth: depthMax, key }), link);
  if (parent !== undefined) note('operations.list.parents', 'parents_guessed', messages.draftParentsGuessed);
  const read = {
    kind: 'pages',
    request: { method: 'GET', path: toReadPath(path, parent), ...query },
    format,
    paginate: { ...paging },
    ...(parent === undefined ? {} : { parents: draftParents(parent, link) }),
  };
  const find = {
    request: { method: 'GET', path: fillLast(item ?? '', 'value') },
    format: single,
    notFoundIsAbsent: true,
  };
  return {
    title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`.slice(0, 200),
    key: isPlain ? key : `$["${key.replaceAll('"', '')}"]`,
    ...(Object.hasOwn(shape.members, key) ? { schema } : {}),
    operations: {
      list: read,
      ...(hasFind && !isBelowOther(item) ? { find } : {}),
      ...(isPlain ? draftWrites({ object, base, calls, list, query, description, link }, note) : {}),
    },
  };
}

/** Address of a list: its hole is filled by the records of its parent. */
export function toReadPath(path: string, parent: DraftParent | undefined): string {
  return parent === undefined ? path : path.replace(/\{(?!config\.)[^{}]+\}/, `{parent.${parent.key}}`);
}

function draftParents({ path, recordsPath, paging, key }: DraftParent, link: string | undefined): JsonObject {
  const format = { kind: 'json', ...(recordsPath === undefined ? {} : { recordsPath }) };
  const from = { kind: 'pages', request: { method: 'GET', path }, format, paginate: { ...paging } };
  return { from, key, ...(link === undefined ? {} : { copy: { [link]: key } }) };
}

const hole = /\{(?!config\.)([^{}]+)\}/;

/** The field in which records have the key of their parent: writes go below it. It is named as in the list's address, where that is free. */
function nameLink(path: string, taken: readonly string[]): string {
  const name = (hole.exec(path)?.[1] ?? 'parent').replaceAll(/\W/g, '_');
  const isFree = /^[A-Za-z_]/.test(name) && !forbidden.has(name) && !taken.includes(name);
  return isFree ? name : `parent_${name}`;
}

/** Whether the address of a record names another one, too. */
function isBelowOther(item = ''): boolean {
  return hole.test(item.replace(hole, ''));
}

/** A schema with the field that links to the parent. */
function withLink(schema: JsonObject, link: string | undefined): JsonObject {
  return link === undefined
    ? schema
    : { ...schema, properties: { [link]: { type: 'string' }, ...toObject(schema['properties']) } };
}

/** An address below a parent, with the field that links to it in its hole. */
function toWritePath(path: string, link: string | undefined): string {
  return link === undefined ? path : path.replace(hole, `{${link}}`);
}

/** The address of a record with a name of ours in its last hole. */
function fillLast(item: string, name: string): string {
  return item.replace(/\{[^{}]+\}(?=[^{}]*$)/, `{${name}}`);
}

/** Parameters that look as if they asked for changes. */
function listChangeParameters(list: OperationFacts | undefined): string {
  const names = (list?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  return names
    .filter((name) => /since|updated|modified|changed|delta/i.test(name))
    .slice(0, 5)
    .join(', ');
}

interface Writable {
  object: DraftObject;
  base: string;
  calls: ReadonlyMap<string, ApiOperation>;
  list: OperationFacts | undefined;
  query: JsonObject;
  description: ApiDescription;
  link: string | undefined;
}

function draftWrites({ object, base, calls, list, query, description, link }: Writable, note: Note): JsonObject {
  const { recordsPath, key, shape, item = '', writes, hasFind, single, parent } = object;
  const path = toWritePath(object.path, link);
  const { member, created, update } = writes;
  const body = member === undefined ? {} : { bodyFields: { [member]: '{$record}' } };
  const address = fillLast(isBelowOther(item) ? toWritePath(item, link) : item, key);
  const posted = toWritten(calls.get(`POST ${base}${object.path}`)?.describe(), member, description);
  const taken = posted && toNeeding(withLink(posted, link), link);
  const made = {
    request: { method: 'POST', path, ...body },
    targetIdPath: created === undefined ? key : `${created}.${key}`,
    ...(taken === undefined ? {} : { schema: taken }),
  };
  const lookedUpBy = naturalKeys.find(
    (name) =>
      Object.hasOwn(shape.members, name) && list?.parameters.some((one) => one.in === 'query' && one.name === name),
  );
  // Who creates the record names it: its address tells whether it is there.
  const isNamed = hasFind && parent === undefined && toTexts(taken?.['required']).includes(key);
  const search = lookedUpBy !== undefined && {
    kind: 'find',
    request: { method: 'GET', path, query: { ...toQuery(query), [lookedUpBy]: `{${lookedUpBy}}` } },
    ...(recordsPath === undefined ? {} : { recordsPath }),
    idPath: key,
  };
  const look = isNamed && {
    kind: 'find',
    request: { method: 'GET', path: address },
    recordsPath: single ?? '$',
    idPath: key,
    notFoundIsAbsent: true,
  };
  const isRecognized = look !== false || search !== false;
  const create = { ...made, idempotency: look || search || { kind: 'none' } };
  if (writes.create && !isRecognized) {
    note('operations.create.idempotency', 'creation_not_recognized', messages.draftCreateAsked);
  }
  const change = update === undefined ? undefined : { method: update, ...body };
  const asked = update === undefined ? undefined : calls.get(`${update} ${base}${item}`)?.describe();
  const keepsKey = readBody(asked, member, description).required.includes(key) ? { keepsKey: [key] } : {};
  const upsert = change && { ...create, update: { ...change, path: address.replace(`{${key}}`, '{$target_id}') } };
  const byKey = { kind: 'put_by_key' };
  return {
    ...(writes.create ? { create } : {}),
    ...(writes.create && upsert !== undefined && isRecognized ? { upsert } : {}),
    ...(change === undefined
      ? {}
      : { update: { request: { ...change, path: address }, ...keepsKey, idempotency: byKey } }),
    ...(writes.delete
      ? { delete: { request: { method: 'DELETE', path: address }, body: 'none', idempotency: byKey } }
      : {}),
  };
}

/** A schema that requires the field that links to the parent. */
function toNeeding(schema: JsonObject, link: string | undefined): JsonObject {
  return link === undefined ? schema : { ...schema, required: [link, ...toTexts(schema['required'])] };
}

function toQuery({ query }: JsonObject): JsonObject {
  return typeof query === 'object' && query !== null && !Array.isArray(query) ? query : {};
}

/** Parameters without which the list does not answer, with what the description gives for them. */
function requiredQuery({ parameters }: OperationFacts, note: Note): JsonObject {
  const asked = parameters.filter((one) => one.in === 'query' && one.required);
  const filled = asked.flatMap(({ name, schema }) => {
    const [value] = [schema['default'], ...toList(schema['enum']), schema['example']].filter(isPlainValue);
    if (value === undefined)
      note('operations.list.request.query', 'parameter_required', `${messages.fieldRequired} (${name})`);
    return value === undefined ? [] : [[name, String(value).replaceAll(/[{}]/g, '')] as const];
  });
  return filled.length === 0 ? {} : { query: Object.fromEntries(filled) };
}

function isPlainValue(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The record within the body of a write. */
function readBody(facts: OperationFacts | undefined, member: string | undefined, description: ApiDescription): Shape {
  const whole = readShape(facts?.request?.schema, description);
  return member === undefined ? whole : readShape(whole.members[member], description);
}

/** What a creation takes, and what it must have. */
function toWritten(
  facts: OperationFacts | undefined,
  member: string | undefined,
  description: ApiDescription,
): JsonObject | undefined {
  const shape = readBody(facts, member, description);
  if (shape.type !== 'object' || Object.keys(shape.members).length === 0) return undefined;
  const writable = Object.entries(shape.members).filter(([, value]) => !readShape(value, description).readOnly);
  return toSchema({ ...shape, members: Object.fromEntries(writable) }, description, { depth: 1 });
}

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const types: ReadonlySet<string> = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);

/** @param key Of records, by which people tell them apart: it is shown. */
function toSchema(
  shape: Shape,
  description: ApiDescription,
  { depth, key }: { depth: number; key?: string },
): JsonObject {
  const members = Object.entries(shape.members)
    .filter(([name]) => !forbidden.has(name) && name !== '' && name.length <= 200)
    .slice(0, fieldsMax)
    .map(([name, value]) => {
      const member = toMember(value, description, depth - 1);
      const isHidden = name !== key && isSecret(name, value, description);
      return [name, isHidden ? { ...member, 'x-sensitive': true } : member] as const;
    });
  const names = new Set(members.map(([name]) => name));
  const required = shape.required.filter((name) => names.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length === 0 ? {} : { required }),
  };
}

function toMember(value: JsonObject, description: ApiDescription, depth: number): JsonObject {
  const shape = readShape(value, description);
  if (!types.has(shape.type)) return {};
  if (shape.type === 'object' && depth > 0 && Object.keys(shape.members).length > 0) {
    return toSchema(shape, description, { depth });
  }
  const title = toText(value['title']);
  return {
    type: shape.type,
    ...(title === '' ? {} : { title: title.slice(0, 200) }),
    ...(shape.format === '' ? {} : { format: shape.format.slice(0, 100) }),
    ...(holdsSecret(value, description) ? { 'x-sensitive': true } : {}),
  };
}
