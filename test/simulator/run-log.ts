import type { JsonObject } from '../../core/json.ts';
import type { Plan } from '../../engine/plan.ts';
import { judgeRecord } from '../../engine/stages/identify-records.ts';
import { type Expectation, expectationOf } from './plan-under-test.ts';

/** What one run read for good: the pages that its cursor moved past, and what their records should come to. */
export class RunLog {
  readonly runId: string;
  /** Last expectation of each source key, in the order of reading. */
  readonly expected = new Map<string, Expectation>();
  /** Dead letters that the pages call for: by source key, and without one. */
  readonly failing = new Map<string, number>();
  /** Source keys with a write in this run whose outcome was unclear for a while. */
  readonly doubtful = new Set<string>();
  records = 0;
  deduplicated = 0;
  /** Keys that several pages of the reading have shown. */
  readonly repeated = new Set<string>();
  readonly #shown = new Set<string>();
  /** The source is read, and records that wait are looked at. */
  looksAgain = false;
  /** The cursor reached the end. */
  finished = false;
  /** How often reading started over. */
  restarts = 0;
  /** The state of things when the run began. */
  readonly start: {
    tableChanges: number;
    /** A former segment has not given its lease back, or left marks: its work can come to light in this run. */
    inherits: boolean;
    landings: number;
    faults: number;
  };

  constructor(runId: string, start: RunLog['start']) {
    this.runId = runId;
    this.start = start;
  }

  /** A page is done with. @returns what its records should have come to, one for each key */
  pass(plan: Plan, records: readonly JsonObject[]): Expectation[] {
    const byKey = new Map<string, JsonObject>();
    const passed: Expectation[] = [];
    this.records += records.length;
    for (const record of records) {
      if (judgeRecord(plan, record) === false) continue;
      const key = plan.readKey(record);
      if (!key.ok) passed.push(expectationOf(plan, record));
      else if (byKey.has(key.key)) this.deduplicated += 1;
      if (key.ok) byKey.set(key.key, record);
    }
    for (const [key, record] of byKey) {
      if (this.#shown.has(key)) this.repeated.add(key);
      this.#shown.add(key);
      const expectation = expectationOf(plan, record);
      this.expected.set(key, expectation);
      passed.push(expectation);
    }
    for (const expectation of passed) this.#noteFailing(expectation);
    return passed;
  }

  startOver(): void {
    this.restarts += 1;
    this.looksAgain = false;
    this.#shown.clear();
  }

  #noteFailing(expectation: Expectation): void {
    if (expectation.kind === 'left_out' || (expectation.kind === 'wanted' && !expectation.poisoned)) return;
    const key = expectation.key ?? noKey;
    this.failing.set(key, (this.failing.get(key) ?? 0) + 1);
  }
}

/** Stands for the records that have no key. */
export const noKey = '(no key)';

export function countByKey(deadLetters: readonly { sourceKey: string | undefined }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sourceKey } of deadLetters) counts.set(sourceKey ?? noKey, (counts.get(sourceKey ?? noKey) ?? 0) + 1);
  return counts;
}
