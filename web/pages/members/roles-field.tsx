import { type ReactNode, useState } from 'react';
import type { Member, Role } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { accountRoles, type Grant, toChoice } from '../../model/access/describe-roles.ts';
import { covers } from '../../model/access/describe-scopes.ts';
import { toSentence } from '../../model/status.ts';
import { Field } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useMe } from '../../shell/session.tsx';
import { useAccounts } from '../../parts/use-accounts.ts';
import { useQuery } from '../../parts/use-query.ts';

/**
 * What a person may do: in the whole organization, and in each account of its own. Nobody is offered roles that may do more
 * than their own; those that a person has already are kept as they are.
 */
export function RolesField({
  grants = [{ role: 'viewer' }],
  without = [],
}: {
  grants?: Member['roles'];
  without?: readonly Role['role'][];
}): ReactNode {
  const { scopes } = useMe();
  const roles = useQuery(ask('listRoles', {}));
  const accounts = useAccounts();
  const [added, setAdded] = useState<readonly string[]>([]);
  const granted = grants.flatMap(({ account_id: account }) => account ?? []);
  const shown = [...new Set([...granted, ...added])];
  const offered = (roles.data?.data ?? []).filter(
    (one) => !without.includes(one.role) && one.scopes.every((scope) => covers(scopes, scope)),
  );
  const limited = offered.filter(({ role }) => accountRoles.has(role));
  const isOffered = ({ role, account_id: account }: Grant): boolean =>
    (account === undefined ? offered : limited).some((one) => one.role === role);
  return (
    <>
      <RoleBoxes legend="Roles" offered={offered} grants={grants} />
      {shown.map((id) => (
        <RoleBoxes
          key={id}
          legend={`Roles in ${accounts.find((account) => account.id === id)?.name ?? id}`}
          account={id}
          offered={limited}
          grants={grants}
        />
      ))}
      {grants
        .filter((grant) => !isOffered(grant))
        .map((grant) => (
          <input key={toChoice(grant)} type="hidden" name="role" value={toChoice(grant)} />
        ))}
      <AccountPicker
        accounts={accounts.filter(({ id }) => !shown.includes(id))}
        onPick={(id) => setAdded([...added, id])}
      />
    </>
  );
}

function RoleBoxes({
  legend,
  account,
  offered,
  grants,
}: {
  legend: string;
  account?: string;
  offered: readonly Role[];
  grants: readonly Grant[];
}): ReactNode {
  const chosen = new Set(grants.map(toChoice));
  return (
    <fieldset className="roles">
      <legend className="label">{legend}</legend>
      {offered.map(({ role, description }) => {
        const choice = toChoice(account === undefined ? { role } : { role, account_id: account });
        return (
          <label className="role" key={choice}>
            <input type="checkbox" name="role" value={choice} defaultChecked={chosen.has(choice)} />
            {toSentence(role)}
            <small>{description}</small>
          </label>
        );
      })}
    </fieldset>
  );
}

function AccountPicker({
  accounts,
  onPick,
}: {
  accounts: readonly { id: string; name: string }[];
  onPick: (id: string) => void;
}): ReactNode {
  if (accounts.length === 0) return null;
  return (
    <Field
      label="Add roles in one account"
      required={false}
      help="A viewer, operator, approver or builder can be limited to accounts. Roles above count in all of them."
    >
      {(control) => (
        <span className="select">
          <select {...control} value="" onChange={(event) => onPick(event.target.value)}>
            <option value="">Choose an account</option>
            {accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}
