import type { JsonObject } from '../../../core/json.ts';
import { type PreviewedRecord, previewRecords } from '../../../engine/preview-records.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { UsableFlow } from '../../../flow/compile.ts';
import type { Flow, ItemContext } from '../../../flow/flow.ts';
import { previewItem } from '../../../flow/preview-item.ts';
import { toReadingPlan } from '../../../flow/reading-plan.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { inTenant } from '../../shared/transaction.ts';
import { readStates } from '../read-states.ts';
import { searchForAll } from './preview-searches.ts';
import { type PreviewRecord, toPreviewedItem, toPreviewRecord } from './previewed-record.ts';

/** What a flow is previewed with. */
interface FlowSample {
  definition: Definition;
  flow: UsableFlow;
  environment: RunEnvironment;
  records: readonly JsonObject[];
  /** Default: `updated` with a record before, else `created`. */
  change?: ItemContext['change'] | undefined;
  before?: JsonObject | undefined;
  /** Outputs of actions, by the ids of their steps. */
  stubs?: JsonObject | undefined;
}

/**
 * Takes records through all steps of a flow as a run would, and writes nothing.
 *
 * @throws {HubError} as `searchForAll`.
 */
export async function previewFlow(
  ctx: ServiceContext,
  { definition, flow: compiled, environment, records, change, before, stubs }: FlowSample,
): Promise<PreviewRecord[]> {
  const flow = compiled.flowFor(environment);
  const plan = toReadingPlan(flow);
  const searched = await searchForAll(ctx, definition.enrich ?? [], plan, records);
  const { states } = await inTenant(ctx, (tx) => readStates(tx, ctx.orgId, flow.states));
  const read = await previewRecords(plan, records, { searched });
  const startedAt = new Date(environment.now).toISOString();
  return read.map((one: PreviewedRecord) => {
    if (one.outcome !== 'mapped') return toPreviewRecord(one);
    const key = one.sourceKey ?? '';
    const isNew = (change ?? (before === undefined ? 'created' : 'updated')) === 'created';
    const context: ItemContext = {
      record: flow.given === 'input' ? {} : one.mapped,
      ...(flow.given === undefined ? {} : { input: one.mapped }),
      before: before ?? null,
      change: change ?? (before === undefined ? 'created' : 'updated'),
      steps: {},
      known: inventKnown(flow, isNew),
      callbacks: inventCallbacks(flow, ctx),
      ...states,
      item: { id: 'preview', seq: before === undefined ? 1 : 2, key },
      run: { id: 'preview', trigger: 'manual', started_at: startedAt },
      trigger: { type: 'manual', run_id: null, integration_id: null, outcome: null },
    };
    return toPreviewedItem(one.sourceKey, previewItem(flow, context, environment, stubs));
  });
}

/** What steps would have written for the record before. */
function inventKnown({ known }: Flow, isNew: boolean): JsonObject {
  return Object.fromEntries(known.map((step) => [step, { id: isNew ? null : `<id of ${step}>` }]));
}

function inventCallbacks({ callbacks }: Flow, { publicUrl }: ServiceContext): JsonObject {
  return Object.fromEntries(callbacks.map((step) => [step, `${publicUrl}/callbacks/<token of ${step}>`]));
}
