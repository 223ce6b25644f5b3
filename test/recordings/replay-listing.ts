import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { extractRecords } from '../../connectors/kit/http/extract.ts';
import type { HttpRead } from '../../connectors/kit/http/operations.ts';
import { withMember } from '../../connectors/drivers/http/exchange/members.ts';
import { readMatchText } from '../../connectors/drivers/http/exchange/match-text.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import type { RecordSource } from '../../core/records.ts';
import { compareRecords } from './compare.ts';
import { type DeclaredPlace, findDeclared, findRecords, hasPlace, isContinuation } from './count-records.ts';
import type { Endpoint, Match } from './endpoints.ts';
import { describe, type Interaction } from './interaction.ts';
import { readKind } from './judge-error.ts';
import { Listing } from './listing.ts';
import type { Replay } from './replay.ts';
import type { Finding } from './report.ts';

type ListUse = Extract<Endpoint['use'], { kind: 'list' }>;

/** Parameters that leave fields out: a record without its key is no wonder then. */
const projection = /^(?:\$?select|fields?|include_fields|columns|attributes)$/i;

/**
 * Reads one recorded listing through the session, and compares what came out with what its pages hold.
 *
 * @returns the pages that were read.
 */
export async function replayListing(
  replay: Replay,
  head: Interaction,
  others: readonly Interaction[],
  match: Match,
  { read }: ListUse,
): Promise<readonly Interaction[]> {
  const { connector, server, tally } = replay;
  const { response_body: body } = head;
  if (read.format.kind === 'xml' && typeof body !== 'string') {
    const message = 'The answer was recorded decoded, not as the vendor sent it.';
    tally.find({ kind: 'not_comparable', id: head.id, endpoint: describe(head), message });
    return [];
  }
  const { endpoint, differs } = match;
  const listing = new Listing(head, others);
  server.script = listing.script;
  const session = await openFor(replay, match, read, head);
  const open = (): RecordSource => session.openSource({ object: endpoint.object, options: {} });
  const { records, error } = await readPages(open, null);
  const again = new Listing(head, others);
  server.script = again.script;
  const start = error === undefined ? findStart(open(), read) : undefined;
  const changes = start === undefined ? undefined : await readPages(open, start);
  if (session !== replay.session) await session.close();
  const place = { id: head.id, endpoint: describe(head) };
  const find = (kind: Finding['kind'], message: string, count = 1): void => {
    // An answer to a request that the connector would not make so may have another form. Where it has records, they count.
    const isForeign = differs > 0 && (kind === 'parse_failure' || !hasDeclared);
    tally.find({ ...place, kind: isForeign ? 'not_comparable' : kind, message }, isForeign ? 1 : count);
  };
  const { served } = listing;
  const declared = findDeclared(read.format);
  const isProjected = Object.keys(head.query).some((name) => projection.test(name));
  const hasDeclared = !isProjected && served.every((page) => hasPlace(page.response_body, declared));
  tally.add('listings');
  tally.add('pages_followed', Math.max(0, listing.served.length - 1));
  tally.add('records', records.length);
  if (changes !== undefined) tally.add('changes');
  const sent = new Map([...listing.sent, ...again.sent]);
  const agrees = (name: string, value: string): boolean =>
    endpoint.constants[name] === undefined || endpoint.constants[name] === value;
  tally.add(
    'parameters',
    Object.entries(head.query).filter(([name, value]) => sent.has(name) && agrees(name, String(value))).length,
  );
  if (error !== undefined && !listing.isCut && !served.some((page) => readKind(connector, page) !== undefined)) {
    const isForeign = listing.foreignParameters.some((name) => name !== pagingParameter(read));
    find(isForeign ? 'not_comparable' : 'parse_failure', error.message);
    return served;
  }
  const elements = served.flatMap((page) => findRecords(page.response_body, declared) ?? []);
  // How many records an element embeds is not for the eye to see.
  const expands = read.kind === 'pages' && read.extract?.expand !== undefined;
  const expected = (expands ? extractRecords(elements, read.extract ?? {}) : elements).filter(
    (element) => !isTombstone(read, element),
  );
  const { key, schema } = connector.objects[endpoint.object] ?? {};
  const difference = compareRecords(expected, records, isReshaped(read) ? key : undefined);
  if (difference.lost > 0) find('lost', `${difference.lost} records did not come out.`, difference.lost);
  if (difference.doubled > 0) find('doubled', `${difference.doubled} records came out too often.`, difference.doubled);
  const missing = changes === undefined || again.isCut ? 0 : records.length - changes.records.length;
  if (missing > 0) find('lost', `${missing} records did not come out of a reading of changes.`, missing);
  // Pages that move while they are recorded show a record again: that is the vendor's, and told apart from the connector's faults.
  tally.add('repeated', countRepeated(records, key));
  const unread = countUnread(served, others, declared);
  if (unread > 0) find('lost', `${unread} records lie on pages that were not asked for.`, unread);
  if (!isProjected) {
    for (const message of checkForm(records, key, schema)) find('parse_failure', message);
  }
  return served;
}

/**
 * Where a short page is the last one, the connector has to ask for pages of the recorded size: a full page of a client that
 * asked for fewer records would be short to it, and what follows would count as passed over.
 */
function withRecordedSize(read: ListUse['read'], { query }: Interaction): ListUse['read'] {
  if (read.kind !== 'pages' || !('shortPageEnds' in read.paginate) || read.paginate.shortPageEnds !== true) return read;
  const { paginate } = read;
  const size = paginate.sizeParameter === undefined ? undefined : Number(query[paginate.sizeParameter]);
  return size === undefined || !Number.isInteger(size) ? read : { ...read, paginate: { ...paginate, pageSize: size } };
}

