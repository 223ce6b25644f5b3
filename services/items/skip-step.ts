import { z } from 'zod';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { checkValue } from '../../transforms/schema/check-value.ts';
import { createSealer } from '../../vault/seal.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type Ahead, directItem } from './direct-item.ts';
import { type ItemRecord, type ItemRow, toItemRecord } from './item.ts';

export const skipStepInput = z
  .strictObject({
    output: freeJson.optional().meta({
      description: 'What the step leaves as `steps.ID`, as it would itself. Required where later steps read it.',
      example: { id: '00u1', outcome: 'created', record: { login: 'ann' } },
    }),
  })
  .meta({ id: 'SkipStepInput', description: 'What is there in place of what the step would have left.' });

/**
 * Lets an item go on behind the step at which it waits or failed, without what the step does.
 *
 * @throws {HubError} `invalid_request` for an output that is missing or of another type; as `directItem`.
 */
export async function skipStep({
  ctx,
  input: { id: itemId, output },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof skipStepInput> & { id: string };
}): Promise<ItemRecord> {
  requireScope(ctx, 'runs:write');
  const id = toLookup('item', itemId);
  const { item } = await inTenant(ctx, (tx) =>
    directItem(tx, ctx, id, {
      action: 'item.step_skipped',
      changes: { has_output: output !== undefined },
      change: async (inner, at, ahead) => {
        checkOutput(at, ahead, output);
        await storeSkipped(inner, ctx, at, ahead, output);
      },
    }),
  );
  return toItemRecord(item);
}

function checkOutput({ step }: { step: string }, { definition, flow, outputs }: Ahead, output: Json | undefined): void {
  if (!flow.steps.has(step)) throw new HubError('invalid_state', messages.itemStepGone({ step }));
  const type = outputs.get(step);
  if (output !== undefined && type === undefined)
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'output', code: 'not_allowed', message: messages.stepWithoutOutput },
    ]);
  if (output !== undefined && type !== undefined) {
    const errors = checkValue(output, type, 'output');
    if (errors.length > 0) throw invalidRequest(messages.bodyInvalid, errors);
  }
  if (output === undefined && type !== undefined && isRead(definition, step))
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'output', code: 'required', message: messages.stepOutputRead({ step }) },
    ]);
}

/** Whether a formula or path of the definition names what a step left. */
function isRead(definition: Definition, step: string): boolean {
  const name = `steps.${step}`;
  const [, ...behind] = JSON.stringify(withoutStep(definition, step)).split(name);
  return behind.some((text) => !/^[A-Za-z0-9_]/.test(text));
}

/** What a step reads of itself, in its undo, is not read where it is left out. */
function withoutStep(part: unknown, step: string): Json {
  if (Array.isArray(part)) return part.map((one) => withoutStep(one, step));
  if (!isJsonObject(part)) return typeof part === 'string' ? part : null;
  if (part['id'] === step) return null;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutStep(value, step)]));
}

async function storeSkipped(
  { sql }: Transaction,
  { orgId, publicKeys }: ServiceContext,
  { id, step, integration_id: integrationId }: ItemRow & { step: string },
  { flow }: Ahead,
  output: Json | undefined,
): Promise<void> {
  const sealer =
    output === undefined ? undefined : await createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  const sealed = sealer?.seal({ output: output ?? null }).toString('hex') ?? null;
  const position = flow.steps.get(step)?.order ?? 0;
  await sql`
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    values (${orgId}, ${id}, ${step}, 'skipped', ${position}, decode(${sealed}::text, 'hex'))
    on conflict (org_id, item_id, step) do update set outcome = 'skipped', position = excluded.position, sealed = excluded.sealed,
      undo = null, created_at = clock_timestamp()`;
  await sql`update items set settled = 'skipped', open_children = null where org_id = ${orgId} and id = ${id}`;
}
