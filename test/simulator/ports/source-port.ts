import { ConnectorError } from '../../../core/connector-error.ts';
import { canonicalJson, isJsonObject, type Json } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import type { Plan } from '../../../engine/plan.ts';
import type { Attempt } from '../attempt.ts';
import { copy } from '../copy.ts';
import type { Sim } from '../sim.ts';
import { toError } from '../virtual-process.ts';
import { readsChanges } from '../world.ts';

/** The source as one process reaches it. Notes what is read when, and how much of it is held. */
export function openSource(sim: Sim, attempt: Attempt): RecordSource {
  const { nemesis, scheduler } = sim;
  return {
    ...(readsChanges(sim.config) ? { begin: beginAfter } : {}),
    readPage: (cursor, signal) => {
      attempt.calls('readPage');
      if (signal.aborted) return Promise.reject(toError(signal.reason));
      checkRead(sim, attempt);
      attempt.meetFault('readPage');
      const fault = nemesis.readFault();
      attempt.reading += 1;
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          attempt.reading -= 1;
          answer.cancel();
          reject(toError(signal.reason));
        };
        const settle = (action: () => void): void => {
          if (signal.aborted) return;
          signal.removeEventListener('abort', onAbort);
          attempt.reading -= 1;
          action();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const answerMs = nemesis.latencyMs() + nemesis.rng.longTail(30_000);
        let page: SourcePage | undefined;
        if (fault === undefined) {
          scheduler.at(answerMs / 2, () => {
            page = leaveOut(attempt.plan, readTable(sim, cursor));
          });
        }
        const answer = attempt.process.deliverIn(answerMs, () => {
          settle(() => {
            if (page !== undefined) resolve(hold(attempt, cursor, page));
            else reject(toFault(sim, attempt, cursor, fault ?? 'transient'));
          });
        });
      });
    },
  };
}

function toFault(sim: Sim, attempt: Attempt, cursor: Json, chosen: ConnectorError['kind']): ConnectorError {
  // The first page has no cursor that could expire.
  const kind = chosen === 'cursor_expired' && cursor === null ? 'transient' : chosen;
  attempt.disturb();
  if (kind === 'cursor_expired') attempt.cursorExpired = true;
  attempt.say(() => `readPage ${JSON.stringify(cursor)} FAILS: ${kind}`);
  return new ConnectorError(kind, `The source fails: ${kind}.`, {
    connectorId: 'simulated',
    operation: 'list',
    retryAfterMs: sim.nemesis.retryAfterMs(kind),
  });
}

function hold(attempt: Attempt, cursor: Json, page: SourcePage): SourcePage {
  const at = canonicalJson(cursor);
  // Reading a page again replaces what was read at that place before.
  const again = attempt.held.findIndex((held) => held.cursor === at);
  if (again >= 0) attempt.held.splice(again);
  attempt.held.push({ cursor: at, next: page.next, records: page.records, bytes: page.bytes });
  attempt.say(
    () => `readPage ${JSON.stringify(cursor)} → ${page.records.map((record) => JSON.stringify(record)).join(' ')}`,
  );
  return copy(page);
}

function checkRead(sim: Sim, attempt: Attempt): void {
  if (attempt.cancelSeenAtMs !== undefined) {
    sim.verdict.fail(
      'cancel',
      `${attempt.process.name} starts to read after it learnt that the run is to be canceled.`,
    );
  }
  const heldBytes = attempt.held.reduce((sum, { bytes }) => sum + bytes, 0);
  if (attempt.held.length + attempt.reading > 1) {
    sim.verdict.fail('memory', `${attempt.process.name} reads a third page while it holds two.`);
  } else if (attempt.held.length === 1 && heldBytes >= sim.config.limits.pageBytesMax) {
    sim.verdict.fail('memory', `${attempt.process.name} reads ahead while it holds ${heldBytes} bytes.`);
  }
}

/** Its plans know one comparison only. */
function leaveOut({ where }: Plan, page: SourcePage): SourcePage {
  const records = where.length === 0 ? page.records : page.records.filter(({ keep }) => keep === true);
  return { ...page, records };
}

function readTable(sim: Sim, cursor: Json): SourcePage {
  const { table, config, nemesis, verdict } = sim;
  const place = parseCursor(cursor);
  if (place === undefined) verdict.fail('contract', `The source never gave the cursor ${JSON.stringify(cursor)}.`);
  const { after, hop, since, until } = { ...start, until: table.changes, ...place };
  const reading = { since, until };
  if (config.emptyPages && hop === 0 && after % 3 === 1) {
    return { records: [], next: { after, hop: 1, ...reading }, bytes: 2 };
  }
  const size = config.pageSizeVaries ? nemesis.rng.int(1, config.pageSize * 2) : config.pageSize;
  const { records, bytes, last, more } = table.after(after, size, since);
  // Some sources find out only by reading on that there was nothing more.
  const unsure = config.emptyPages && records.length > 0 && last % 2 === 0;
  if (more || unsure) return { records, bytes, next: { after: last, hop: 0, ...reading } };
  // What changed while it was read may lie behind: only what was so when the reading began is done with.
  return { records, bytes, next: undefined, ...(readsChanges(config) ? { watermark: until } : {}) };
}

const start = { after: -1, hop: 0, since: -1 };

/** Where a reading of changes begins. */
function beginAfter(from: ReadingStart): Json | undefined {
  return 'watermark' in from ? { ...start, since: from.watermark } : undefined;
}

type PageCursor = typeof start & { until?: number };

function parseCursor(cursor: Json): PageCursor | undefined {
  if (cursor === null) return start;
  if (!isJsonObject(cursor)) return undefined;
  const { after, hop, since, until } = cursor;
  if (typeof after !== 'number' || typeof hop !== 'number' || typeof since !== 'number') return undefined;
  return { after, hop, since, ...(typeof until === 'number' ? { until } : {}) };
}
