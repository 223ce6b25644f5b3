import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { type FieldError, HubError, invalidRequest } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { freeJson } from '../../core/json/free-json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { sourceSchema } from '../../engine/definition.ts';
import { compilePayload } from '../../engine/payload-source.ts';
import { compileRunInput, runInputSchema } from '../../engine/inputs/run-input.ts';
import { createSealer } from '../../vault/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type RunRecord, toRunRecord } from '../runs/run.ts';
import type { RunOptions } from '../runs/run-options.ts';
import { presentRevision } from '../runs/queue/require-runnable.ts';
import { openQueue, type RunQueue } from '../runs/queue/run-queue.ts';
import { startRun } from '../runs/queue/start-run.ts';
import { insertPayloads, type Payload, sealPayloads } from '../triggers/events/store-payloads.ts';
import { waitWish } from '../runs/wait-wish.ts';
import { requireScope } from '../shared/scopes.ts';
import { instant, toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { messages } from '../../core/messages.ts';

const inputsMax = 1000;
const payload = z.record(z.string(), freeJson);

export const executeIntegrationInput = z
  .strictObject({
    full_resync: z.boolean().default(false).meta({ description: 'Write every record again, also unchanged ones.' }),
    since: instant.optional().meta({
      format: 'date-time',
      description:
        'Read what changed at this time and later, where the source can be asked so; otherwise everything is read.',
    }),
    max_deletes: z.int().min(0).max(1_000_000_000).optional().meta({
      description:
        'So many records that vanished from the source may be removed from the target, or go through the steps, in place of what `guard` allows.',
    }),
    max_items: z.int().min(0).max(1_000_000_000).optional().meta({
      description: "With steps: so many items may be made, in place of what the source's `guard` allows.",
    }),
    input: payload.optional().meta({
      description:
        'Of a source with `payload`: a record that goes through the steps, as if it had been delivered. Without a source: what the run is given.',
    }),
    inputs: z
      .array(payload)
      .min(1)
      .max(inputsMax)
      .optional()
      .meta({ description: 'Of a source with `payload`: several of these, in their order.' }),
    wait: waitWish,
  })
  .meta({ id: 'ExecuteInput' });

/**
 * Starts a run by hand. The run and the message that starts it are written in one transaction, so an accepted run happens
 * once, also when Temporal is down at the moment.
 *
 * @throws {HubError} `not_found`; `invalid_state` while the workflow that is started by hand is paused; as `startRun`.
 */
export async function executeIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; options: z.infer<typeof executeIntegrationInput> };
}): Promise<RunRecord> {
  requireScope(ctx, 'integrations:execute');
  const { orgId } = ctx;
  const integrationId = toLookup('integration', input.id);
  const { row, itemId } = await inTenant(ctx, async (tx) => {
    const queue = await openQueue(tx, { orgId, integrationId, trigger: 'manual' });
    if (queue.integration.manual_paused) throw manualPaused();
    const isSourceless = queue.integration.takes?.isSourceless === true;
    const given = isSourceless ? await sealGiven(ctx, queue, input.options) : undefined;
    const stored = isSourceless ? [] : await storeInputs(ctx, tx, queue, input.options);
    const started = await startRun(tx, queue, {
      // Inputs wait for their run, whatever else executes.
      ...(stored.length > 0 ? { concurrency: 'queue' as const } : {}),
      options: {
        ...toRunOptions(input.options),
        ...(given === undefined ? {} : { input: given }),
        ...(input.options.input === undefined || stored[0] === undefined ? {} : { item: stored[0] }),
      },
      now: toTimestamp(ctx.clock.now()),
      request: { ctx, action: 'integration.executed', resourceId: input.id },
    });
    return {
      row: started,
      itemId: isSourceless ? started.id : input.options.input === undefined ? undefined : stored[0],
    };
  });
  const run = toRunRecord(row, ctx.temporal);
  return itemId === undefined ? run : { ...run, item_id: toId('item', itemId) };
}

/** Options that say nothing are left out. */
function toRunOptions({
  full_resync: fullResync,
  since,
  max_deletes: maxDeletes,
  max_items: maxItems,
}: z.infer<typeof executeIntegrationInput>): RunOptions {
  return {
    ...(fullResync ? { full_resync: true } : {}),
    ...(since === undefined ? {} : { since }),
    ...(maxDeletes === undefined ? {} : { max_deletes: maxDeletes }),
    ...(maxItems === undefined ? {} : { max_items: maxItems }),
  };
}

/**
 * Checks and seals what a run is given that reads no source.
 *
 * @returns base64; `undefined` where it is given nothing.
 * @throws {HubError} `invalid_request` where it does not fit.
 */
async function sealGiven(
  { publicKeys }: ServiceContext,
  { orgId, integrationId, integration: { takes } }: RunQueue,
  { input, inputs }: z.infer<typeof executeIntegrationInput>,
): Promise<string | undefined> {
  const refuse = (path: string, code: string, message: string): HubError =>
    invalidRequest(message, [{ path, code, message }]);
  if (inputs !== undefined) throw refuse('inputs', 'unsupported', messages.runGivenMany);
  const read = compileRunInput(runInputSchema.safeParse(takes?.input).data)(input ?? {});
  if (!read.ok) throw refuse('input', input === undefined ? 'required' : 'invalid_value', read.message);
  if (input === undefined) return undefined;
  const sealer = await createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  return sealer.seal(input).toString('base64');
}

/**
 * Checks the inputs of a run, and stores them where it takes them.
 *
 * @returns the UUIDs of the items that will be made of them.
 * @throws {HubError} `invalid_request` with what is wrong with which.
 */
async function storeInputs(
  ctx: ServiceContext,
  tx: Transaction,
  { orgId, integrationId, integration }: RunQueue,
  { input, inputs }: z.infer<typeof executeIntegrationInput>,
): Promise<string[]> {
  const records = inputs ?? (input === undefined ? [] : [input]);
  if (records.length === 0) return [];
  const member = inputs === undefined ? 'input' : 'inputs';
  const refuse = (path: string, code: string, message: string): FieldError[] => [{ path, code, message }];
  if (input !== undefined && inputs !== undefined)
    throw invalidRequest(messages.payloadsGiven, refuse('inputs', 'conflict', messages.payloadsGiven));
  const [stored] = await tx.sql<{ source: unknown }[]>`
    select definition -> 'source' as source from integration_revisions
    where org_id = ${orgId} and integration_id = ${integrationId} and revision = ${presentRevision(integration)}`;
  const source = sourceSchema.safeParse(stored?.source).data;
  if (source?.payload === undefined)
    throw invalidRequest(messages.payloadMissing, refuse(member, 'unexpected', messages.payloadMissing));
  const read = compilePayload({ ...source.payload, key: source.key ?? [] });
  const payloads: Payload[] = [];
  const errors: FieldError[] = [];
  for (const [index, record] of records.entries()) {
    const found = read(record);
    if (found.ok) payloads.push({ id: newUuid(), key: found.key, record });
    else errors.push(...refuse(inputs === undefined ? member : `inputs[${index}]`, 'invalid_value', found.message));
  }
  if (errors.length > 0) throw invalidRequest(messages.inputsInvalid, errors);
  const sealed = await sealPayloads(ctx.publicKeys, { orgId, integrationId }, payloads);
  await insertPayloads(tx, { orgId, integrationId }, sealed, toTimestamp(ctx.clock.now()));
  return payloads.map(({ id }) => id);
}

function manualPaused(): HubError {
  return new HubError('invalid_state', messages.manualWorkflowPaused);
}
