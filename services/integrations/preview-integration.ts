import { z } from 'zod';
import { freeJson } from '../../core/free-json.ts';
import type { RequestResult } from '../../core/connection-requests.ts';
import { invalidRequest, notFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { explanation } from '../../core/explanations.ts';
import { type CompleteDefinition, isComplete } from '../../engine/compile.ts';
import type { Definition, SourceDefinition } from '../../engine/definition.ts';
import { explainRecord } from '../../engine/explain-record.ts';
import type { Plan } from '../../engine/plan.ts';
import { type PreviewedRecord, previewRecords } from '../../engine/preview-records.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';
import { boundExplanation } from '../../transforms/explain/bound-explanation.ts';
import { askUpstream } from '../connections/ask-upstream.ts';
import { requireConnection, requireEnabled } from '../connections/require-connection.ts';
import type { ServiceContext } from '../context.ts';
import { readLookupTables } from '../lookup-tables/read-lookup-tables.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { inspectDefinition, type UsablePlan } from './check-definition.ts';
import { withSandbox } from './check-script.ts';
import { searchForAll } from './preview-searches.ts';
import { readDefinition, unsavedDefinition } from './read-definition.ts';
import { requireReady, requireUsable } from './readiness.ts';
import { selectIntegration } from './select-integration.ts';

const recordsMax = 100;
const samplesDefault = 10;
/** Fields that one answer explains: records beyond come without an explanation. */
const explainedMax = 5000;
/** Characters of JSON that the explanations of one answer may have. */
const explainedLengthMax = 4 * 1024 * 1024;

export const previewIntegrationInput = z
  .strictObject({
    records: z.array(z.record(z.string(), freeJson)).min(1).max(recordsMax).optional().meta({
      description:
        'Records as the source would give them: numbers with more digits than JSON numbers keep become texts. Left out, a few are read from it, without those that it leaves out itself for the filter.',
    }),
    limit: z.number().int().min(1).max(recordsMax).optional().meta({
      description: 'At most so many records are mapped.',
    }),
    definition: unsavedDefinition.optional(),
    explain: z.boolean().optional().meta({
      description: 'Whether each record comes with what each rule made of it, as far as an answer holds. Default true.',
    }),
  })
  .meta({ id: 'PreviewInput' });

/** What would become of one source record. */
export const previewRecord = z
  .object({
    source_key: z.string().optional().meta({ description: 'Absent where the record has no usable key.' }),
    outcome: z.enum(['mapped', 'grouped', 'filtered', 'failed']).meta({
      description: 'Records that are `grouped` are followed by the groups that these sample records make.',
    }),
    group: z
      .string()
      .optional()
      .meta({ description: 'Key of the group that it is part of: the `source_key` of that.' }),
    mapped: z.record(z.string(), z.json()).optional().meta({ description: 'What the target would be given.' }),
    errors: z
      .array(z.object({ code: z.string(), field: z.string().optional(), message: z.string() }))
      .optional()
      .meta({ description: 'Why it would become a failed record.' }),
    explanation: explanation.optional(),
  })
  .meta({ id: 'PreviewedRecord' });

export type PreviewRecord = z.infer<typeof previewRecord>;

/**
 * Maps sample records as a run would, and writes nothing.
 *
 * @throws {HubError} `not_found`; `integration_not_ready` when the stored definition cannot be compiled;
 *   `invalid_request` when the one of the body cannot; as `askUpstream` where records are read.
 */
export async function previewIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof previewIntegrationInput>;
}): Promise<PreviewRecord[]> {
  // Set-up work, and it shows records as they are: reading is not enough.
  requireScope(ctx, 'integrations:write');
  const { compiled, tables, definition } = await compileForPreview(ctx, input);
  const now = ctx.clock.now();
  const scripts = ctx.scripts?.open({ orgId: ctx.orgId, nowMs: now, seed: ctx.requestId });
  const environment = { now, tables };
  const plan = compiled.planFor(environment);
  const sampled =
    input.records === undefined
      ? await sample(ctx, definition.source, plan.where, input.limit ?? samplesDefault)
      : { records: input.records, unshown: [] };
  const records = sampled.records.slice(0, input.limit ?? recordsMax);
  const ports = { scripts, searched: await searchForAll(ctx, definition.enrich ?? [], plan, records) };
  const explainedCount = input.explain === false ? 0 : countExplained(definition);
  const explainer = compiled.compileExplainer();
  const lengthMax = Math.floor(explainedLengthMax / Math.max(1, Math.min(explainedCount, records.length)));
  return withSandbox(async () => {
    const [explained, others] = await Promise.all([
      Promise.all(
        records
          .slice(0, explainedCount)
          .map((record) => explainRecord(plan, explainer, { record, environment }, ports)),
      ),
      previewRecords(plan, records.slice(explainedCount), ports),
    ]);
    const previewed = [
      ...explained.map((one) => ({
        ...toPreviewRecord(one.record),
        explanation: boundExplanation(one.explanation, lengthMax),
      })),
      ...others.map(toPreviewRecord),
    ];
    // In their order: each stands behind all that came before it.
    for (const { at, code, message } of sampled.unshown) {
      previewed.splice(at, 0, { outcome: 'failed', errors: [{ code, message }] });
    }
    return previewed;
  });
}

