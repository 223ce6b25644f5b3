import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Member, Role } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { covers } from '../../model/describe-scopes.ts';
import { toSentence } from '../../model/status.ts';
import { Field } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useMe } from '../../shell/session.tsx';

/** What a person may do. Roles that may do more than whoever gives them are not offered. */
export function RolesField({ grants = [{ role: 'viewer' }] }: { grants?: Member['roles'] }): ReactNode {
  const { scopes } = useMe();
  const roles = useQuery(ask('listRoles', {}));
  const accounts = useQuery(ask('listAccounts', { query: { per_page: 100, sort: 'name' } }));
  const offered = (roles.data?.data ?? []).filter((role) => role.scopes.every((scope) => covers(scopes, scope)));
  const limit = grants.find(({ account_id: account }) => account !== undefined)?.account_id ?? '';
  const list = accounts.data?.data ?? [];
  return (
    <>
      <fieldset className="roles">
        <legend className="label">Roles</legend>
        {offered.map((role) => (
          <RoleBox key={role.role} role={role} chosen={grants.some((grant) => grant.role === role.role)} />
        ))}
      </fieldset>
      {list.length > 0 && (
        <Field
          label="Where"
          help="A viewer, operator, approver or builder can be limited to one account. The other roles are about the whole organization."
        >
          {(control) => (
            <span className="select">
              <select {...control} name="account" key={limit} defaultValue={limit}>
                <option value="">The whole organization</option>
                {list.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          )}
        </Field>
      )}
    </>
  );
}

function RoleBox({ role: { role, description }, chosen }: { role: Role; chosen: boolean }): ReactNode {
  return (
    <label className="role">
      <input type="checkbox" name="role" value={role} defaultChecked={chosen} />
      {toSentence(role)}
      <small>{description}</small>
    </label>
  );
}
