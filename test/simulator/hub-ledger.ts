import type {
  Checkpoint,
  DiffQuery,
  DiffRow,
  Judged,
  JudgedRows,
  Mark,
  MissingRow,
  PendingEffect,
} from '../../engine/ports.ts';
import { copy } from './copy.ts';

/** Few, so that a judgement takes more than one page. */
const judgedAtOnce = 3;

/** What the ledger keeps of one source key. */
export interface LedgerRow {
  /** Highest sequence ever used; outlives the marks it was used by. */
  lastSeq: number;
  settled:
    | {
        fingerprint: string;
        targetId: string | undefined;
        hash: string;
        unresolved: boolean;
        runId: string;
        pageSeq: number;
        atMs: number;
        /** Several pages of the reading showed it, the noted one last. */
        repeated?: boolean;
      }
    | undefined;
  /** Complete readings running that did not see it. */
  missed: number;
  deactivated: boolean;
  /** What was switched off for it in the target. */
  off?: { fingerprint: string; targetId: string | undefined } | undefined;
  pending: { mark: Mark; fingerprint: string; markedAtMs: number; runId: string; order: number } | undefined;
}

/** The reading that a page belongs to. */
interface RunRead {
  runId: string;
  /** The run before it. */
  runBefore: string | undefined;
  /** Whether a record of a source key waits for its end. */
  waits: (sourceKey: string) => boolean;
}

/** What an integration knows of the records that it wrote, as the docstrings of `engine/ports.ts` say. */
export class HubLedger {
  readonly rows = new Map<string, LedgerRow>();
  readonly #now: () => number;
  readonly #seen = new Set<string>();
  readonly #claimed = new Set<string>();
  #order = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Rows are marked, or not settled. */
  get hasLoose(): boolean {
    return [...this.rows.values()].some(({ pending, settled }) => pending !== undefined || settled?.hash === '');
  }

  get hasPending(): boolean {
    return [...this.rows.values()].some(({ pending }) => pending !== undefined);
  }

  diff(
    { runId, runBefore, waits }: RunRead,
    { fingerprint, pageSeq, ignoreHashes, forget, repeats, entries }: DiffQuery,
  ): DiffRow[] {
    const rows: DiffRow[] = [];
    for (const [index, { sourceKey: asked, hash, forms = [] }] of entries.entries()) {
      const sourceKey = this.#findStored(asked, forms);
      const row = this.rows.get(sourceKey);
      const settled = row?.settled?.fingerprint === fingerprint ? row.settled : undefined;
      const sameHash = settled !== undefined && settled.hash === hash;
      const settledHere = sameHash && settled?.runId === runId && settled.pageSeq === pageSeq;
      const noted = settled?.repeated === true;
      const differs = !sameHash || ignoreHashes || row?.pending !== undefined;
      const onPage = repeats?.onPage.includes(asked) === true;
      const isListed = hash !== undefined && (differs || settledHere || (repeats !== undefined && noted) || onPage);
      if (!isListed && sourceKey === asked) continue;
      const again = settled?.runId === runId && settled.pageSeq !== pageSeq;
      const wasLater = settled?.runId === runBefore && settled !== undefined && settled.pageSeq > pageSeq;
      const isRepeat = noted || (onPage && !differs) || (!sameHash && (again || wasLater));
      const tells = repeats !== undefined && settled !== undefined && isRepeat;
      const waiting = noted && settled.runId === runId && waits(sourceKey);
      rows.push({
        index,
        ...(sourceKey === asked ? {} : { storedKey: sourceKey }),
        isSame: !isListed,
        known: settled !== undefined,
        sameHash,
        targetId: settled?.targetId ?? (row?.off?.fingerprint === fingerprint ? row.off.targetId : undefined),
        effectSeq: row?.lastSeq ?? 0,
        settledHere: settledHere && !noted,
        unresolved: settled?.unresolved === true,
        deactivated: row?.deactivated === true,
        ...(tells ? { repeat: { noted, again, differs, waits: waiting } } : {}),
      });
      if (forget && isListed && settled !== undefined && !sameHash && !tells) settled.hash = '';
    }
    return rows;
  }

