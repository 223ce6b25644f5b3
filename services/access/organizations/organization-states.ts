import type { Clock } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Database, Transaction } from '../../../drizzle/client.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { createCredentialMemory } from '../credentials/credential-memory.ts';

/** What the operator decided about an organization, as far as requests are concerned. */
export interface OrganizationState {
  /** UUID of the organization. */
  uuid: string;
  suspended: boolean;
  /** In place of the configured limit of requests. */
  requestsPerMinute: number | undefined;
  requestsBurst: number | undefined;
}

export interface OrganizationStates {
  /** @throws {HubError} `organization_suspended` */
  require(orgId: string): Promise<OrganizationState>;
}

/** Makes a memory of the states of organizations: a change is known within a second in every process. */
export function createOrganizationStates(deps: {
  database: Database;
  clock: Clock;
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
}): OrganizationStates {
  const memory = createCredentialMemory<OrganizationState>(deps);
  return {
    require: async (orgId) => {
      const state = await memory.find(orgId, () => readState(deps.database, orgId));
      if (state === undefined || state.suspended) throw organizationSuspended();
      return state;
    },
  };
}

async function readState(database: Database, orgId: string): Promise<OrganizationState | undefined> {
  const [row] = await inTenant(
    { database, orgId },
    async ({ sql }) =>
      await sql<{ suspended: boolean; requests_per_minute: number | null; requests_burst: number | null }[]>`
      select suspended_at is not null as suspended, requests_per_minute, requests_burst
      from organizations where id = ${orgId}`,
  );
  return (
    row && {
      uuid: orgId,
      suspended: row.suspended,
      requestsPerMinute: row.requests_per_minute ?? undefined,
      requestsBurst: row.requests_burst ?? undefined,
    }
  );
}

/** For what comes without a credential: a link, an invitation, a sign-in. @throws {HubError} `organization_suspended` */
export async function requireActiveOrganization({ sql }: Transaction, orgId: string): Promise<void> {
  const [suspended] = await sql`select 1 from organizations where id = ${orgId} and suspended_at is not null`;
  if (suspended !== undefined) throw organizationSuspended();
}

/** Systems that send events keep them and send them again. */
const senderRetrySeconds = 300;

/** For what a system sends. @throws {HubError} `service_unavailable`, so that it comes again. */
export async function requireReceiving(tx: Transaction, orgId: string): Promise<void> {
  await requireActiveOrganization(tx, orgId).catch((error: unknown) => {
    throw toRetryable(error);
  });
}

/** What a system is answered that sends something to a suspended organization: nothing is lost, it comes again. */
export function toRetryable(error: unknown): unknown {
  const isSuspended = error instanceof HubError && error.code === 'organization_suspended';
  if (!isSuspended) return error;
  return new HubError('service_unavailable', messages.organizationPaused, { retryAfterSeconds: senderRetrySeconds });
}

export function organizationSuspended(): HubError {
  return new HubError('organization_suspended', messages.organizationSuspended);
}