/** Of groups there is no one record that would explain them. */
function countExplained({ aggregate, mapping }: CompleteDefinition): number {
  return aggregate === undefined ? Math.floor(explainedMax / mapping.length) : 0;
}

/** Asks a worker, which can read from the source. @throws {HubError} `invalid_state` where its connection is disabled. */
async function sample(
  ctx: ServiceContext,
  { connection_id: connection, object, options = {} }: SourceDefinition,
  where: Plan['where'],
  limit: number,
): Promise<Pick<RequestResult<'sample'>, 'records' | 'unshown'>> {
  const known = await requireConnection(ctx, connection);
  requireEnabled(known);
  const about = { connectionId: known.id };
  return askUpstream(ctx, {
    kind: 'sample',
    about,
    input: { object, options, where: [...where], limit },
  });
}

interface Compiled {
  compiled: UsablePlan;
  tables: LookupTables;
  definition: CompleteDefinition;
}

function compileForPreview(
  ctx: ServiceContext,
  input: { id: string; definition?: JsonObject | undefined },
): Promise<Compiled> {
  return inTenant(ctx, async (tx) => {
    const [stored] = await selectIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    if (stored === undefined) throw notFound();
    const { definition, problems } = toDefinition(stored.definition, input.definition);
    const checked = await inspectDefinition(tx, ctx, definition);
    const errors = [...problems, ...checked.problems];
    if (input.definition !== undefined && errors.length > 0) {
      const inBody = errors.map((error) => ({ ...error, path: `definition.${error.path}` }));
      throw invalidRequest('The definition is not valid.', inBody);
    }
    requireUsable(errors);
    requireReady({ definition, troubles: [] });
    if (checked.compiled === undefined || !isComplete(definition)) throw new Error('A checked definition has no plan.');
    const tables = await readLookupTables(tx, ctx.orgId, checked.lookupTableIds);
    return { compiled: checked.compiled, tables, definition };
  });
}

function toDefinition(stored: Definition, sent: JsonObject | undefined): ReturnType<typeof readDefinition> {
  return sent === undefined ? { definition: stored, problems: [] } : readDefinition(sent);
}

function toPreviewRecord(record: PreviewedRecord): PreviewRecord {
  const key = record.sourceKey === undefined ? {} : { source_key: record.sourceKey };
  switch (record.outcome) {
    case 'mapped':
      return { ...key, outcome: record.outcome, mapped: record.mapped };
    case 'grouped':
      return { ...key, outcome: record.outcome, group: record.group };
    case 'filtered':
      return { ...key, outcome: record.outcome };
    case 'failed': {
      const { code, field, message } = record.problem;
      return {
        ...key,
        outcome: record.outcome,
        errors: [{ code, ...(field === undefined ? {} : { field }), message }],
      };
    }
  }
}