  owners(
    fingerprint: string,
    targets: readonly { sourceKey: string; targetId: string }[],
  ): ReadonlyMap<string, string> {
    const owners = new Map<string, string>();
    for (const { sourceKey, targetId } of targets) {
      const owner = this.#ownerOf(fingerprint, targetId);
      if (owner !== undefined && owner !== sourceKey) owners.set(sourceKey, owner);
    }
    return owners;
  }

  mark(runId: string, fingerprint: string, marks: readonly Mark[]): void {
    for (const mark of marks) {
      const row = this.#row(mark.sourceKey);
      this.#order += 1;
      row.lastSeq = Math.max(row.lastSeq, mark.effectSeq);
      row.pending = { mark: copy(mark), fingerprint, markedAtMs: this.#now(), runId, order: this.#order };
    }
  }

  pending(runId: string, limit: number): PendingEffect[] {
    const open: PendingEffect[] = [];
    const byAge = [...this.rows.values()].toSorted((a, b) => (a.pending?.order ?? 0) - (b.pending?.order ?? 0));
    for (const { pending, settled } of byAge) {
      if (pending === undefined || open.length >= limit) continue;
      open.push({
        ...copy(pending.mark),
        ageMs: this.#now() - pending.markedAtMs,
        ownRun: pending.runId === runId,
        known: settled?.fingerprint === pending.fingerprint,
        fingerprint: pending.fingerprint,
      });
    }
    return open;
  }

  judgeAfter(fingerprint: string, after: string | null): JudgedRows {
    const behind = this.#removable(fingerprint)
      .filter(([key]) => after === null || key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const rows = behind.slice(0, judgedAtOnce);
    const unseen = rows.filter(([key]) => !this.#seen.has(key));
    const claimed = unseen.filter(([key, { missed }]) => missed > 0 && this.#claimed.has(key)).map(([key]) => key);
    const missing = unseen.filter(([key]) => !this.#claimed.has(key));
    return {
      counts: {
        known: rows.length,
        missing: missing.length,
        confirmed: missing.filter(([, { missed }]) => missed > 0).length,
        approved: 0,
      },
      missed: unseen.filter(([key, { missed }]) => missed < 2 && !claimed.includes(key)).map(([key]) => key),
      claimed,
      found: rows.filter(([key, { missed }]) => this.#seen.has(key) && missed > 0).map(([key]) => key),
      last: behind.length > rows.length ? (rows.at(-1)?.[0] ?? null) : null,
    };
  }

  missingAfter(fingerprint: string, after: string | null, limit: number): MissingRow[] {
    const behind = this.#removable(fingerprint).filter(
      ([key, { missed }]) => missed > 1 && (after === null || key > after),
    );
    return behind
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([sourceKey, row, targetId]) => ({ sourceKey, targetId, effectSeq: row.lastSeq }));
  }

  /** What a checkpoint says of records. */
  write(runId: string, pageSeq: number, change: Checkpoint): void {
    this.#takeOver(change);
    const { fingerprint } = change;
    for (const { sourceKey, targetId, hash: written, effectSeq, unresolved } of change.settled) {
      const row = this.#row(sourceKey);
      const takesOff = this.#takeOff(sourceKey, fingerprint, targetId);
      const hash = takesOff ? '' : written;
      row.lastSeq = Math.max(row.lastSeq, effectSeq);
      row.settled = { fingerprint, targetId, hash, unresolved, runId, pageSeq, atMs: this.#now() };
      const deactivated = (row.deactivated || takesOff) && hash === '';
      Object.assign(row, { pending: undefined, missed: 0, deactivated, off: undefined });
    }
    for (const sourceKey of change.removed ?? []) {
      const row = this.#row(sourceKey);
      const deactivated = change.deactivates === true;
      const off = deactivated ? { fingerprint, targetId: row.settled?.targetId } : undefined;
      Object.assign(row, { settled: undefined, missed: 0, pending: undefined, deactivated, off });
    }
    for (const sourceKey of change.repeats?.again ?? []) this.#note(sourceKey, { runId, pageSeq, repeated: true });
    for (const sourceKey of change.repeats?.once ?? []) this.#note(sourceKey, { runId, pageSeq, repeated: false });
    if (change.seen?.reset === true) this.#forgetSeen();
    for (const sourceKey of change.seen?.sourceKeys ?? []) this.#seen.add(sourceKey);
    for (const sourceKey of change.seen?.claimed ?? []) this.#claimed.add(sourceKey);
    if (change.judged !== undefined) this.#judge(change.judged);
    for (const sourceKey of change.unmarked) this.#row(sourceKey).pending = undefined;
    for (const sourceKey of change.forgotten) {
      const { settled } = this.#row(sourceKey);
      if (settled !== undefined) settled.hash = '';
    }
  }

  /** The text that it has a key by: of a row that is settled, if there is one. */
  #findStored(asked: string, forms: readonly string[]): string {
    const stored = [asked, ...forms].filter((form) => this.rows.has(form));
    return stored.find((form) => this.rows.get(form)?.settled !== undefined) ?? stored[0] ?? asked;
  }

  /** What was switched off for another record is this one's. */
  #takeOff(sourceKey: string, fingerprint: string, targetId: string | undefined): boolean {
    const owner = [...this.rows].find(
      ([key, { off }]) =>
        key !== sourceKey && targetId !== undefined && off?.fingerprint === fingerprint && off.targetId === targetId,
    );
    if (owner !== undefined) Object.assign(owner[1], { off: undefined });
    return owner !== undefined;
  }

  #note(sourceKey: string, shown: { runId: string; pageSeq: number; repeated: boolean }): void {
    const { settled } = this.#row(sourceKey);
    if (settled !== undefined) Object.assign(settled, shown);
  }

  #forgetSeen(): void {
    this.#seen.clear();
    this.#claimed.clear();
  }

  #judge({ missed, found, claimed, ends }: Judged): void {
    for (const key of missed) this.#row(key).missed = Math.min(this.#row(key).missed + 1, 2);
    for (const key of found) this.#row(key).missed = 0;
    for (const key of claimed) Object.assign(this.#row(key), { settled: undefined, missed: 0 });
    if (ends) this.#forgetSeen();
  }

  /** Rows of a target whose id is known. */
  #removable(fingerprint: string): [string, LedgerRow, string][] {
    return [...this.rows].flatMap(([key, row]): [string, LedgerRow, string][] => {
      const { settled } = row;
      return settled?.fingerprint === fingerprint && settled.targetId !== undefined
        ? [[key, row, settled.targetId]]
        : [];
    });
  }

  #row(sourceKey: string): LedgerRow {
    const row = this.rows.get(sourceKey) ?? {
      lastSeq: 0,
      settled: undefined,
      missed: 0,
      deactivated: false,
      pending: undefined,
    };
    this.rows.set(sourceKey, row);
    return row;
  }

  #ownerOf(fingerprint: string, targetId: string): string | undefined {
    for (const [key, { settled }] of this.rows) {
      if (settled?.fingerprint === fingerprint && settled.targetId === targetId) return key;
    }
    return undefined;
  }

  /** The unique index over (fingerprint, target id): rows that are settled take over what others have. */
  #takeOver({ fingerprint, settled }: Checkpoint): void {
    const taken = new Set<string>();
    for (const { sourceKey, targetId } of settled) {
      if (targetId === undefined) continue;
      if (taken.has(targetId)) throw new Error(`duplicate key value violates unique constraint: target ${targetId}`);
      taken.add(targetId);
      const owner = this.#ownerOf(fingerprint, targetId);
      if (owner !== undefined && owner !== sourceKey) this.#row(owner).settled = undefined;
    }
  }
}
