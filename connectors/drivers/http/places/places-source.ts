import { ConnectorError } from '../../../../core/connector-error.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { messages } from '../../../../core/messages.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../../core/records.ts';
import type { Clock } from '../../../../core/clock.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';

/** Many places hold little; these limit the time and the number of records of a page of several. */
const gatherMs = 2000;
const gatherMax = 1000;

/** A region of an account. */
export interface AwsPlace {
  account: string;
  region: string;
}

/** The places of an object, and its list in each of them. */
export interface Places {
  /** In ascending order. */
  listAccounts(signal: AbortSignal): Promise<readonly string[]>;
  /** In ascending order. */
  listRegions(account: string, signal: AbortSignal): Promise<readonly string[]>;
  open(place: AwsPlace): RecordSource;
  /** Whether refused keys say something of the place, and not of the connection's credentials. */
  isElsewhere(place: AwsPlace): boolean;
}

/** The position of the read. */
interface Position {
  /** Absent: before the first place. */
  place: AwsPlace | undefined;
  /** Cursor within the place; `null` before its first page. */
  at: Json;
  /** The instant that a user has all places read from. */
  since: string | undefined;
  /** What the reading before this one read each place up to that is not read through yet. */
  marks: JsonObject;
  /** What this reading has read places up to. */
  done: JsonObject;
}

type At = Position & { place: AwsPlace };

/**
 * Reads an object in each region of each account, one after the other, as one list. Records say where they are from.
 *
 * Places come in the order of their names, so that the position of a read is good whatever accounts and regions come and go
 * meanwhile. One that cannot be read ends the read: were it left out, its records would be taken for deleted. Where changes
 * are read, a place that was not read before is read whole.
 */
export function createPlacesSource(places: Places, { clock }: { clock: Clock }, hasChanges: boolean): RecordSource {
  return {
    ...(hasChanges ? { begin } : {}),
    async readPage(cursor, signal) {
      const stopAt = clock.monotonic() + gatherMs;
      const page: SourcePage = { records: [], next: undefined, bytes: 0 };
      let position = readPosition(cursor);
      let at = await findPlace(places, position, signal);
      while (at !== undefined && page.records.length < gatherMax && clock.monotonic() < stopAt) {
        const { place } = at;
        const read = await readAt(places, at, signal);
        page.records.push(...read.records);
        page.bytes += read.bytes;
        position = pass(at, read);
        at = read.next === undefined ? await findPlace(places, position, signal, place) : { ...position, place };
      }
      if (at !== undefined) return { ...page, next: toCursor(at) };
      // Places that are gone are forgotten: one that comes back is read whole.
      return hasChanges ? { ...page, watermark: { marks: position.done } } : page;
    },
  };
}

/** `undefined` for the watermark of a connection that read one place. */
function begin(from: ReadingStart): Json | undefined {
  if ('since' in from) return { since: from.since };
  const { marks } = toJsonObject(from.watermark);
  return marks === undefined ? undefined : { marks };
}

/** The position behind a page of a place. */
function pass(before: At, { next, watermark }: SourcePage): At {
  const name = toName(before.place);
  const { [name]: _, ...rest } = before.marks;
  return {
    ...before,
    at: next ?? null,
    marks: next === undefined ? rest : before.marks,
    done: watermark === undefined ? before.done : { ...before.done, [name]: watermark },
  };
}

async function readAt(places: Places, { place, at, since, marks }: At, signal: AbortSignal): Promise<SourcePage> {
  try {
    const source = places.open(place);
    const mark = marks[toName(place)];
    const known = mark === undefined ? undefined : { watermark: mark };
    const start = since === undefined ? known : { since };
    const from = at ?? (start && source.begin?.(start)) ?? null;
    const page = await source.readPage(from, signal);
    const records = page.records.map((record): JsonObject => ({
      ...record,
      account_id: place.account,
      region: place.region,
    }));
    return { ...page, records };
  } catch (error) {
    throw error instanceof ConnectorError ? atPlace(error, place, places.isElsewhere(place)) : error;
  }
}

/**
 * The place to read on in: that of the position if it is still there, else the one that follows it.
 *
 * @param after The place that was read.
 * @returns `undefined` behind the last one.
 */
async function findPlace(
  places: Places,
  position: Position,
  signal: AbortSignal,
  after?: AwsPlace,
): Promise<At | undefined> {
  const wanted = after ?? position.place;
  for (const account of await places.listAccounts(signal)) {
    if (wanted !== undefined && account < wanted.account) continue;
    const regions = await listRegions(places, account, signal);
    const region = regions.find((one) => {
      if (wanted === undefined || account > wanted.account) return true;
      return after === undefined ? one >= wanted.region : one > wanted.region;
    });
    if (region === undefined) continue;
    const isSame = after === undefined && account === wanted?.account && region === wanted.region;
    return { ...position, place: { account, region }, at: isSame ? position.at : null };
  }
  return undefined;
}

async function listRegions(places: Places, account: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await places.listRegions(account, signal);
  } catch (error) {
    throw error instanceof ConnectorError ? atPlace(error, { account, region: 'any' }, false) : error;
  }
}

function atPlace(error: ConnectorError, place: AwsPlace, isElsewhere: boolean): ConnectorError {
  // Of keys that AWS gave out a moment ago, and that the service does not know.
  const isOfPlace = error.kind === 'auth_invalid' && error.status !== undefined && isElsewhere;
  const message = isOfPlace ? messages.awsKeysRefusedThere : error.message;
  return new ConnectorError(isOfPlace ? 'config' : error.kind, messages.atAwsPlace({ message, ...place }), error);
}

function toName({ account, region }: AwsPlace): string {
  return `${account}/${region}`;
}

function readPosition(cursor: Json): Position {
  const { account, region, at = null, since, marks, done } = toJsonObject(cursor);
  return {
    place: account === undefined ? undefined : { account: toPlainText(account), region: toPlainText(region) },
    at,
    since: typeof since === 'string' ? since : undefined,
    marks: toJsonObject(marks),
    done: toJsonObject(done),
  };
}

function toCursor({ place, at, since, marks, done }: At): Json {
  return {
    ...place,
    at,
    ...(since === undefined ? {} : { since }),
    ...(Object.keys(marks).length === 0 ? {} : { marks }),
    ...(Object.keys(done).length === 0 ? {} : { done }),
  };
}
