import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { listOperations, type Operation } from './client-operations.ts';
import type { Output } from './output.ts';

const head = `// Written by tools/generate.ts from the OpenAPI document.
import type { CommandFacts } from './command-facts.ts';`;

/** The table that the commands of `hub` are made of, out of the OpenAPI document. */
export function renderCliCommands(document: JsonObject): Output {
  // `hub` acts with a key, which has no profile.
  const operations = [...listOperations(document)].filter(({ personal }) => !personal);
  const commands = toGroups(operations.map((operation) => toCommand(document, operation)));
  const taken = new Set<string>();
  for (const { words } of commands) {
    const name = words.join(' ');
    if (taken.has(name)) throw new Error(`Two operations would be the command \`hub ${name}\`.`);
    taken.add(name);
  }
  const sorted = commands.toSorted((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1));
  const rows = sorted.map((command) => JSON.stringify(command)).join(',\n');
  const text = `${head}\n\nexport const commands: readonly CommandFacts[] = [\n${rows}\n];\n`;
  return { path: 'cli/commands.data.ts', text };
}

/** A word alone cannot be a command and a group of others at once: `organization get` beside `organization update`. */
function toGroups<Command extends { words: string[] }>(commands: readonly Command[]): Command[] {
  const groups = new Set(commands.flatMap(({ words: [group = '', ...rest] }) => (rest.length === 0 ? [] : [group])));
  return commands.map((command) => {
    const [group = '', word] = command.words;
    return word === undefined && groups.has(group) ? { ...command, words: [group, 'get'] } : command;
  });
}

function toCommand(document: JsonObject, operation: Operation): JsonObject & { words: string[] } {
  const { name, path, summary, parameters, body } = operation;
  const listed = parameters.some((parameter) => parameter['name'] === 'page');
  const query = parameters.filter((parameter) => parameter['in'] === 'query' && !isPaging(parameter));
  const columns = toColumns(document, operation);
  return {
    operation: name,
    words: toWords(name, path),
    summary,
    params: [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, param]) => param ?? []),
    ...(query.length === 0 ? {} : { query: query.map((parameter) => toOption(document, parameter)) }),
    ...(body === undefined ? {} : { body: toBody(document, body) }),
    ...(listed ? { listed } : {}),
    ...(parameters.some(({ $ref }) => $ref === '#/components/parameters/If-Match') ? { versioned: true } : {}),
    ...(columns.length === 0 ? {} : { columns }),
  };
}

/** Lists are read to their end, or as far as is wanted, so nobody has to name a page. */
function isPaging({ name }: JsonObject): boolean {
  return ['page', 'per_page', 'after', 'before'].includes(toText(name));
}

/**
 * What is typed for an operation: the group that its path begins with, and what its name says beside that.
 *
 * `testConnection` → `connections test`, `listRunLogs` → `runs logs`, `getMe` → `me`.
 */
export function toWords(operationId: string, path: string): string[] {
  const group = path.split('/')[1] ?? '';
  const plural = group.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const singular = plural.replace(/s$/, '');
  const rest = operationId.replace(new RegExp(`(?<=[a-z])(?:${plural}|${singular})(?=[A-Z]|$)`), '');
  const verb = rest.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const word = renamed[verb] ?? verb.replace(/^(?:get|list)-/, '');
  return (word === 'get' || word === group) && !path.includes('{') ? [group] : [group, word];
}

/** Where the API has two ways to change something, the one that takes parts is the usual one here. Its group says the rest. */
const renamed: Readonly<Record<string, string>> = {
  patch: 'update',
  'replace-members': 'replace',
  'preview-schedule': 'preview',
};

function toOption(document: JsonObject, parameter: JsonObject): JsonObject {
  return describe(document, parameter['name'], parameter['schema'], parameter['required'] === true, parameter);
}

function toBody(document: JsonObject, { schema, required }: NonNullable<Operation['body']>): JsonObject {
  const { properties, required: needed } = resolve(document, schema);
  const defaults = Object.fromEntries(findDefaults(document, schema, '', new Set()));
  const describing = (member: Json): JsonObject => (isAnything(member) ? toObject(member) : resolve(document, member));
  // Members that are only shown, which the API accepts unchanged, are nothing to type.
  const members = Object.entries(toObject(properties)).filter(([, member]) => !isShown(member));
  return {
    ...(required ? { required } : {}),
    ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
    members: members.map(([name, member]) =>
      describe(document, name, member, Array.isArray(needed) && needed.includes(name), describing(member)),
    ),
  };
}

