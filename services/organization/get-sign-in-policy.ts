import { ssoScopes } from '../access/sso-connections/sso-scopes.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { selectSignInPolicy, type SignInPolicyRecord, toSignInPolicyRecord } from './sign-in-policy.ts';

/** Shows how members of the organization sign in. */
export async function getSignInPolicy({ ctx }: { ctx: ServiceContext }): Promise<Versioned<SignInPolicyRecord>> {
  requireScope(ctx, ssoScopes.read);
  const row = await inTenant(ctx, (tx) => selectSignInPolicy(tx, ctx.orgId, 'read'));
  return { data: toSignInPolicyRecord(row), version: row.row_version };
}
