import { type ReactNode, useState } from 'react';
import type { Invitation } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { describeRoles } from '../../model/access/describe-roles.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useAccountNames } from '../../parts/use-accounts.ts';

/** Who was invited, and whether they came. */
export function InvitationList({ mayWrite, invite }: { mayWrite: boolean; invite: ReactNode }): ReactNode {
  const accounts = useAccountNames();
  const [asked, setAsked] = useState<Invitation>();
  return (
    <>
      <DataList
        list="listInvitations"
        input={{}}
        name="Invitations"
        noun={['invitation', 'invitations']}
        columns={makeColumns(accounts, mayWrite ? setAsked : undefined)}
        everyMs={15_000}
        linked={false}
        empty={
          <EmptyState icon="members" title="Nobody is invited" action={invite}>
            Invite people by a link, with a role that fits what they do.
          </EmptyState>
        }
      />
      {asked !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title="Take the invitation back?"
          act="Take it back"
          danger
          onConfirm={async () => {
            await hub.call('deleteInvitation', { params: { id: asked.id } });
            await queries.invalidateQueries();
            sayDone('The link leads nowhere now');
          }}
        >
          The link stops working.
        </ConfirmDialog>
      )}
    </>
  );
}

function makeColumns(
  accounts: ReadonlyMap<string, string>,
  onTakeBack: ((invitation: Invitation) => void) | undefined,
): Column<Invitation>[] {
  const acts: Column<Invitation> = {
    title: '',
    looks: ['fit'],
    show: (invitation) =>
      invitation.status === 'open' && (
        <Button
          looks={['small']}
          aria-label={`Take back the invitation of ${invitation.email ?? invitation.id}`}
          onClick={() => onTakeBack?.(invitation)}
        >
          Take back
        </Button>
      ),
  };
  return [
    { title: 'Person', show: ({ email }) => <strong>{email ?? 'Anyone with the link'}</strong> },
    { title: 'Roles', show: ({ roles }) => describeRoles(roles, accounts) },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Expires', looks: ['fit', 'wide'], show: ({ expires_at: at }) => <Time at={at} /> },
    { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    ...(onTakeBack === undefined ? [] : [acts]),
  ];
}
