import { ConnectorError } from '../../../core/connector-error.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { ambiguousCode, enrichRecords, type Searched } from '../../../engine/stages/enrich-records.ts';
import type { Enrichment } from '../../../engine/stages/enrichment.ts';
import { refusals } from './answer.ts';

/** What was found by values: a record, null where nothing was found, several, or why the system refuses to look for one. */
export type Found = ReadonlyMap<string, JsonObject | null | 'several' | ConnectorError>;

/**
 * Finds records by values, as many in one call as the system takes. Where a call is refused, its values are split until those
 * that are refused are alone: the others are found.
 *
 * @throws {ConnectorError} what says nothing of a single value.
 */
export async function findEach(
  enrichment: Enrichment,
  searched: Searched,
  values: readonly string[],
  signal: AbortSignal,
): Promise<Found> {
  if (values.length === 0) return new Map();
  try {
    const wanted = values.map((by) => ({ by }));
    const found = await enrichRecords([enrichment], [searched], wanted, signal);
    return new Map(values.map((value, index) => [value, pickFound(found[index], enrichment)]));
  } catch (error) {
    if (!(error instanceof ConnectorError) || !refusals.has(error.kind)) throw error;
    if (values.length === 1) return new Map(values.map((value) => [value, error]));
    const middle = Math.ceil(values.length / 2);
    const halves = [values.slice(0, middle), values.slice(middle)];
    const found: Found[] = [];
    for (const half of halves) found.push(await findEach(enrichment, searched, half, signal));
    return new Map(found.flatMap((half) => [...half]));
  }
}

function pickFound(
  found: Awaited<ReturnType<typeof enrichRecords>>[number] | undefined,
  { as }: Enrichment,
): JsonObject | null | 'several' {
  if (found?.ok === false && found.problem.code === ambiguousCode) return 'several';
  const record = found?.ok === true ? found.value[as] : undefined;
  return isJsonObject(record) ? record : null;
}
