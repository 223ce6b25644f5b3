import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { RecordFinder } from '../../core/records.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Enrichment } from './enrichment.ts';
import type { KnownRecords } from './known-records.ts';

/** What one enrichment of a plan is carried out with. */
export interface Searched {
  finder: RecordFinder;
  /** What the run has found already; also kept between segments. */
  known: KnownRecords;
}

/** Code of a record that several different ones fit. */
export const ambiguousCode = 'enrichment_ambiguous';

export type Enriched =
  /** `unresolved`: the record refers to one that the target does not have, or not yet. */
  { ok: true; value: JsonObject; unresolved: boolean } | { ok: false; problem: RecordProblem; unresolved: boolean };

/**
 * Completes the records of a page, in their order: each value is asked for once in a run, as long as memory holds it.
 *
 * @param searched One for each enrichment.
 * @throws {ConnectorError} when an object cannot be read.
 */
export async function enrichRecords(
  enrichments: readonly Enrichment[],
  searched: readonly Searched[],
  records: readonly JsonObject[],
  signal: AbortSignal,
): Promise<Enriched[]> {
  const found = await Promise.all(
    enrichments.map((enrichment, index) => search(enrichment, searched[index], records, signal)),
  );
  return records.map((record) => complete(enrichments, found, record));
}

/** Which of several different records is meant, nobody can tell: none of them is taken. */
type Found = ReadonlyMap<string, JsonObject | null | 'several'>;

async function search(
  enrichment: Enrichment,
  searched: Searched | undefined,
  records: readonly JsonObject[],
  signal: AbortSignal,
): Promise<Found> {
  if (searched === undefined) throw new Error('The plan completes records, and nothing is there to find them.');
  const { finder, known } = searched;
  const found = new Map<string, JsonObject | null | 'several'>();
  const unknown = new Set<string>();
  for (const record of records) {
    const value = enrichment.readValue(record);
    if (value === undefined || found.has(value)) continue;
    const before = known.get(value);
    if (before === undefined) unknown.add(value);
    else found.set(value, before);
  }
  if (unknown.size === 0) return found;
  for (const record of await finder.find([...unknown], signal)) {
    const value = enrichment.readKey(record);
    // Some systems give more than was asked for.
    if (value === undefined || !unknown.has(value)) continue;
    const picked = enrichment.pick(record);
    const before = found.get(value);
    const isSame = before === undefined || canonicalJson(before) === canonicalJson(picked);
    found.set(value, isSame ? picked : 'several');
  }
  for (const value of unknown) {
    const record = found.get(value) ?? null;
    found.set(value, record);
    if (record === 'several') continue;
    // What the run itself writes may be there the next time.
    if (record !== null || !enrichment.refersToTarget) known.add(value, record);
  }
  return found;
}

function complete(enrichments: readonly Enrichment[], found: readonly Found[], record: JsonObject): Enriched {
  const value = { ...record };
  let unresolved = false;
  let problem: RecordProblem | undefined;
  for (const [index, { as, readValue, onMissing, refersToTarget }] of enrichments.entries()) {
    const wanted = readValue(record);
    const match = wanted === undefined ? null : (found[index]?.get(wanted) ?? null);
    if (match === 'several') {
      const ambiguous = { code: ambiguousCode, message: messages.enrichmentAmbiguous({ as }) };
      return { ok: false, problem: ambiguous, unresolved: false };
    }
    value[as] = match;
    if (match !== null || wanted === undefined) continue;
    unresolved ||= refersToTarget;
    if (onMissing !== 'dead_letter') continue;
    const message = `Nothing was found to complete the record with as \`${as}\`.`;
    const missing = { code: 'enrichment_missing', message };
    // What is missing elsewhere does not come with this run.
    if (!refersToTarget) return { ok: false, problem: missing, unresolved: false };
    problem ??= missing;
  }
  return problem === undefined ? { ok: true, value, unresolved } : { ok: false, problem, unresolved };
}
