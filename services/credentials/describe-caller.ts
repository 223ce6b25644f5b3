import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { type CredentialKind, credentialKinds } from '../../core/enums.ts';
import { notFound } from '../../core/errors.ts';
import { type IdKind, toId } from '../../core/ids.ts';
import type { ServiceContext } from '../context.ts';
import { scopes, sortScopes } from '../scopes.ts';
import { idOf, timestamp, toLookup } from '../schemas.ts';
import { inTenant } from '../transaction.ts';

/** Who a credential stands for. */
export const callerRecord = z
  .object({
    kind: z.enum(credentialKinds),
    id: z.string().meta({ description: 'As the audit log names the caller.' }),
    name: z.string().optional(),
    organization: z.object({ id: idOf('organization'), name: z.string() }),
    scopes: z.array(z.enum(scopes)),
    expires_at: timestamp.optional(),
  })
  .meta({ id: 'Caller' });

/** Where the name of a credential is kept. */
const keptIn = {
  api_key: { table: 'api_keys', id: 'apiKey' },
  oauth_client: { table: 'oauth_clients', id: 'oauthClient' },
  external: { table: 'token_issuers', id: 'tokenIssuer' },
} as const satisfies Record<CredentialKind, { table: string; id: IdKind }>;

/** The actor of an external token is its issuer, a bar, and the subject. */
function issuedBy(actor: string): string {
  return actor.replace(/\|.*$/s, '');
}

/** Describes the credential of the request. Needs no scope: it reveals nothing about others. */
export async function describeCaller({ ctx }: { ctx: ServiceContext }): Promise<z.infer<typeof callerRecord>> {
  const { table, id } = keptIn[ctx.kind];
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<{ organization: string; name: string | null }[]>`
        select organizations.name as organization, kept.name from organizations
        left join ${sql(table)} as kept on kept.org_id = organizations.id and kept.id = ${toLookup(id, issuedBy(ctx.actor))}
        where organizations.id = ${ctx.orgId}`,
  );
  if (row === undefined) throw notFound();
  return {
    kind: ctx.kind,
    id: ctx.actor,
    ...(row.name === null ? {} : { name: row.name }),
    organization: { id: toId('organization', ctx.orgId), name: row.organization },
    scopes: sortScopes(ctx.scopes),
    ...(ctx.expiresAt === undefined ? {} : { expires_at: toTimestamp(ctx.expiresAt) }),
  };
}
