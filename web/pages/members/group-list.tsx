import { type ReactNode, useState } from 'react';
import type { Group } from '../../../client/operations.data.ts';
import { ask, hub } from '../../hub.ts';
import { describeRoles } from '../../model/access/describe-roles.ts';
import { formatAmount } from '../../model/format.ts';
import { type Column, Table } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { useAccountNames } from '../../parts/use-accounts.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Members who get roles together. */
export function GroupList({ mayWrite, make }: { mayWrite: boolean; make: ReactNode }): ReactNode {
  const accounts = useAccountNames();
  const groups = useQuery(ask('listGroups', {}));
  const [asked, setAsked] = useState<{ what: 'change' | 'delete'; group: Group }>();
  const close = (): void => setAsked(undefined);
  if (groups.isPending) return <Skeleton lines={4} />;
  if (groups.isError) return <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />;
  const list = groups.data.data;
  if (list.length === 0) {
    return (
      <EmptyState icon="members" title="There are no groups" action={make}>
        Members of a group have its roles. An identity provider makes groups by SCIM, or you make them here.
      </EmptyState>
    );
  }
  return (
    <>
      <Table name="Groups" columns={makeColumns(accounts, mayWrite ? setAsked : undefined)} items={list} />
      <div className="list-foot">
        <span role="status">{formatAmount(list.length, 'group')}</span>
      </div>
      {asked?.what === 'change' && <GroupDialog group={asked.group} onClose={close} />}
      {asked?.what === 'delete' && <DeleteGroup group={asked.group} onClose={close} />}
    </>
  );
}

function makeColumns(
  accounts: ReadonlyMap<string, string>,
  onAsk: ((question: { what: 'change' | 'delete'; group: Group }) => void) | undefined,
): Column<Group>[] {
  const acts: Column<Group> = {
    title: '',
    looks: ['fit'],
    show: (group) => (
      <Menu
        label={`Acts on ${group.name}`}
        icon="more"
        quiet
        entries={[
          { label: 'Change…', icon: 'edit', onSelect: () => onAsk?.({ what: 'change', group }) },
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onAsk?.({ what: 'delete', group }) },
        ]}
      />
    ),
  };
  return [
    { title: 'Group', show: ({ name }) => <strong>{name}</strong> },
    {
      title: 'Roles',
      show: ({ roles }) => (roles.length === 0 ? <span className="soft">None</span> : describeRoles(roles, accounts)),
    },
    { title: 'Members', looks: ['number', 'fit'], show: ({ members }) => members.length },
    {
      title: 'Made',
      looks: ['fit', 'wide'],
      show: ({ source }) =>
        source === 'scim' ? <span className="tag">SCIM</span> : <span className="soft">Here</span>,
    },
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
    ...(onAsk === undefined ? [] : [acts]),
  ];
}

function DeleteGroup({ group: { id, name, members }, onClose }: { group: Group; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog name={name} onDelete={() => hub.call('deleteGroup', { params: { id } })} onClose={onClose}>
      {members.length === 0
        ? 'Nobody is in it.'
        : `${formatAmount(members.length, 'member loses', 'members lose')} the roles that it gives.`}
    </DeleteDialog>
  );
}
