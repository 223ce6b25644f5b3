import { type ReactNode, useState } from 'react';
import type { Group, Member } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readGrants } from '../../model/access/describe-roles.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { askAll } from '../../parts/use-all.ts';
import { RolesField } from './roles-field.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** So many are seen at a glance. */
const unsearchedMax = 12;

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

/** The members of the organization by name. Where they are many, a text narrows what is seen, and not what is chosen. */
function MembersField({ chosen }: { chosen: readonly string[] }): ReactNode {
  const found = useQuery(askAll('listMembers', {}));
  const [text, setText] = useState('');
  const members = found.data ?? [];
  const others = chosen.filter((id) => members.every((member) => member.id !== id));
  const fits = ({ name, email = '' }: Member): boolean => `${name} ${email}`.toLowerCase().includes(text.toLowerCase());
  return (
    <fieldset className="roles">
      <legend className="label">Members</legend>
      {found.isPending && <Skeleton lines={3} />}
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {members.length > unsearchedMax && (
        <input
          className="input"
          type="search"
          aria-label="Find a member"
          placeholder="Find a member"
          value={text}
          onChange={({ target }) => setText(target.value)}
          // It looks for somebody, and does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {members.map((member) => (
        <label className="role" key={member.id} hidden={!fits(member)}>
          <input type="checkbox" name="member" value={member.id} defaultChecked={chosen.includes(member.id)} />
          {member.name}
          <small>{member.email}</small>
        </label>
      ))}
      {found.isSuccess && members.length > 0 && !members.some(fits) && <small>Nobody is called so.</small>}
      {/* Nobody is taken out of a group because its members could not be shown. */}
      {found.isSuccess && <input type="hidden" name="asked" value="" />}
      {found.isSuccess && others.map((id) => <input key={id} type="hidden" name="member" value={id} />)}
      {found.isSuccess && others.length > 0 && <small>And {others.length} more.</small>}
    </fieldset>
  );
}
