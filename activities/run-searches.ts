import type { Enrichment } from '../engine/enrichment.ts';
import type { Searched } from '../engine/enrich-records.ts';
import { KnownRecords } from '../engine/known-records.ts';
import type { ConnectorSession } from '../connectors/kit/session.ts';
import type { EnrichmentDefinition } from '../engine/definition.ts';
import { RunUnusableError } from './load-run.ts';

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

/** Opens what the records of a run are completed with. */
export function openSearches(
  sessions: readonly ConnectorSession[],
  definitions: readonly EnrichmentDefinition[],
  enrichments: readonly Enrichment[],
  known: readonly KnownRecords[],
): Searched[] {
  return enrichments.flatMap(({ key }, index) => {
    const [session, definition, memory] = [sessions[index], definitions[index], known[index]];
    if (session === undefined || definition === undefined || memory === undefined) return [];
    const { object, options = {} } = definition;
    const finder = session.openFinder?.({ object, options, key });
    if (finder === undefined)
      throw new RunUnusableError(`Records to complete others with as "${definition.as}" cannot be found.`);
    return [{ finder, known: memory }];
  });
}