/** The call before the first page is no part of a listing that others recorded. */
function withoutOpening(read: ListUse['read']): ListUse['read'] {
  return read.kind !== 'pages' || read.open === undefined ? read : { ...read, open: undefined };
}

/** A reading that is made for each parent has the one that the recorded address names; of an export, its part is read. */
async function openFor(
  { connector, session, open }: Replay,
  { endpoint, holes }: Match,
  given: ListUse['read'],
  head: Interaction,
): Promise<ReturnType<Replay['open']>> {
  const read = withoutOpening(withRecordedSize(given, head));
  const object = connector.objects[endpoint.object];
  if (read.kind !== 'pages' || object === undefined) return session;
  const openWith = (list: HttpRead): ReturnType<Replay['open']> => {
    const changed = { ...object, operations: { ...object.operations, list } };
    return open({ ...connector, objects: { ...connector.objects, [endpoint.object]: changed } });
  };
  if (read.job !== undefined) {
    const path = fillHoles(read.request.path, holes);
    return openWith({ ...read, job: undefined, request: { ...read.request, path } });
  }
  if (read.parents === undefined) return read === given ? session : openWith(read);
  const parent = Object.entries(holes).reduce<JsonObject>(
    (made, [hole, value]) => (hole.startsWith('parent.') ? withMember(made, hole.slice(7), value) : made),
    // The address may name it by another field than the one that tells parents apart.
    withMember({}, read.parents.key, 'recorded'),
  );
  return openWith({ ...read, parents: { ...read.parents, from: { kind: 'values', values: [parent] } } });
}

function fillHoles(path: string, holes: Match['holes']): string {
  const fill = (text: string, [hole, value]: [string, string]): string =>
    text.replace(`{${hole}}`, () => encodeURIComponent(value));
  return Object.entries(holes).reduce(fill, path);
}

/** Where a reading of changes begins that has them all; `undefined` where instants do not say what changed. */
function findStart(source: RecordSource, read: ListUse['read']): Json | undefined {
  const { incremental } = read.kind === 'pages' ? read : {};
  // Spans of time are read one by one: a day ago, there is one.
  const agoMs = incremental?.kind === 'time_window' ? Math.min(incremental.spanMs, 86_400_000) / 2 : 86_400_000;
  return source.begin?.({ since: new Date(Date.now() - agoMs).toISOString() });
}

async function readPages(
  open: () => RecordSource,
  from: Json,
): Promise<{ records: JsonObject[]; error?: ConnectorError }> {
  const records: JsonObject[] = [];
  try {
    const source = open();
    for (let cursor: Json | undefined = from; cursor !== undefined;) {
      const page = await source.readPage(cursor, new AbortController().signal);
      records.push(...page.records);
      cursor = page.next;
    }
    return { records };
  } catch (error) {
    if (error instanceof ConnectorError) return { records, error };
    throw error;
  }
}

/** Records whose key an earlier one has as well. */
function countRepeated(records: readonly JsonObject[], key: HttpObject['key']): number {
  const readers = key?.map(compileReader) ?? [];
  const keys = records.flatMap((record) => readMatchText(record, readers) ?? []);
  return keys.length - new Set(keys).size;
}

/** Records on recorded pages that follow those that were read, and that the connector passed over. */
function countUnread(
  served: readonly Interaction[],
  others: readonly Interaction[],
  declared: DeclaredPlace | undefined,
): number {
  const count = (page: Interaction): number => findRecords(page.response_body, declared)?.length ?? 0;
  const last = served.at(-1);
  if (last === undefined) return 0;
  const open = others.filter((other) => !served.includes(other) && other.status === last.status);
  const next = open.find((other) => isContinuation(last, other, count(last)));
  return next === undefined ? 0 : count(next);
}

function pagingParameter(read: ListUse['read']): string | undefined {
  return read.kind === 'pages' && 'parameter' in read.paginate ? read.paginate.parameter : undefined;
}

/** A tombstone has its id, the mark, and what the vendor says of it: not the fields of a record. */
const tombstoneMembersMax = 3;

/** Whether an element says that a record is gone, by the mark that the connector knows. With the fields of a record, it is one. */
function isTombstone(read: ListUse['read'], element: JsonObject): boolean {
  const mark = read.kind === 'pages' ? read.extract?.removed : undefined;
  if (mark === undefined || Object.keys(element).length > tombstoneMembersMax) return false;
  const value = compileReader(mark)(element);
  return value !== undefined && value !== null && value !== false;
}

/** Whether records come out in another form than the one they lie in. */
function isReshaped(read: ListUse['read']): boolean {
  if (read.kind !== 'pages') return false;
  return read.shape !== undefined || read.extract !== undefined || read.parents !== undefined;
}

/** What records lack that the connector says they have; each sort of fault once. */
function checkForm(
  records: readonly JsonObject[],
  key: HttpObject['key'],
  schema: HttpObject['schema'],
): ReadonlySet<string> {
  const problems = new Set<string>();
  const readers = key?.map(compileReader);
  for (const record of records) {
    if (readers !== undefined && readMatchText(record, readers) === undefined) problems.add('A record has no key.');
    const parsed = schema?.safeParse(record);
    for (const { path, code } of parsed?.error?.issues ?? []) {
      const field = path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.');
      problems.add(`The field ${field} has another form (${code}).`);
    }
  }
  return problems;
}
