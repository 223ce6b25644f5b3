import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { suggest } from '../../../core/names/suggest.ts';
import { parseValuePath } from '../../../core/paths.ts';
import { isTemplate, listHoles, parseTemplate } from '../template.ts';
import type { Definition, DefinitionObject } from './definition.ts';
import type { RecordSchema } from './record-schema.ts';

/** What fills the holes of a request, beside configuration and credentials. */
interface Fills {
  /** Names. */
  named: readonly string[];
  /** The record that is written: its schema, where it lists members, and what its key is. */
  record?: { schema: RecordSchema | undefined; key: readonly string[] };
}

const paging = ['$page', '$page_size', '$opened', '$started'];

/**
 * Holes of reads, look-ups and writes that nothing fills: each request would be refused for want of a value, or sent with a gap.
 *
 * For definitions that are saved. One that was stored before stays usable for the rest of what it says.
 */
export function checkFills({ objects }: Pick<Definition, 'objects'>): FieldError[] {
  return Object.entries(objects).flatMap(([id, object]) => {
    const { list, find, ...writes } = object.operations;
    const at = `objects.${id}.operations`;
    return [
      ...checkRequests(list, `${at}.list`, listFills(list)),
      ...checkRequests(find, `${at}.find`, { named: ['value', 'key'] }),
      ...Object.entries(writes).flatMap(([kind, write]) =>
        write === undefined ? [] : checkWrite(write, `${at}.${kind}`, { kind, object }),
      ),
    ];
  });
}

type Write = NonNullable<DefinitionObject['operations']['create']>;

function checkWrite(
  write: Write,
  at: string,
  { kind, object }: { kind: string; object: DefinitionObject },
): FieldError[] {
  const record = { schema: write.schema ?? object.schema, key: [object.key].flat() };
  const before: Fills = { named: ['$record', '$effect_id'], record };
  const known: Fills = { named: [...before.named, '$target_id'], record };
  // What is created has no id of the system's yet.
  const isNew = kind === 'create' || kind === 'upsert';
  const { request, update, idempotency, lock, bulk, memberNames } = write;
  const search = idempotency.kind === 'find' ? idempotency : undefined;
  const paged = search?.paginate === undefined ? [] : paging;
  return [
    ...checkRequest(request, `${at}.request`, isNew ? before : known),
    ...checkRequest(update, `${at}.update`, known),
    ...checkRequest(search?.request, `${at}.idempotency.request`, { ...before, named: [...before.named, ...paged] }),
    ...checkRequest(lock?.request, `${at}.lock.request`, known),
    ...checkRequest(bulk?.request, `${at}.bulk.request`, { named: [] }),
    ...checkTexts({ item: bulk?.item, action: bulk?.action }, `${at}.bulk`, {
      ...known,
      named: [...known.named, '$index'],
    }),
    ...checkRequests(memberNames?.from, `${at}.memberNames.from`, { named: paging }),
  ];
}

/** All that fills a request of a list, be it of pages, of a job, of changes or of an entry. Whose parents fill one is checked elsewhere. */
function listFills(list: DefinitionObject['operations']['list']): Fills {
  const named = [...paging, '$since', '$until'];
  if (list?.kind === 'folder') return { named: [...named, 'entry.'] };
  if (list?.kind !== 'pages') return { named };
  const { incremental, job } = list;
  const instants = incremental?.kind === 'change_requests' ? Object.keys(incremental.instants) : [];
  const prepared = job === undefined ? [] : ['job.id', ...(job.chunksPath === undefined ? [] : ['job.chunk'])];
  return { named: [...named, ...instants, ...prepared] };
}

/** Every request within: whatever has a method and a path. */
function checkRequests(value: unknown, at: string, fills: Fills): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) =>
    checkRequests(member, Array.isArray(value) ? `${at}[${name}]` : `${at}.${name}`, fills),
  );
  return 'method' in value && 'path' in value ? [...checkRequest(value, at, fills), ...below] : below;
}

/** Headers and constant bodies are no templates. */
function checkRequest(request: object | undefined, at: string, fills: Fills): FieldError[] {
  const { path, query, bodyFields, xml }: Readonly<Record<string, unknown>> = { ...request };
  return checkTexts({ path, query, bodyFields, xml }, at, fills);
}

function checkTexts(value: unknown, at: string, fills: Fills): FieldError[] {
  if (typeof value === 'string') return isTemplate(value) ? checkText(value, at, fills) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => checkTexts(member, `${at}.${name}`, fills));
}

function checkText(text: string, at: string, fills: Fills): FieldError[] {
  return listHoles(parseTemplate(text)).flatMap((hole) => {
    if (/^(?:config|auth|names)\./.test(hole) || isFilled(hole, fills)) return [];
    const { named, record } = fills;
    const allowed = [...Object.keys(record?.schema?.properties ?? {}), ...(record?.key ?? []), ...named];
    const message = messages.customHoleUnfilled({ hole, meant: suggest(hole, allowed) });
    return [{ path: at, code: 'unknown_hole', message, allowed: [...new Set(allowed)].slice(0, allowedMax) }];
  });
}

const allowedMax = 40;

function isFilled(hole: string, { named, record }: Fills): boolean {
  if (named.some((name) => (name.endsWith('.') ? hole.startsWith(name) : hole === name))) return true;
  if (record === undefined) return hole.startsWith('parent.');
  if (hole.startsWith('$')) return false;
  return record.key.includes(hole) || hasField(record.schema, parseValuePath(hole) ?? [hole]);
}

/** Whether records may have a field: a schema that lists members has no others. */
function hasField(schema: RecordSchema | undefined, [first, ...rest]: readonly (string | number)[]): boolean {
  if (first === undefined || schema === undefined) return true;
  if (typeof first === 'number') return hasField(schema.items, rest);
  const { properties = {} } = schema;
  if (Object.keys(properties).length === 0) return true;
  return Object.hasOwn(properties, first) && hasField(properties[first], rest);
}
