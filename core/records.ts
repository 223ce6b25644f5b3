import type { ConnectorError } from './connector-error.ts';
import { type namedOperations, writeOperations } from './enums.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * The two ends of a flow, as the engine sees them and as connectors implement them.
 *
 * A *source* hands out pages; a *target* carries out effects. Neither retries across pages and neither keeps state:
 * the engine owns cursors, marking and the ledger.
 */
export interface RecordSource {
  /**
   * Reads one page.
   *
   * Reading the same cursor again gives the same or newer records; a cursor stays valid across processes.
   *
   * @param cursor What the previous page gave as `next`; `null` for the first page.
   * @throws {ConnectorError} any kind; `cursor_expired` makes the run start reading from the beginning.
   */
  readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage>;
  /**
   * Gives the cursor that a reading of what changed begins with. Absent where the source can only be read whole.
   *
   * Pure. A `cursor_expired` for this cursor says that the watermark is of no use any more.
   *
   * @returns `undefined` where it cannot begin there: everything is read then.
   */
  begin?(from: ReadingStart): Json | undefined;
  /**
   * Gives up what the system prepares or keeps for a cursor, since nobody will read on from there. Absent where it keeps
   * nothing. A cursor that was given up and is read all the same is refused with `cursor_expired`.
   *
   * @idempotency doing it again changes nothing; the response is not reported.
   */
  abandon?(cursor: Json, signal: AbortSignal): Promise<void>;
}

/** Finds records of an object by the value of one of its fields, to complete others with them. */
export interface RecordFinder {
  /**
   * Asks for records, as many at a time as the system takes.
   *
   * @param values As text: systems differ in how they write ids.
   * @returns what was found, in any order; what was not found is not there, and others may be.
   * @throws {ConnectorError} any kind.
   */
  find(values: readonly string[], signal: AbortSignal): Promise<JsonObject[]>;
}

/** A watermark that a page of the source gave, or an instant (ISO 8601). */
export type ReadingStart = { watermark: Json } | { since: string };

export interface SourcePage {
  records: JsonObject[];
  /** Cursor of the next page; `undefined` when this was the last one. */
  next: Json | undefined;
  /** Size of the page in bytes, as received. Bounds the memory of a segment. */
  bytes: number;
  /**
   * Every change up to here was handed out by this page and those before it, of this reading or earlier ones. With the
   * last page, unless the source hands changes out in their order. Later readings begin here.
   */
  watermark?: Json | undefined;
}

/**
 * What a retry after a lost answer may do; every write operation declares one.
 *
 * - `natural`: the target's key is a function of the source key alone; write again.
 * - `keyed`: the vendor deduplicates by a key we send; send the original body again with the same effect id.
 * - `lookup`: the record can be found by its match key; look before writing again.
 * - `none`: append only; allowed only with an explicit `at_least_once` or `at_most_once`.
 *
 * @see docs/architecture.md#why-no-effect-is-doubled
 */
export type IdempotencyClass = 'natural' | 'keyed' | 'lookup' | 'none';

export type WriteOperation = 'create' | 'update' | 'upsert' | 'delete';

/** A write as steps and callers name it: one of the four, or one that the connector gives a name. */
export type OperationName = WriteOperation | (typeof namedOperations)[number];

/** Whether an operation is one that all connectors name alike. */
export function isPlainWrite(name: OperationName): name is WriteOperation {
  return writeOperations.some((known) => known === name);
}

/** One intended write. */
export interface Effect {
  /** Names this write permanently: the same id is sent again after a crash, and never used for another body. */
  effectId: string;
  operation: WriteOperation;
  sourceKey: string;
  /** The record's id in the target, where an earlier write returned it. */
  targetId: string | undefined;
  body: JsonObject;
}

export type EffectResult =
  /** Carried out. `written` where the target cannot tell a creation from an update. */
  | { outcome: 'created' | 'updated' | 'unchanged' | 'written' | 'deleted'; targetId?: string | undefined }
  /** Refused for good, and not carried out: the record becomes a dead letter. */
  | { outcome: 'rejected'; code: string; message: string; field?: string | undefined }
  /** Not carried out; may be sent again. */
  | { outcome: 'not_sent' }
  /**
   * Nobody knows: sent, and the answer was lost, or does not say. `over`: the system has answered, so that nothing of it
   * can happen any more.
   */
  | { outcome: 'in_doubt'; over?: true };

export interface WriteReport {
  /** One result for each effect, in the same order. */
  results: EffectResult[];
  /** Why some effects are `not_sent` or `in_doubt`. */
  error?: ConnectorError | undefined;
}

/**
 * What a look-up by match key found for an effect. `refused` says why the target does not look for this record: whether it is
 * there is unknown.
 */
export type FindResult =
  { found: false; refused?: string } | { found: true; targetId: string | undefined; matchesBody: boolean };

/** The right to write to a target, as its holder knows it at the moment of asking. */
export interface WriteLease {
  /** Whether it outlasts something that begins now and takes so long. */
  covers(ms: number): boolean;
}

/**
 * Asked before a record is changed that the target found by its match fields: it may be another source record's.
 *
 * @returns the result to give instead, where nothing is to be sent; `undefined` where the record may be changed.
 */
export type AdoptionCheck = (effect: Effect, targetId: string) => Promise<EffectResult | undefined>;

export interface RecordTarget {
  /** How this target, with the operation it was opened for, survives a lost answer. */
  readonly idempotency: IdempotencyClass;
  /** Identity of the system: ids that it gave are good there only. */
  readonly system: string;
  /** Identity of the system and object written to; a ledger row is valid for one fingerprint only. Begins with `system`, and a space where more follows. */
  readonly fingerprint: string;
  /** Upper bound of one request: it is carried out within this time of its beginning, or never. */
  readonly requestTimeoutMs: number;
  /** Upper bound of one `write` call, which may be many requests; kept by the target itself. */
  readonly writeTimeoutMs: number;
  /** How long after a write a look-up may still miss it. */
  readonly searchLagMs: number;
  /** How long the vendor remembers an idempotency key; `0` unless `keyed`. */
  readonly keyTtlMs: number;
  /** Effects per `write` call. */
  readonly batchMax: number;
  /**
   * Carries out a batch. Ends within `writeTimeoutMs`; when it returns, nothing of it is still under way from this side.
   *
   * Never throws for a remote fault: the report says what is known of each effect.
   *
   * @param lease Asked right before each request: where it does not cover one, the rest is `not_sent`. Absent where
   *   nobody else can be writing.
   * @param checkAdoption Never throws. Absent where everything that is found may be changed.
   */
  write(effects: readonly Effect[], lease?: WriteLease, checkAdoption?: AdoptionCheck): Promise<WriteReport>;
  /**
   * Looks effects up by their match key, in the same order. Present where `idempotency` is `lookup`.
   *
   * @throws {ConnectorError} when the look-up itself fails.
   */
  find?(effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]>;
}
