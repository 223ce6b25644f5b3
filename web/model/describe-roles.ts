import type { Member } from '../../client/operations.data.ts';

type Grants = Member['roles'];

/** `Builder, viewer of Acme` */
export function describeRoles(grants: Grants, accounts: ReadonlyMap<string, string>): string {
  const words = grants.map(({ role, account_id: account }) =>
    account === undefined ? role : `${role} of ${accounts.get(account) ?? account}`,
  );
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The roles that a form chose: each where it was ticked, in the whole organization or for one account. */
export function readGrants(form: FormData): Grants {
  const account = form.get('account');
  const limited = typeof account === 'string' && account !== '' ? { account_id: account } : {};
  return form.getAll('role').flatMap((wanted) => {
    const role = roleNames.find((name) => name === wanted);
    if (role === undefined) return [];
    return [{ role, ...(accountRoles.has(role) ? limited : {}) }];
  });
}

type Role = Grants[number]['role'];
const roleNames: readonly Role[] = ['viewer', 'operator', 'approver', 'builder', 'admin', 'auditor', 'owner'];

/** Those that can be limited to an account. The others are about the whole organization. */
export const accountRoles: ReadonlySet<Role> = new Set(['viewer', 'operator', 'approver', 'builder']);
