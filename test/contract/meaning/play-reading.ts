import { ConnectorError } from '../../../core/connector-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { Changed } from '../../../connectors/kit/meaning/meaning.ts';
import type { RecordSource } from '../../../core/records.ts';
import { toPlainText } from '../../../connectors/kit/type-guards.ts';
import { openMockSession } from '../behaviour/mock-session.ts';
import type { MockAnswer } from '../behaviour/mock-vendor.ts';
import { sampleElements, sampleSuccess } from '../behaviour/sample-vendor.ts';
import { type ReadStage, toRecords } from '../behaviour/reads.ts';
import { isOpening, open, readParameter } from '../behaviour/vendor-pages.ts';
import { play } from '../behaviour/stage.ts';
import { serveExport } from '../behaviour/vendor-exports.ts';
import { placeAt } from '../encode-document.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { ListPlayer, rowsPerPage } from './answer-list.ts';
import { PlayedSystem, type Row } from './played-system.ts';
import type { Act, ReadingFacts, ReadingScenario } from './scenario.ts';
import { createSystemClock } from './system-clock.ts';

/** What one reading brought, and what was there to be brought. */
interface ReadResult {
  what: 'all' | 'changes';
  arrived: string[];
  error: ConnectorError | undefined;
  /** Rows that were there from its beginning to its end. */
  there: Row[];
  /** Whether rows went or came meanwhile. */
  isDisturbed: boolean;
}

/** How instants are taken where no sheet tells: spans of time are asked for all the same. */
const plainlyChanged: Changed = {
  field: '',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  late: { ms: 0 },
  misses: '',
};

/** More rows than any scenario has. */
const rowsMax = 9;

const dayMs = 86_400_000;

/** More pages than any scenario has: spans of time are read one by one. */
const pagesMax = 400;

/** Plays a scenario for a list. @returns what went wrong; nothing where all arrived that had to. */
export async function playReading(
  stage: ReadStage,
  scenario: ReadingScenario,
  facts: ReadingFacts,
): Promise<string | undefined> {
  // Accounts may be anywhere: where the system goes by their clocks, it is played far in the west and far in the east.
  const zones = facts.changed?.zone === 'account' ? [-12, 14] : [0];
  for (const hours of zones) {
    const problem = await new Reader(stage, facts, hours * 3_600_000).play(scenario);
    if (problem !== undefined) return zones.length > 1 ? `${problem} The account is at ${hours} h.` : problem;
  }
  return undefined;
}

class Reader {
  readonly #stage: ReadStage;
  readonly #facts: ReadingFacts;
  readonly #system: PlayedSystem;
  readonly #elements: JsonObject[];
  readonly #rows: Row[] = [];
  readonly #readings: ReadResult[] = [];
  /** Changes that have to arrive, each with the number of readings before it. */
  readonly #changes: { row: Row; readings: number }[] = [];
  #watermark: Json | undefined;
  #removals = 0;
  /** Whether one listing gives so many records only. */
  #isLimited = false;

