import type { Caller } from '../../shared/context.ts';
import { hasScope, type Scope } from '../../shared/scopes.ts';
import { intersectScopes } from '../scope-sets.ts';
import type { RoleGrant } from './role-grants.ts';
import { organizationScopes, roleScopes } from './roles.data.ts';

/** What an operation asks of a caller. */
export interface Demand {
  /** `any` and `person`: the operation is about the caller alone. */
  readonly scope: Scope | 'any' | 'person';
  /** Further scopes that it asks for. */
  readonly also?: Scope | readonly Scope[] | undefined;
  /** It changes what belongs to the whole organization: a role for an account is not enough. */
  readonly reach?: 'organization' | undefined;
}

/**
 * Limits a person to where their roles let them do what is asked: to the whole organization where a role in it does,
 * otherwise to the accounts for which one does. Programs stay as they are.
 *
 * The scopes that remain hold on all of these accounts, so a verb that looks at further scopes grants nothing that holds
 * only elsewhere.
 */
export function applyGrants<Sender extends Caller>(sender: Sender, { scope, also = [], reach }: Demand): Sender {
  const { session } = sender;
  if (session === undefined || scope === 'any' || scope === 'person') return sender;
  const allows = (scopes: ReadonlySet<string>): boolean =>
    [scope, ...[also].flat()].every((asked) => hasScope(scopes, asked));
  const everywhere = scopesOn(session.grants, null);
  if (allows(everywhere) || reach === 'organization') {
    return { ...sender, scopes: everywhere };
  }
  const reached = listReach(session.grants).flatMap(({ accountId, scopes }) =>
    accountId !== null && allows(scopes) ? [{ id: accountId, scopes }] : [],
  );
  const [first, ...others] = reached;
  if (first === undefined) return { ...sender, scopes: everywhere };
  const shared = others.reduce((left: ReadonlySet<string>, right) => intersectScopes(left, right.scopes), first.scopes);
  return { ...sender, scopes: shared, accounts: reached.map(({ id }) => id) };
}

/** What a person may do somewhere. */
export interface Reach {
  /** UUID; `null`: the whole organization. */
  readonly accountId: string | null;
  readonly scopes: ReadonlySet<string>;
}

/** What roles let a person do: in the whole organization first, then in each account that one is limited to. */
export function listReach(grants: readonly RoleGrant[]): Reach[] {
  const everywhere = scopesOn(grants, null);
  const named = new Set(grants.flatMap(({ account_id: id }) => id ?? []));
  return [
    { accountId: null, scopes: everywhere },
    ...[...named].map((id) => ({ accountId: id, scopes: new Set([...everywhere, ...scopesOn(grants, id)]) })),
  ];
}

/** What the roles for one account give, or with `null` those in the whole organization. */
function scopesOn(grants: readonly RoleGrant[], accountId: string | null): Set<string> {
  const scopes = grants.flatMap((grant) => (grant.account_id === accountId ? roleScopes[grant.role] : []));
  return new Set(accountId === null ? scopes : scopes.filter((scope) => !organizationScopes.has(scope)));
}
