import { z } from 'zod';
import { itemChanges } from '../../../core/enums.ts';
import { freeJson } from '../../../core/json/free-json.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { CompleteDefinition, UsablePlan } from '../../../engine/compile.ts';
import { explainRecord } from '../../../engine/explain-record.ts';
import type { Plan } from '../../../engine/plan.ts';
import { splitRecord } from '../../../engine/stages/identify-records.ts';
import { previewRecords } from '../../../engine/preview-records.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import type { Definition } from '../../../flow/definition.ts';
import { boundExplanation } from '../../../transforms/explain/bound-explanation.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { withSandbox } from '../validation/check-script.ts';
import { compileForPreview } from './compile-for-preview.ts';
import { previewFlow } from './preview-flow.ts';
import { searchForAll } from './preview-searches.ts';
import { type PreviewRecord, toPreviewRecord } from './previewed-record.ts';
import { unsavedDefinition } from '../read-definition.ts';
import { sampleSource } from './sample-source.ts';

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
        'Records as the source would give them, or, without one, what runs are given: numbers with more digits than JSON numbers keep become texts. Left out, a few are read from it, without those that it leaves out itself for the filter.',
    }),
    limit: z.number().int().min(1).max(recordsMax).optional().meta({
      description: 'At most so many records are mapped.',
    }),
    definition: unsavedDefinition.optional(),
    explain: z.boolean().optional().meta({
      description: 'Whether each record comes with what each rule made of it, as far as an answer holds. Default true.',
    }),
    before: z.record(z.string(), freeJson).optional().meta({
      description:
        'With steps: the record before. Unless `change` is given, the items then have the change `updated`, else `created`.',
    }),
    change: z.enum(itemChanges).optional().meta({ description: 'With steps: the change that the items are of.' }),
    stubs: z
      .record(z.string(), freeJson)
      .optional()
      .meta({
        description:
          'With steps: outputs of actions, by the ids of their steps. Default: as of a record that was created, with an invented id.',
        example: { account: { id: '00u1', outcome: 'created' } },
      }),
  })
  .meta({ id: 'PreviewInput' });

/**
 * Maps sample records as a run would, or takes them through steps, and writes nothing.
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
  const { definition, tables, compiled, flow } = await compileForPreview(ctx, input);
  const now = ctx.clock.now();
  const environment = { now, zone: definition.timezone, tables };
  const plan = compiled?.planFor(environment);
  const where = (plan ?? flow?.flowFor(environment).source)?.where ?? [];
  const sampled = await sample(ctx, definition, where, input);
  const limit = input.limit ?? recordsMax;
  const whole = sampled.records.slice(0, limit);
  const records = plan === undefined ? whole : whole.flatMap((record) => splitRecord(plan, record)).slice(0, limit);
  const previewed =
    flow === undefined
      ? await previewPlan(ctx, compiled, { environment, records, explain: input.explain !== false })
      : await previewFlow(ctx, { ...input, definition, flow, environment, records });
  // In their order: each stands behind all that came before it.
  for (const { at, code, message } of sampled.unshown) {
    previewed.splice(at, 0, { outcome: 'failed', errors: [{ code, message }] });
  }
  return previewed;
}

/** The records that are previewed: those that were given, or a few of the source. */
function sample(
  ctx: ServiceContext,
  { source }: Definition,
  where: Plan['where'],
  { records, limit = samplesDefault }: z.infer<typeof previewIntegrationInput>,
): ReturnType<typeof sampleSource> {
  if (records !== undefined) return Promise.resolve({ records, unshown: [] });
  // A run that reads nothing has one item.
  if (source === undefined) return Promise.resolve({ records: [{}], unshown: [] });
  return sampleSource(ctx, source, where, limit);
}

interface Sample {
  environment: RunEnvironment;
  records: readonly JsonObject[];
  explain: boolean;
}

function previewPlan(
  ctx: ServiceContext,
  compiled: UsablePlan,
  { environment, records, explain }: Sample,
): Promise<PreviewRecord[]> {
  const { definition } = compiled;
  const plan = compiled.planFor(environment);
  const explainedCount = explain ? countExplained(definition) : 0;
  const explainer = compiled.compileExplainer();
  const lengthMax = Math.floor(explainedLengthMax / Math.max(1, Math.min(explainedCount, records.length)));
  return withSandbox(async () => {
    const scripts = ctx.scripts?.open({ orgId: ctx.orgId, nowMs: environment.now, seed: ctx.requestId });
    const ports = { scripts, searched: await searchForAll(ctx, definition.enrich ?? [], plan, records) };
    const [explained, others] = await Promise.all([
      Promise.all(
        records
          .slice(0, explainedCount)
          .map((record) => explainRecord(plan, explainer, { record, environment }, ports)),
      ),
      previewRecords(plan, records.slice(explainedCount), ports),
    ]);
    return [
      ...explained.map((one) => ({
        ...toPreviewRecord(one.record),
        explanation: boundExplanation(one.explanation, lengthMax),
      })),
      ...others.map(toPreviewRecord),
    ];
  });
}

/** Of groups there is no one record that would explain them. */
function countExplained({ aggregate, mapping }: CompleteDefinition): number {
  return aggregate === undefined ? Math.floor(explainedMax / mapping.length) : 0;
}