  constructor(stage: ReadStage, facts: ReadingFacts, zoneOffsetMs: number) {
    this.#stage = stage;
    this.#facts = facts;
    this.#system = new PlayedSystem(facts.changed, zoneOffsetMs);
    this.#elements = sampleElements(stage.object, stage.read, stage.described, rowsMax).map((element, index) =>
      tellApart(stage, element, index),
    );
  }

  async play(scenario: ReadingScenario): Promise<string | undefined> {
    this.#isLimited = scenario.mayFail === true && this.#facts.ceilings.records !== undefined;
    for (const state of scenario.rows(this.#facts)) this.#add('last', state);
    for (const act of scenario.acts(this.#facts)) await this.#do(act);
    return this.#judge();
  }

  async #do(act: Act): Promise<void> {
    if (act.act === 'read') this.#readings.push(await this.#read(act.what, act.meanwhile ?? []));
    else this.#happen(act);
  }

  #happen(act: Exclude<Act, { act: 'read' }>): void {
    const system = this.#system;
    const row = 'row' in act ? this.#rows[act.row] : undefined;
    if (act.act === 'wait') system.nowMs += act.ms;
    if (act.act === 'insert') this.#add(act.at, undefined);
    if (row === undefined) return;
    if (act.act === 'remove') {
      system.remove(row);
      this.#removals += 1;
    }
    if (act.act === 'change') {
      system.change(row, system.nowMs + (act.lateMs ?? 0));
      this.#changes.push({ row, readings: this.#readings.length });
    }
  }

  #add(at: 'first' | 'last', state: string | undefined): void {
    const element = this.#elements[this.#rows.length] ?? {};
    const keys = toRecords(this.#stage, [element]).map((record) => keyTextOf(this.#stage, record));
    const { incremental } = this.#stage.read;
    // Far enough back that no overlap has it, and not so far that a first reading leaves it out.
    const agoMs = incremental?.kind === 'time_window' ? Math.floor(incremental.historyMs / 2) + 1234 : 30 * dayMs;
    this.#rows.push(this.#system.add({ element, keys, state, changedMs: this.#system.nowMs - agoMs }, at));
  }

  async #read(what: ReadResult['what'], meanwhile: readonly Act[]): Promise<ReadResult> {
    const stage = this.#stage;
    const before = [...this.#system.rows];
    const events = meanwhile.flatMap((act) => (act.act === 'read' ? [] : [act]));
    const reading: ReadResult = { what, arrived: [], error: undefined, there: [], isDisturbed: events.length > 0 };
    const player = this.#createPlayer();
    let isFirst = true;
    const answer = (request: JudgedRequest): MockAnswer => {
      if (isOpening(stage.read, request)) return open(stage.read, this.#tell(stage.read));
      const tooLarge = this.#refuseSize(request);
      if (tooLarge !== undefined) return tooLarge;
      const answered = player.answer(request);
      // What happens meanwhile happens behind the first page.
      if (isFirst) for (const event of events) this.#happen(event);
      isFirst = false;
      return answered;
    };
    const { job } = stage.read;
    play(stage, job === undefined ? answer : serveExport(job, [], () => answer));
    const { session } = await openMockSession(
      stage.connector,
      stage.vendor,
      stage.signIn,
      createSystemClock(this.#system),
    );
    try {
      await this.#readPages(session.openSource({ object: stage.name, options: {} }), reading);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      reading.error = error;
    } finally {
      await session.close();
    }
    reading.there = before.filter((row) => this.#system.rows.includes(row));
    return reading;
  }

  async #readPages(source: RecordSource, reading: ReadResult): Promise<void> {
    const signal = AbortSignal.timeout(60_000);
    const from =
      reading.what === 'changes' && this.#watermark !== undefined ? { watermark: this.#watermark } : undefined;
    let cursor: Json = (from && source.begin?.(from)) ?? null;
    for (let pages = 0; pages < pagesMax; pages += 1) {
      const page = await source.readPage(cursor, signal);
      reading.arrived.push(...page.records.map((record) => keyTextOf(this.#stage, record)));
      if (page.watermark !== undefined) this.#watermark = structuredClone(page.watermark);
      if (page.next === undefined) return;
      cursor = structuredClone(page.next);
    }
    throw new ConnectorError('schema_drift', `It reads more than ${pagesMax} pages.`, {
      connectorId: this.#stage.connector.id,
      operation: 'list',
    });
  }

  /** What the call before the first page tells: where instants are in the account's time zone, that one. */
  #tell({ incremental }: ReadStage['read']): string | undefined {
    const isZone = incremental !== undefined && 'zone' in incremental && incremental.zone === 'opened';
    const hours = this.#system.zoneOffsetMs / 3_600_000;
    // The names count the other way round: https://data.iana.org/time-zones/tz-link.html (file etcetera)
    return isZone ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : undefined;
  }

  #createPlayer(): ListPlayer {
    const { read, described } = this.#stage;
    const { changed, listing, ceilings } = this.#facts;
    const { incremental } = read;
    const { beyond } = ceilings;
    const time = incremental && {
      incremental,
      changed: changed ?? plainlyChanged,
      zoneOffsetMs: this.#system.zoneOffsetMs,
    };
    // A few records stand for the thousands of a vendor's ceiling.
    const records = this.#isLimited ? 2 * rowsPerPage : undefined;
    const answer = beyond && {
      status: beyond.status,
      headers: beyond.headers ?? {},
      body: JSON.stringify(beyond.body ?? {}),
    };
    return new ListPlayer({
      system: this.#system,
      read,
      listing,
      time,
      ceiling: records === undefined ? undefined : { records, beyond: answer },
      key: this.#stage.object.key ?? ['id'],
      document: sampleSuccess(this.#stage.connector, described),
    });
  }

  /** A page that is asked for with more records than there can be in one. */
  #refuseSize(request: JudgedRequest): MockAnswer | undefined {
    const { paginate } = this.#stage.read;
    const { pageSize } = this.#facts.ceilings;
    if (paginate.kind === 'none' || paginate.sizeParameter === undefined || pageSize === undefined) return undefined;
    const place = 'in' in paginate ? paginate.in : 'query';
    const asked = Number(readParameter({ parameter: paginate.sizeParameter, in: place }, request));
    return asked > pageSize ? { status: 400, body: '{"message":"The page is too large."}' } : undefined;
  }

  #judge(): string | undefined {
    for (const [index, reading] of this.#readings.entries()) {
      const { arrived, error, isDisturbed } = reading;
      if (error !== undefined) return this.#isLimited ? undefined : `Reading ${index + 1} failed: ${error.message}`;
      const problem = reading.what === 'all' ? this.#judgeAll(index, reading) : undefined;
      if (problem !== undefined) return problem;
      // Pages by position show a record again when another one comes before it.
      const mayRepeat = reading.what === 'changes' || (isDisturbed && this.#facts.listing.paging === 'position');
      if (!mayRepeat && new Set(arrived).size < arrived.length) return `Reading ${index + 1} brought a record twice.`;
    }
    return this.#judgeChanges();
  }

  /** Pages by position may miss a record when others vanish, and the next reading has it: removals wait for two of them. */
  #judgeAll(index: number, { there, arrived, isDisturbed }: ReadResult): string | undefined {
    const { paging } = this.#facts.listing;
    if (isDisturbed && paging === 'position' && this.#removals > 0) return undefined;
    const missed = there.filter((row) => this.#isShown(row) && !hasAll(arrived, row));
    const hidden = this.#rows.filter((row) => !this.#isShown(row) && row.keys.some((key) => arrived.includes(key)));
    if (missed.length > 0)
      return `Reading ${index + 1} lost ${missed.length} of ${there.length} records${sayStates(missed)}.`;
    return hidden.length > 0
      ? `Reading ${index + 1} brought records that the full list leaves out${sayStates(hidden)}.`
      : undefined;
  }

  #judgeChanges(): string | undefined {
    for (const { row, readings } of this.#changes) {
      const later = this.#readings.slice(readings).flatMap(({ arrived }) => arrived);
      const came = hasAll(later, row);
      if (this.#isShown(row) && !came) return `A change did not arrive${sayStates([row])}.`;
      if (!this.#isShown(row) && came)
        return `A change arrived of a record that the full list leaves out${sayStates([row])}.`;
    }
    return undefined;
  }

  /** What the full list leaves out is no part of the object. */
  #isShown({ state }: Row): boolean {
    return state === undefined || !this.#facts.listing.leavesOut.includes(state);
  }
}

function hasAll(arrived: readonly string[], { keys }: Row): boolean {
  return keys.every((key) => arrived.includes(key));
}

function sayStates(rows: readonly Row[]): string {
  const states = rows.flatMap(({ state }) => state ?? []);
  return states.length === 0 ? '' : ` (${[...new Set(states)].join(', ')})`;
}

function keyTextOf({ object }: ReadStage, record: JsonObject): string {
  return JSON.stringify((object.key ?? ['id']).map((path) => toPlainText(compileReader(path)(record))));
}

/** Keys that paging goes by, long enough that they are found in the text of a request. */
function tellApart({ read: { paginate } }: ReadStage, element: JsonObject, index: number): JsonObject {
  const paths = paginate.kind === 'keyset' ? paginate.fields : [];
  return paths.reduce((changed, path) => {
    const isNumber = typeof compileReader(path)(changed) === 'number';
    const placed = placeAt(changed, path, isNumber ? 77_001 + index : `key-7700${index}`);
    return isJsonObject(placed) ? placed : changed;
  }, element);
}
