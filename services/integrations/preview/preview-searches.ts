import { HubError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { EnrichmentDefinition } from '../../../engine/definition.ts';
import { enrichRecords, type Searched } from '../../../engine/stages/enrich-records.ts';
import type { Enrichment } from '../../../engine/stages/enrichment.ts';
import type { Plan } from '../../../engine/plan.ts';
import { judgeRecord } from '../../../engine/stages/identify-records.ts';
import { findStage } from '../../../engine/stages/stage.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import { askUpstream } from '../../connections/ask-upstream.ts';
import { requireConnection, requireEnabled } from '../../connections/require-connection.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { messages } from '../../../core/messages.ts';

/** A preview completes a hundred records at most. */
const knownMax = 1_000_000;

/**
 * Finds what the records of a preview are completed with, by asking workers, which can open connections: once for all of
 * them, though each is worked on by itself.
 *
 * @throws {HubError} `invalid_state` where a connection is disabled; `upstream_error`; as `askUpstream`.
 */
export async function searchForAll(
  ctx: ServiceContext,
  definitions: readonly EnrichmentDefinition[],
  plan: Pick<Plan, 'stages'>,
  records: readonly JsonObject[],
): Promise<Searched[]> {
  const enrichments = findStage(plan, 'enrich')?.enrichments ?? [];
  const searched = openSearches(ctx, definitions, enrichments);
  const kept = records.filter((record) => judgeRecord(plan, record) === true);
  await enrichRecords(enrichments, searched, kept, new AbortController().signal);
  return searched;
}

function openSearches(
  ctx: ServiceContext,
  definitions: readonly EnrichmentDefinition[],
  enrichments: readonly Enrichment[],
): Searched[] {
  return enrichments.flatMap(({ key }, index) => {
    const definition = definitions[index];
    if (definition === undefined) return [];
    const finder = { find: (values: readonly string[]) => search(ctx, definition, key, values) };
    return [{ finder, known: new KnownRecords(knownMax) }];
  });
}

/** @throws {HubError} `invalid_state` where the connection is disabled; `upstream_error`; as `askUpstream`. */
async function search(
  ctx: ServiceContext,
  { connection_id: connection, object, options = {}, fields }: EnrichmentDefinition,
  key: string,
  values: readonly string[],
): Promise<JsonObject[]> {
  const known = await requireConnection(ctx, connection);
  requireEnabled(known);
  const about = { connectionId: known.id };
  const wanted = fields === undefined ? {} : { fields: [...fields, toMember(key)] };
  const input = { object, options, key, values: [...values], ...wanted };
  const { records, more } = await askUpstream(ctx, { kind: 'find', about, input });
  if (!more) return records;
  throw new HubError('upstream_error', messages.enrichmentTooLarge, {
    details: { kind: 'too_large' },
  });
}

/** The top-level member that a path begins with. */
function toMember(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
