import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { requireReady } from '../../integrations/validation/readiness.ts';
import { selectIntegration } from '../../integrations/select-integration.ts';
import { requireWorking } from '../../integrations/validation/working-connections.ts';
import type { QueuedIntegration, RunQueue } from './run-queue.ts';
import { messages } from '../../../core/messages.ts';

/** The revision that a run uses which begins now. */
export function presentRevision({ active_revision: active, revision }: QueuedIntegration): number {
  return active ?? revision;
}

/**
 * @throws {HubError} `integration_not_ready` for a draft, with the steps that are open; as
 *   `requireActiveAccount` and `requireWorking`.
 */
export async function requireRunnable(tx: Transaction, { orgId, integrationId, integration }: RunQueue): Promise<void> {
  requireActiveAccount(integration);
  if (integration.status !== 'draft') {
    requireWorking(integration.unusable);
    return;
  }
  const [draft] = await selectIntegration(tx, orgId, integrationId);
  if (draft !== undefined) requireReady({ ...draft, broken: [] });
}

/** @throws {HubError} `invalid_state` where the account of the integration is inactive. */
export function requireActiveAccount({ paused_by: account }: QueuedIntegration): void {
  if (account === null) return;
  throw new HubError('invalid_state', messages.accountInactive({ name: account.name }), {
    details: { account_id: toId('account', account.id) },
  });
}
