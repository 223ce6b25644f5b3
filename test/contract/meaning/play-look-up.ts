import type { HttpIdempotency } from '../../../connectors/kit/http/operations.ts';
import { toJsonObject } from '../../../connectors/kit/type-guards.ts';
import { type Identity, type ObjectMeaning, readFact } from '../../../connectors/kit/meaning/meaning.ts';
import type { Effect, EffectResult } from '../../../core/records.ts';
import { openMockSession } from '../behaviour/mock-session.ts';
import type { MockAnswer } from '../behaviour/mock-vendor.ts';
import { isFor, play } from '../behaviour/stage.ts';
import {
  answerFind,
  answerLock,
  asksForRest,
  createPageCheck,
  sampleWrite,
  succeed,
  type WriteStage,
} from '../behaviour/writes.ts';
import { placeAt } from '../encode-document.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { readValues } from './read-values.ts';
import type { LookUpScenario } from './scenario.ts';
import { createSystemClock } from './system-clock.ts';

type Find = Extract<HttpIdempotency, { kind: 'find' }>;

/** Plays a scenario for a write that looks its record up first. @returns what went wrong. */
export async function playLookUp(
  stage: WriteStage,
  scenario: LookUpScenario,
  sheet: Partial<ObjectMeaning>,
): Promise<string | undefined> {
  const identity = readFact(sheet.identity);
  const { idempotency } = stage.write;
  if (identity === undefined || idempotency.kind !== 'find') return undefined;
  for (const { stored, written, isSame } of scenario.pairs()) {
    const isThere = isSame === 'always' || identity.ignoresCase;
    const vendor = new LookUpVendor(stage, idempotency, identity, {
      sheet,
      stored: isThere || scenario.isLost !== true ? stored : undefined,
    });
    const problem =
      scenario.isLost === true ? await vendor.createAndLose(written) : await vendor.write(written, isThere);
    if (problem !== undefined) return `${JSON.stringify(written)}: ${problem}`;
  }
  return undefined;
}

/** The system around one record, which it may have or not. */
class LookUpVendor {
  readonly #stage: WriteStage;
  readonly #find: Find;
  readonly #identity: Identity;
  readonly #sheet: Partial<ObjectMeaning>;
  readonly #stored: string | undefined;
  readonly #system = { nowMs: Date.UTC(2026, 10, 20, 12) };
  /** Since when a search knows the record; absent: it is not there. */
  #visibleMs: number | undefined;
  #creations = 0;
  readonly #isLater = createPageCheck();
  #isInvalid = false;

  constructor(
    stage: WriteStage,
    find: Find,
    identity: Identity,
    { sheet, stored }: { sheet: Partial<ObjectMeaning>; stored: string | undefined },
  ) {
    this.#stage = stage;
    this.#find = find;
    this.#identity = identity;
    this.#sheet = sheet;
    this.#stored = stored;
  }

  /** The record is there, in the spelling of the system, or one is that is another. */
  async write(written: string, isThere: boolean): Promise<string | undefined> {
    this.#visibleMs = 0;
    const [result] = await this.#send(written, (request) => this.#answer(request, () => undefined));
    if (this.#isInvalid) return 'The look-up is no filter of the vendor.';
    // What a language cannot write is refused: nothing is there twice then.
    if (isThere && this.#creations > 0) return 'A second record was made.';
    const isTaken = result?.outcome === 'unchanged' || (result?.outcome === 'updated' && this.#creations === 0);
    return !isThere && isTaken ? 'Another record was taken for it.' : undefined;
  }

  /** A record is created, and nobody hears of it: it is looked up when the connector says that a search knows it. */
  async createAndLose(written: string): Promise<string | undefined> {
    const lagMs = readFact(this.#sheet.lag)?.ms ?? 0;
    const lose = (): MockAnswer => {
      this.#visibleMs = this.#system.nowMs + lagMs;
      return 'hang_up';
    };
    const stage = this.#stage;
    play(stage, (request) => this.#answer(request, lose));
    const { session } = await openMockSession(
      stage.connector,
      stage.vendor,
      stage.signIn,
      createSystemClock(this.#system),
    );
    try {
      const target = session.openTarget(this.#openWith());
      const effect = this.#toEffect(written);
      await target.write([effect]);
      if (this.#visibleMs === undefined) return undefined;
      this.#system.nowMs = Math.max(this.#system.nowMs, this.#visibleMs - lagMs + target.searchLagMs);
      const [found] = (await target.find?.([effect], AbortSignal.timeout(10_000))) ?? [];
      return found?.found === false ? `${target.searchLagMs} ms after it was made, it is not found.` : undefined;
    } finally {
      await session.close();
    }
  }

  async #send(written: string, answer: (request: JudgedRequest) => MockAnswer): Promise<EffectResult[]> {
    const stage = this.#stage;
    play(stage, answer);
    const { session } = await openMockSession(
      stage.connector,
      stage.vendor,
      stage.signIn,
      createSystemClock(this.#system),
    );
    try {
      return (await session.openTarget(this.#openWith()).write([this.#toEffect(written)])).results;
    } finally {
      await session.close();
    }
  }

  #openWith() {
    const { name, operation } = this.#stage;
    return { object: name, operation, matchOn: [this.#identity.field], options: {} };
  }

  #toEffect(written: string): Effect {
    const effect = sampleWrite(this.#stage);
    return { ...effect, body: toJsonObject(placeAt(effect.body, this.#identity.field, written)) };
  }

  #answer(request: JudgedRequest, onCreate: () => MockAnswer | undefined): MockAnswer {
    const { parts, write } = this.#stage;
    if (asksForRest(this.#stage, request)) return answerLock(this.#stage);
    if (isFor(parts.find, request)) return this.#look(request);
    if (isFor(parts.lock, request)) return answerLock(this.#stage);
    const isCreation = write.update !== undefined && isFor(parts.request, request) && !isFor(parts.update, request);
    if (isCreation) this.#creations += 1;
    return (isCreation ? onCreate() : undefined) ?? succeed(this.#stage, request);
  }

  /** The vendor's search: it compares as the sheet says. */
  #look(request: JudgedRequest): MockAnswer {
    const stage = this.#stage;
    const asked = readValues(request, readFact(this.#sheet.filter)?.languages ?? []);
    if (asked === undefined) {
      this.#isInvalid = true;
      return { status: 400, body: '{"message":"The filter is invalid."}' };
    }
    const { ignoresCase, field } = this.#identity;
    const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
    const stored = this.#stored ?? '';
    const isKnown = this.#visibleMs !== undefined && this.#visibleMs <= this.#system.nowMs;
    const listsAll = this.#find.paginate !== undefined;
    const fits =
      !this.#isLater(request) && isKnown && (listsAll || asked.some((value) => fold(value) === fold(stored)));
    const effect = this.#toEffect(stored);
    return answerFind(
      { ...stage, operation: fits ? 'update' : 'create' },
      { ...effect, body: toJsonObject(placeAt(effect.body, field, stored)) },
      { identity: field },
    );
  }
}
