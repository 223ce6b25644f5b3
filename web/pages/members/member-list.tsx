import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Member } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { describeRoles, readGrants } from '../../model/access/describe-roles.ts';
import { pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useMe } from '../../shell/session.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { RolesField } from './roles-field.tsx';
import { useAccountNames } from '../../parts/use-accounts.ts';
import { useNameFilter } from '../../parts/use-name-filter.ts';

type Question = 'roles' | 'reset' | 'suspend' | 'remove';

/** The people of the organization, with what they may do. */
export function MemberList({ mayWrite }: { mayWrite: boolean }): ReactNode {
  const { id: own } = useMe();
  const [q, setQ] = useNameFilter();
  const accounts = useAccountNames();
  const [asked, setAsked] = useState<{ what: Question; member: Member }>();
  return (
    <>
      <div className="filters">
        <TextFilter label="Filter by name or e-mail address" value={q} onChange={setQ} />
      </div>
      <DataList
        list="listMembers"
        input={{ query: pickSet({ q }) }}
        name="Members"
        noun={['member', 'members']}
        columns={makeColumns({ own, accounts, mayWrite, onAsk: (what, member) => setAsked({ what, member }) })}
        linked={false}
        empty={
          q === undefined ? (
            <EmptyState icon="members" title="Nobody is a member yet">
              Invite a person: the link that you get works once, and says which roles they have.
            </EmptyState>
          ) : (
            <EmptyState
              icon="filter"
              title="No member is called so"
              action={<Link to="/settings/members">Show all</Link>}
            />
          )
        }
      />
      {asked !== undefined && <MemberQuestion {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function makeColumns({
  own,
  accounts,
  mayWrite,
  onAsk,
}: {
  own: string;
  accounts: ReadonlyMap<string, string>;
  mayWrite: boolean;
  onAsk: (what: Question, member: Member) => void;
}): Column<Member>[] {
  const acts: Column<Member> = {
    title: '',
    looks: ['fit'],
    show: (member) => (
      <Menu
        label={`Acts on ${member.name}`}
        icon="more"
        quiet
        entries={[
          { label: 'Change roles…', icon: 'members', onSelect: () => onAsk('roles', member) },
          ...(member.id === own || member.status !== 'active'
            ? []
            : [{ label: 'Make a reset link…', icon: 'keys' as const, onSelect: () => onAsk('reset', member) }]),
          { label: 'End all sessions', icon: 'leave', onSelect: () => void endSessions(member) },
          member.status === 'suspended'
            ? { label: 'Let in again', icon: 'check', onSelect: () => void letIn(member) }
            : { label: 'Suspend…', icon: 'stop', onSelect: () => onAsk('suspend', member) },
          { label: 'Remove…', icon: 'cross', danger: true, onSelect: () => onAsk('remove', member) },
        ]}
      />
    ),
  };
  return [
    {
      title: 'Person',
      show: ({ id, name, email }) => (
        <>
          <strong>
            {name} {id === own && <span className="tag">You</span>}
          </strong>
          {email !== undefined && <small>{email}</small>}
        </>
      ),
    },
    { title: 'Roles', show: ({ roles }) => describeRoles(roles, accounts) },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Last seen', looks: ['fit', 'wide'], show: ({ last_seen_at: at }) => <Time at={at} /> },
    { title: 'Member since', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    ...(mayWrite ? [acts] : []),
  ];
}

function endSessions({ id, name }: Member): Promise<void> {
  return act(async () => {
    await hub.call('endMemberSessions', { params: { id } });
    await queries.invalidateQueries();
  }, `${name} has to sign in again`);
}

function letIn({ id, name }: Member): Promise<void> {
  return act(async () => {
    await hub.call('updateMember', { params: { id }, body: { status: 'active' } });
    await queries.invalidateQueries();
  }, `${name} can sign in again`);
}

function MemberQuestion({ what, member, onClose }: { what: Question; member: Member; onClose: () => void }): ReactNode {
  const { id, name, roles } = member;
  const params = { id };
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    await call();
    await queries.invalidateQueries();
    sayDone(done);
  };
  if (what === 'reset') return <ResetDialog member={member} onClose={onClose} />;
  if (what === 'roles') {
    return (
      <FormDialog
        open
        onClose={onClose}
        title={`Roles of ${name}`}
        lead="Roles add up. They count in open sessions too, within a second."
        act="Save"
        onSubmit={(form) =>
          run(
            () => hub.call('updateMember', { params, body: { roles: readGrants(form) } }),
            `The roles of ${name} are changed`,
          )
        }
      >
        {() => <RolesField grants={roles} />}
      </FormDialog>
    );
  }
  return what === 'suspend' ? (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Suspend ${name}?`}
      act="Suspend"
      danger
      onConfirm={() =>
        run(() => hub.call('updateMember', { params, body: { status: 'suspended' } }), `${name} is suspended`)
      }
    >
      Their sessions end at once, and they cannot sign in until somebody lets them in again.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${name}?`}
      act="Remove"
      danger
      onConfirm={() => run(() => hub.call('removeMember', { params }), `${name} is removed`)}
    >
      Their sessions end at once. API keys that they made belong to the organization and stay.
    </ConfirmDialog>
  );
}
