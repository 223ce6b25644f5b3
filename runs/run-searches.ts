import type { Enrichment } from '../engine/stages/enrichment.ts';
import { findStage } from '../engine/stages/stage.ts';
import type { Searched } from '../engine/stages/enrich-records.ts';
import { KnownRecords } from '../engine/stages/known-records.ts';
import type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
import type { RecordFinder } from '../core/records.ts';
import type { Plan } from '../engine/plan.ts';
import type { LoadedRun } from './load/load-run.ts';
import { RunUnusableError } from '../core/runs/run-unusable-error.ts';
import type { SessionCache } from '../sessions/session-cache.ts';
import { messages } from '../core/messages.ts';

/** What one run may remember of the records that it found, in characters of JSON, all of its enrichments together. */
const sizeMax = 8 * 1024 * 1024;

/** Runs that something is remembered of between their segments. */
const runsMax = 16;

/** What runs have found to complete records with: a value is asked for once in a run, as long as memory holds it. */
export class SearchMemory {
  readonly #runs = new Map<string, readonly KnownRecords[]>();

  /** @returns one memory for each of the run's enrichments. */
  get(runId: string, count: number): readonly KnownRecords[] {
    const known =
      this.#runs.get(runId) ?? Array.from({ length: count }, () => new KnownRecords(Math.floor(sizeMax / count)));
    this.#runs.delete(runId);
    this.#runs.set(runId, known);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > runsMax && oldest !== undefined) this.#runs.delete(oldest);
    return known;
  }

  /** The run is over. */
  forget(runId: string): void {
    this.#runs.delete(runId);
  }
}

/** What looks records up to complete others with: a run, or what is tried out. */
type Searching = Pick<LoadedRun, 'enrich'> & { definition: Pick<LoadedRun['definition'], 'enrich'> };

/** Runs `work` with what the records of a run are completed with: a session for each enrichment. */
export function useSearches<T>(
  sessions: SessionCache,
  { orgId, run, plan, known }: { orgId: string; run: Searching; plan: Plan; known?: readonly KnownRecords[] },
  work: (searched: readonly Searched[]) => Promise<T>,
): Promise<T> {
  const enrichments = findStage(plan, 'enrich')?.enrichments ?? [];
  const open = (searched: readonly Searched[]): Promise<T> => {
    const index = searched.length;
    const [enrichment, connection] = [enrichments[index], run.enrich[index]];
    if (enrichment === undefined || connection === undefined) return work(searched);
    return sessions.use(orgId, connection, (session) => {
      const memory = known?.[index] ?? new KnownRecords(sizeMax);
      return open([...searched, { finder: openFinder(session, run, index, enrichment), known: memory }]);
    });
  };
  return open([]);
}

/** @throws {RunUnusableError} when the connector cannot search any more. */
function openFinder(session: ConnectorSession, run: Searching, index: number, { as, key }: Enrichment): RecordFinder {
  const { object = '', options = {} } = run.definition.enrich?.[index] ?? {};
  const finder = session.openFinder?.({ object, options, key });
  if (finder !== undefined) return finder;
  throw new RunUnusableError(messages.runEnrichmentGone({ as }));
}