/** What the hub puts in the place of members that are left out, by their paths: `enrich.*.on_missing`. */
function* findDefaults(
  document: JsonObject,
  schema: Json | undefined,
  path: string,
  outer: ReadonlySet<Json>,
): Generator<[string, Json]> {
  const { $ref, ...own } = toObject(schema);
  const { default: value, properties, items } = resolve(document, schema);
  if (typeof $ref === 'string' && outer.has($ref)) return;
  const inner = new Set([...outer, $ref ?? '']);
  const known = value ?? own['default'];
  if (known !== undefined) yield [path, known];
  const prefix = path === '' ? '' : `${path}.`;
  for (const [name, member] of Object.entries(toObject(properties))) {
    yield* findDefaults(document, member, prefix + name, inner);
  }
  if (items !== undefined) yield* findDefaults(document, items, `${prefix}*`, inner);
}

/** Of any JSON value, only the member itself says what it is for. */
function isAnything(member: Json): boolean {
  return toObject(member)['$ref'] === '#/components/schemas/JsonValue';
}

function isShown(member: Json): boolean {
  return toObject(member)['readOnly'] === true;
}

function describe(
  document: JsonObject,
  name: Json | undefined,
  schema: Json | undefined,
  required: boolean,
  { description }: JsonObject,
): JsonObject {
  const known = resolve(document, schema);
  const { enum: values } = known;
  return {
    name: toText(name),
    type: toOptionType(known),
    ...(Array.isArray(values) ? { values: values.filter((value) => value !== null) } : {}),
    ...(typeof description === 'string' ? { text: description } : {}),
    ...(required ? { required } : {}),
  };
}

function toOptionType({ type, items }: JsonObject): string {
  const types = [type].flat().filter((name) => name !== 'null');
  if (types.length !== 1) return 'json';
  if (types[0] === 'array') return ['string', undefined].includes(toText(toObject(items)['type'])) ? 'list' : 'json';
  return { string: 'text', integer: 'number', number: 'number', boolean: 'boolean' }[toText(types[0])] ?? 'json';
}

/** Follows a reference, and takes what may also be null for what it is otherwise. */
function resolve(document: JsonObject, schema: Json | undefined): JsonObject {
  const { $ref, anyOf, ...own } = toObject(schema);
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '');
    return resolve(document, toObject(toObject(document['components'])['schemas'])[name]);
  }
  if (!Array.isArray(anyOf)) return own;
  const options = anyOf.filter((option) => toObject(option)['type'] !== 'null');
  return options.length === 1 ? { ...own, ...resolve(document, options[0]) } : own;
}

const columnsMax = 7;
/** Of use to few who look at a table. */
const asides = new Set(['updated_at', 'id', 'name', 'external_ref', 'last4', 'issuer', 'jwks_uri', 'retry_of']);
/** Where the members of a record say too little, or too much. */
const chosenColumns: Readonly<Record<string, string[]>> = {
  Run: [
    'id',
    'integration_name',
    'status',
    'trigger',
    'counters.read',
    'counters.written',
    'counters.failed',
    'queued_at',
  ],
  RunStep: ['component.kind', 'component.type', 'component.operation', 'status', 'counters', 'finished_at'],
  RunLogEntry: ['at', 'level', 'code', 'message'],
  Item: ['id', 'key', 'label', 'change', 'status', 'step', 'run_id', 'created_at'],
  Workflow: ['id', 'name', 'type', 'status', 'next_run_at', 'trigger_id', 'integration_id'],
  Approval: ['id', 'status', 'message', 'integration_name', 'requested_at', 'due_at', 'run_id'],
  AuditEvent: ['id', 'created_at', 'action', 'actor', 'actor_name', 'address', 'resource_id'],
  FailedRecordGroup: ['integration_id', 'integration_name', 'code', 'field', 'step', 'count', 'newest_at', 'message'],
};

/** Members of the records of a list that fit a cell; the ones that name it first. */
function toColumns(document: JsonObject, { data }: Operation): string[] {
  const items = toObject(data)['items'];
  const name = toText(toObject(items)['$ref']).replace('#/components/schemas/', '');
  const chosen = chosenColumns[name];
  if (chosen !== undefined || items === undefined) return chosen ?? [];
  const properties = Object.entries(toObject(resolve(document, items)['properties']));
  const fitting = properties.flatMap(([member, schema]) =>
    ['text', 'number', 'boolean'].includes(toOptionType(resolve(document, schema))) ? [member] : [],
  );
  const first = ['id', 'name'].filter((member) => fitting.includes(member));
  return [...first, ...fitting.filter((member) => !asides.has(member))].slice(0, columnsMax);
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
