import { newUuid, toUuid } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { Sealer } from '../../vault/index.ts';
import type { NewWait } from '../items/waits/wait-statements.ts';
import type { RunAddress } from '../load/load-run.ts';
import { toSealedList } from '../store/segment-statements.ts';

/** Workers listen here for calls that they have something to do for. */
export const callsChannel = 'hub_calls';

/**
 * Writes down what items ask of other integrations, in the transaction that parks them.
 *
 * An item that is tried again takes up what it called: what went well is not done again, and what failed is tried again
 * where it failed. Only of what was canceled, or ended by a newer item, there is nothing to take up.
 *
 * @param waits Those of them that ask nothing are left out.
 */
export function storeCalls(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  waits: readonly NewWait[],
  sealer: Sealer,
): PromiseLike<unknown> {
  const asked = waits.flatMap(({ itemId, step, request: { kind, call } }) =>
    call === undefined ? [] : [{ itemId, step, kind, call }],
  );
  if (asked.length === 0) return Promise.resolve();
  return sql`
    with stored as (
      insert into calls (org_id, id, integration_id, run_id, item_id, step, kind, callee_id, detached, sealed, status, due_at)
      select ${orgId}, given.id, ${integrationId}, ${runId}, item_id, step, kind, callee_id, detached, sealed, 'asked', clock_timestamp()
      from unnest(${asked.map(() => newUuid())}::uuid[], ${asked.map(({ itemId }) => itemId)}::uuid[],
        ${asked.map(({ step }) => step)}::text[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ call }) => requireUuid(call.integration))}::uuid[],
        ${asked.map(({ call }) => String(call.detached))}::text[]::boolean[],
        ${toSealedList(asked.map(({ call }) => call.input && sealer.seal(call.input)))}::text::bytea[])
        as given (id, item_id, step, kind, callee_id, detached, sealed)
      on conflict (org_id, item_id, step) do update set
        run_id = excluded.run_id, kind = excluded.kind, callee_id = excluded.callee_id, detached = excluded.detached,
        sealed = excluded.sealed, status = 'asked', outcome = null, code = null, message = null, child_run_id = null,
        child_item_id = case when calls.kind = excluded.kind and calls.callee_id = excluded.callee_id
          and calls.outcome not in ('canceled', 'interrupted') then calls.child_item_id end,
        cancel_requested_at = null, due_at = excluded.due_at, updated_at = clock_timestamp()
    )
    select pg_notify(${callsChannel}, '')`.execute();
}

/** Definitions name other integrations by their ids once they are checked. */
function requireUuid(id: string): string {
  const uuid = toUuid('integration', id);
  if (uuid === undefined) throw new TypeError('A step calls no integration.');
  return uuid;
}
