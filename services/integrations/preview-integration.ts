import { z } from 'zod';
import { freeJson } from '../../core/free-json.ts';
import type { CompleteDefinition } from '../../engine/compile.ts';
import { explainRecord } from '../../engine/explain-record.ts';
import { previewRecords } from '../../engine/preview-records.ts';
import { boundExplanation } from '../../transforms/explain/bound-explanation.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { withSandbox } from './check-script.ts';
import { compileForPreview } from './compile-for-preview.ts';
import { searchForAll } from './preview-searches.ts';
import { type PreviewRecord, toPreviewRecord } from './previewed-record.ts';
import { unsavedDefinition } from './read-definition.ts';
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
  const { compiled, tables } = await compileForPreview(ctx, input);
  const { definition } = compiled;
  const now = ctx.clock.now();
  const scripts = ctx.scripts?.open({ orgId: ctx.orgId, nowMs: now, seed: ctx.requestId });
  const environment = { now, tables };
  const plan = compiled.planFor(environment);
  const sampled =
    input.records === undefined
      ? await sampleSource(ctx, definition.source, plan.where, input.limit ?? samplesDefault)
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
