import type { ReactNode } from 'react';
import type { Group } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { readGrants } from '../../model/access/describe-roles.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { RolesField } from './roles-field.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Makes a group, or changes one. Of a group by SCIM, name and members are the identity provider's. */
export function GroupDialog({ group, onClose }: { group?: Group; onClose: () => void }): ReactNode {
  const isOwn = group?.source !== 'scim';
  const save = async (form: FormData): Promise<void> => {
    const name = readText(form, 'name').trim();
    const chosen = form.getAll('member').filter((id) => typeof id === 'string');
    const body = {
      roles: readGrants(form),
      ...(isOwn ? { name } : {}),
      ...(form.has('asked') ? { members: chosen } : {}),
    };
    await (group === undefined
      ? hub.call('createGroup', { body: { ...body, name } })
      : hub.call('updateGroup', { params: { id: group.id }, body }));
    await queries.invalidateQueries();
    sayDone(group === undefined ? 'The group is made' : 'The group is changed');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={group === undefined ? 'Make a group' : `Change ${group.name}`}
      lead={
        isOwn
          ? 'Its members have its roles beside their own, within a second.'
          : 'An identity provider decides about its name and its members. Its roles are given here.'
      }
      act={group === undefined ? 'Make the group' : 'Save'}
      onSubmit={save}
    >
      {() => (
        <>
          {isOwn && <TextField label="Name" name="name" defaultValue={group?.name} required autoFocus />}
          <RolesField {...(group === undefined ? {} : { grants: group.roles })} without={['owner']} />
          {isOwn && <MembersField chosen={group?.members ?? []} />}
        </>
      )}
    </FormDialog>
  );
}

/** The first hundred members; those beyond stay as they are, which only the API can change. */
function MembersField({ chosen }: { chosen: readonly string[] }): ReactNode {
  const found = useQuery(ask('listMembers', { query: { per_page: 100 } }));
  const members = found.data?.data ?? [];
  const others = chosen.filter((id) => members.every((member) => member.id !== id));
  return (
    <fieldset className="roles">
      <legend className="label">Members</legend>
      {members.map(({ id, name, email }) => (
        <label className="role" key={id}>
          <input type="checkbox" name="member" value={id} defaultChecked={chosen.includes(id)} />
          {name}
          <small>{email}</small>
        </label>
      ))}
      {/* Nobody is taken out of a group because its members could not be shown. */}
      {found.isSuccess && <input type="hidden" name="asked" value="" />}
      {found.isSuccess && others.map((id) => <input key={id} type="hidden" name="member" value={id} />)}
      {found.isSuccess && others.length > 0 && <small>And {others.length} more.</small>}
    </fieldset>
  );
}
