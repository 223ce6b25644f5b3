import type { Member } from '../../../client/operations.data.ts';

type Grants = Member['roles'];
export type Grant = Grants[number];

/** `Builder, viewer of Acme` */
export function describeRoles(grants: Grants, accounts: ReadonlyMap<string, string>): string {
  const words = grants.map(({ role, account_id: account }) =>
    account === undefined ? role : `${role} of ${accounts.get(account) ?? account}`,
  );
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A grant as one value of a form: `builder`, or `viewer acc_1` for one account. */
export function toChoice({ role, account_id: account }: Grant): string {
  return account === undefined ? role : `${role} ${account}`;
}

/** The roles that a form chose, each in the whole organization or for one account. */
export function readGrants(form: FormData): Grants {
  return form.getAll('role').flatMap((choice) => {
    const [wanted, account] = typeof choice === 'string' ? choice.split(' ') : [];
    const role = roleNames.find((name) => name === wanted);
    if (role === undefined || (account !== undefined && !accountRoles.has(role))) return [];
    return [account === undefined ? { role } : { role, account_id: account }];
  });
}

type Role = Grant['role'];
const roleNames: readonly Role[] = ['viewer', 'operator', 'approver', 'builder', 'admin', 'auditor', 'owner'];

/** Those that can be limited to an account. The others are about the whole organization. */
export const accountRoles: ReadonlySet<Role> = new Set(['viewer', 'operator', 'approver', 'builder']);
