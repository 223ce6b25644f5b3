import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { type CredentialKind, credentialKinds, secondFactorNeeds } from '../../../core/enums.ts';
import { notFound } from '../../../core/errors.ts';
import { type IdKind, toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listReach, type Reach } from '../people/apply-grants.ts';
import { grantRecords, toGrantRecords } from '../people/role-grants.ts';
import { scopes, sortScopes } from '../../shared/scopes.ts';
import { idOf, timestamp, toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { elevatedMs } from '../user-sessions/session-times.ts';

/** Who a credential stands for. */
export const callerRecord = z
  .object({
    kind: z.enum(credentialKinds),
    id: z.string().meta({ description: 'As the audit log names the caller.' }),
    name: z.string().optional(),
    organization: z.object({ id: idOf('organization'), name: z.string() }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What the caller may do, of a person wherever they may.' }),
    reach: z
      .array(
        z.object({
          account_id: idOf('account').optional().meta({ description: 'Absent: the whole organization.' }),
          account_name: z.string().optional().meta({ description: 'Of that account.' }),
          scopes: z.array(z.enum(scopes)).meta({ description: 'What the person may do there.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'Of a person: what they may do where. First in the whole organization, then in each account that a role of theirs ' +
          'is limited to, by name.',
      }),
    single_sign_on: z.boolean().optional().meta({
      description:
        "Of a person: they signed in by the organization's identity provider, which vouches for them here only.",
    }),
    email: z.string().optional().meta({ description: 'Of a person: what they sign in with.' }),
    roles: grantRecords.optional(),
    elevated_until: timestamp
      .optional()
      .meta({ description: 'Of a person: acts that ask for a recent confirmation are let through until then.' }),
    second_factor_need: z
      .enum(secondFactorNeeds)
      .optional()
      .meta({
        description:
          'Of a person whose organization asks for a second factor: what they have to do before anything else. `set_up`: add one. ' +
          '`confirm`: show theirs, with `/me/reauthenticate`.',
      }),
    expires_at: timestamp.optional(),
  })
  .meta({ id: 'Caller' });

/** Where the name of a credential is kept, and which column says whose it is. */
const keptIn = {
  api_key: { table: 'api_keys', id: 'apiKey' },
  oauth_client: { table: 'oauth_clients', id: 'oauthClient' },
  external: { table: 'token_issuers', id: 'tokenIssuer' },
} as const satisfies Record<Exclude<CredentialKind, 'session'>, { table: string; id: IdKind }>;

/** The actor of an external token is its issuer, a bar, and the subject. */
function issuedBy(actor: string): string {
  return actor.replace(/\|.*$/s, '');
}

interface NameRow {
  organization: string;
  name: string | null;
  email: string | null;
}

/** Describes the credential of the request. Needs no scope: it reveals nothing about others. */
export async function describeCaller({ ctx }: { ctx: ServiceContext }): Promise<z.infer<typeof callerRecord>> {
  const { session } = ctx;
  const places = listReach(session?.grants ?? []);
  const [[row], accounts] = await inTenant(ctx, (tx) =>
    Promise.all([selectName(tx, ctx), selectAccountNames(tx, ctx, places)]),
  );
  if (row === undefined) throw notFound();
  return {
    kind: ctx.kind,
    id: ctx.actor,
    ...(row.name === null ? {} : { name: row.name }),
    organization: { id: toId('organization', ctx.orgId), name: row.organization },
    scopes: sortScopes(session === undefined ? ctx.scopes : places.flatMap(({ scopes: held }) => [...held])),
    ...(ctx.expiresAt === undefined ? {} : { expires_at: toTimestamp(ctx.expiresAt) }),
    ...(row.email === null ? {} : { email: row.email }),
    ...(session === undefined
      ? {}
      : {
          roles: toGrantRecords(session.grants),
          reach: toReachRecords(places, accounts),
          single_sign_on: session.bySso,
          elevated_until: toTimestamp(session.elevatedAt + elevatedMs),
          ...(session.secondFactorNeed === undefined ? {} : { second_factor_need: session.secondFactorNeed }),
        }),
  };
}

interface AccountName {
  id: string;
  name: string;
}

/** Of the accounts that roles are limited to, in the order of their names. */
async function selectAccountNames(
  { sql }: Transaction,
  { orgId }: ServiceContext,
  places: readonly Reach[],
): Promise<readonly AccountName[]> {
  const ids = places.flatMap(({ accountId }) => accountId ?? []);
  if (ids.length === 0) return [];
  return await sql<AccountName[]>`
    select id, name from accounts where org_id = ${orgId} and id = any(${ids}::uuid[]) order by name, id`;
}

function toReachRecords(places: readonly Reach[], accounts: readonly AccountName[]) {
  const byId = new Map(places.map((place) => [place.accountId, sortScopes(place.scopes)]));
  return [
    { scopes: byId.get(null) ?? [] },
    ...accounts.map(({ id, name }) => ({
      account_id: toId('account', id),
      account_name: name,
      scopes: byId.get(id) ?? [],
    })),
  ];
}

function selectName({ sql }: Transaction, { kind, orgId, actor, userId }: ServiceContext) {
  if (kind === 'session') {
    return sql<NameRow[]>`
      select organizations.name as organization, users.name, users.email from organizations
      left join users on users.id = ${userId ?? null}
      where organizations.id = ${orgId}`;
  }
  const { table, id } = keptIn[kind];
  return sql<NameRow[]>`
    select organizations.name as organization, kept.name, null as email from organizations
    left join ${sql(table)} as kept on kept.org_id = organizations.id and kept.id = ${toLookup(id, issuedBy(actor))}
    where organizations.id = ${orgId}`;
}
