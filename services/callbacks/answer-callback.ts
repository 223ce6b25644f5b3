import { toTimestamp } from '../../core/clock.ts';
import { HubError, invalidRequest, notFound } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { definitionSchema, type StepDefinition } from '../../flow/definition.ts';
import { listSteps } from '../../flow/list-steps.ts';
import { compileSchema } from '../../transforms/validation/index.ts';
import { createSealer } from '../../vault/index.ts';
import { carryOn, lockLeft } from '../runs/queue/carry-on.ts';
import type { ServiceDeps } from '../shared/context.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireReceiving } from '../access/organizations/organization-states.ts';
import type { CallbackWait } from './callback-token.ts';
import { findRenamed } from './find-renamed.ts';

/**
 * Takes the answer of a system that an item waits for, and lets the run of the item go on. One that comes before the item has
 * come to its wait is kept. No caller stands behind it: what proves it is the token, which `readCallbackToken` has read.
 *
 * @idempotency A wait is answered once.
 * @throws {HubError} `not_found`; `invalid_state` where the wait is over; `invalid_request` for a body that does not satisfy
 *   the step's schema.
 */
export function answerCallback({
  deps: { database, clock, publicKeys },
  input: { wait: asked, body },
}: {
  deps: Pick<ServiceDeps, 'database' | 'clock' | 'publicKeys'>;
  input: { wait: CallbackWait; body: Json };
}): Promise<void> {
  const { orgId } = asked;
  return inTenant({ database, orgId }, async (tx) => {
    await requireReceiving(tx, orgId);
    const { integrationId, steps } = await requireItem(tx, asked);
    const wait = steps.has(asked.step) ? asked : { ...asked, step: await findRenamed(tx, asked) };
    requireBody(steps.get(wait.step), body);
    const sealer = await createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
    await lockLeft(tx, orgId, wait.itemId);
    const runId = await store(tx, wait, sealer.seal({ body, received_at: toTimestamp(clock.now()) }));
    if (runId === undefined || (await isAnsweredBefore(tx, wait))) throw await describeClosed(tx, wait);
    await carryOn(tx, { clock }, { orgId, runId, itemId: wait.itemId });
  });
}

/** @throws {HubError} `not_found` */
async function requireItem(
  { sql }: Transaction,
  { orgId, itemId }: CallbackWait,
): Promise<{ integrationId: string; steps: ReadonlyMap<string, StepDefinition> }> {
  const [row] = await sql<{ integration_id: string; definition: unknown }[]>`
    select items.integration_id, used.definition from items
    join runs on runs.org_id = items.org_id and runs.id = items.run_id
    join integration_revisions as used on used.org_id = runs.org_id and used.integration_id = runs.integration_id
      and used.revision = runs.revision
    where items.org_id = ${orgId} and items.id = ${itemId}`;
  if (row === undefined) throw notFound();
  const { steps = [] } = definitionSchema.parse(row.definition);
  return {
    integrationId: row.integration_id,
    steps: new Map([...listSteps(steps)].map(({ step }) => [step.id, step])),
  };
}

/** @throws {HubError} `invalid_request` */
function requireBody(step: StepDefinition | undefined, body: Json): void {
  const compiled = step?.wait?.schema && compileSchema(step.wait.schema, 'schema', 'invalid_body', 'body');
  const problem = compiled?.ok === true ? compiled.validate(body) : undefined;
  if (problem === undefined) return;
  const { field = '', code, message } = problem;
  throw invalidRequest(messages.bodyInvalid, [{ path: field, code, message }]);
}

/**
 * Stores the answer, whichever is there first, it or the item. What has timed out takes none, unless its item was tried again
 * and stands at the step once more.
 *
 * @returns the run that carries the item; `undefined` where nothing waits any more.
 */
async function store(
  { sql }: Transaction,
  { orgId, itemId, step, taken }: CallbackWait,
  sealed: Buffer,
): Promise<string | undefined> {
  const [stored] = await sql<{ run_id: string }[]>`
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, status, sealed, ended_at)
    select ${orgId}, ${newUuid()}, integration_id, run_id, id, ${step}, 'callback', 'answered', ${sealed}, clock_timestamp()
    from items cross join lateral (
      select count(*) filter (where status = 'answered') as taken, bool_or(status = 'expired') as expired from waits
      where waits.org_id = items.org_id and waits.item_id = items.id and waits.step = ${step} and settled
    ) as earlier
    where org_id = ${orgId} and id = ${itemId} and status in ('proposed', 'ready', 'parked', 'held', 'failed')
      and earlier.taken = ${taken}
      and (earlier.expired is not true or items.step = ${step} and status in ('ready', 'parked'))
    on conflict (org_id, item_id, step) where not settled do update
      set status = excluded.status, sealed = excluded.sealed, ended_at = excluded.ended_at
      where waits.status = 'open'
    returning run_id`;
  return stored?.run_id;
}

/**
 * True where the item went on with another answer while this one was being stored, which is taken back then: the statement that
 * stores it does not see what was committed after it had begun.
 */
async function isAnsweredBefore({ sql }: Transaction, { orgId, itemId, step, taken }: CallbackWait): Promise<boolean> {
  const [settled] = await sql<{ count: number }[]>`
    select count(*)::int as count from waits
    where org_id = ${orgId} and item_id = ${itemId} and step = ${step} and status = 'answered' and settled`;
  return settled !== undefined && settled.count > taken;
}

/** Why nothing waits any more for an answer. */
async function describeClosed({ sql }: Transaction, { orgId, itemId, step }: CallbackWait): Promise<HubError> {
  const [last] = await sql<{ status: string }[]>`
    select status from waits where org_id = ${orgId} and item_id = ${itemId} and step = ${step}
    order by created_at desc limit 1`;
  const isAnswered = last?.status === 'answered';
  return new HubError('invalid_state', isAnswered ? messages.callbackAnswered : messages.callbackClosed, {
    details: { status: last?.status ?? 'canceled' },
  });
}
