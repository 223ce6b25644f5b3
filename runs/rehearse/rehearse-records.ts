import { answerBytesMax } from '../../core/connection-requests.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { maskValues } from '../../core/mask-values.ts';
import { messages } from '../../core/messages.ts';
import type { Difference, Rehearsed } from '../../core/runs/rehearsals.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { scrubJson } from '../../core/telemetry/scrub.ts';
import { toUuid } from '../../core/ids.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { type PreviewedRecord, previewRecords } from '../../engine/preview-records.ts';
import { findStage } from '../../engine/stages/stage.ts';
import type { Definition } from '../../flow/index.ts';
import { toError } from '../../services/integrations/preview/previewed-record.ts';
import type { ActivityDeps } from '../deps.ts';
import { createItemMask, type MaskedDefinition, mayHaveMoved } from '../explain/mask-item.ts';
import { toLoadedConnection } from '../load/load-run.ts';
import { useSearches } from '../run-searches.ts';
import { listDifferent } from './compare-items.ts';
import type { Tried } from './definitions.ts';
import type { Rehearsing } from './rehearse-items.ts';

type Deps = Pick<ActivityDeps, 'database' | 'opener' | 'scripts' | 'sessions'>;

/** Stands for the target of an integration with one mapping, where masks ask for a step. */
const targetStep = 'target';

/**
 * Maps failed records of a run as they were kept, by a definition with one mapping.
 *
 * @throws {RunUnusableError} where the definition has no mapping, or groups records.
 * @throws {ConnectorError} where a system does not answer that records are completed from.
 */
export async function rehearseRecords(deps: Deps, work: Rehearsing): Promise<Rehearsed[]> {
  const kept = await openDeadLetters(deps, work);
  const records = kept.map(({ record }) => record);
  const now = await map(deps, work, work.now, records);
  if (now === undefined) throw new RunUnusableError(messages.rehearsalOfMapping);
  const past = work.past && (await map(deps, work, work.past, records).catch(skipUnusable));
  return kept.flatMap(({ id, record }, index) => {
    const mapped = now[index];
    return mapped === undefined ? [] : [show(work, { id, record, now: mapped, past: past?.[index], of: kept.length })];
  });
}

function skipUnusable(error: unknown): undefined {
  if (!(error instanceof RunUnusableError)) throw error;
}

interface Kept {
  id: string;
  record: JsonObject;
}

async function openDeadLetters(
  { database, opener }: Deps,
  { address: { orgId, integrationId, runId }, ids }: Rehearsing,
): Promise<Kept[]> {
  const rows = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ id: string; sealed: Buffer }[]>`
      select id, sealed from dead_letters
      where org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId} and id = any(${[...ids]}::uuid[])
      order by id`.execute(),
  );
  return Promise.all(
    rows.map(async ({ id, sealed }) => {
      const record = await opener.open({ purpose: 'record', orgId, integrationId }, sealed);
      return { id, record: isJsonObject(record) ? record : {} };
    }),
  );
}

/** @returns `undefined` where the definition has no mapping. */
async function map(
  deps: Deps,
  { address }: Rehearsing,
  { definition, compiled, environment, connections }: Tried,
  records: readonly JsonObject[],
): Promise<PreviewedRecord[] | undefined> {
  if (compiled === undefined) return undefined;
  const plan = compiled.planFor(environment);
  if (findStage(plan, 'aggregate') !== undefined) throw new RunUnusableError(messages.runGrouped);
  const { orgId, runId } = address;
  const scripts = findStage(plan, 'script') && deps.scripts.open({ orgId, nowMs: environment.now, seed: runId });
  const enrich = (definition.enrich ?? []).flatMap(({ connection_id: id, as }) => {
    const row = connections.find((one) => one.id === toUuid('connection', id));
    if (row === undefined || row.status === 'disabled')
      throw new RunUnusableError(messages.runConnectionGone({ end: `"${as}"` }));
    return [toLoadedConnection(row)];
  });
  return useSearches(deps.sessions, { orgId, run: { definition, enrich }, plan }, (searched) =>
    previewRecords(plan, records, { scripts, searched }),
  );
}

interface Shown {
  id: string;
  record: JsonObject;
  now: PreviewedRecord;
  past: PreviewedRecord | undefined;
  /** How many records share the answer. */
  of: number;
}

function show(work: Rehearsing, { id, record, now, past, of }: Shown): Rehearsed {
  if (now.outcome === 'grouped') throw new RunUnusableError(messages.runGrouped);
  const { scrub, values } = work;
  const blankText = (text: string): string => (scrub === undefined ? '' : scrub(text));
  const mask = createMappedMask(work, record);
  const shown = now.outcome === 'mapped' ? mask.show(now.mapped) : undefined;
  const fits = shown === undefined || Buffer.byteLength(JSON.stringify(shown)) <= answerBytesMax / of;
  const blanked = shown === undefined || scrub === undefined ? shown : scrubJson(shown, scrub);
  const error = now.outcome === 'failed' ? toError(now.problem) : undefined;
  const outcomeDifference: Difference[] =
    now.outcome === 'failed' ? [] : [{ kind: 'outcome', was: 'failed', now: now.outcome }];
  const isBoth = now.outcome === 'mapped' && past?.outcome === 'mapped';
  const fields = isBoth ? listDifferent(past.mapped, now.mapped) : [];
  return {
    id,
    outcome: now.outcome,
    ...(error === undefined ? {} : { errors: [{ ...error, message: blankText(error.message) }] }),
    ...(isJsonObject(blanked) && fits ? { mapped: blanked } : {}),
    differences: [...outcomeDifference, ...(fields.length === 0 ? [] : [{ kind: 'writes' as const, fields }])],
    compared: past !== undefined,
    ...(isBoth && fields.length === 0 ? { same_as_failed: true as const } : {}),
    masked: values === 'shapes' || scrub === undefined || mask.isMasked(),
    truncated: !fits,
  };
}

/** What masks mapped records: as values of items, their target standing for a step. */
function createMappedMask({ now, past, run, values, scrub }: Rehearsing, record: JsonObject) {
  if (values === 'shapes' || scrub === undefined) {
    return { show: (mapped: JsonObject) => maskValues(mapped), isMasked: () => true };
  }
  const connectors = new Map([...(past?.connections ?? []), ...now.connections].map((one) => [one.id, one.connector]));
  const mask = createItemMask(toMasked(now.definition), connectors);
  if (mayHaveMoved(run.definition, connectors)) mask.hide(record);
  else mask.record(record);
  return {
    show: (mapped: JsonObject) => {
      const shown = mask.output(targetStep, { record: mapped });
      return isJsonObject(shown) ? (shown['record'] ?? null) : null;
    },
    isMasked: () => mask.isMasked(),
  };
}

function toMasked({ target, ...definition }: Definition): MaskedDefinition {
  return target === undefined
    ? definition
    : { ...definition, steps: [{ id: targetStep, action: { ...target, mapping: definition.mapping ?? [] } }] };
}
