import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { hub, queries } from '../../hub.ts';
import { readGrants } from '../../model/access/describe-roles.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useCan } from '../../shell/session.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupList } from './group-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import { MemberList } from './member-list.tsx';
import { RolesField } from './roles-field.tsx';

const route = getRouteApi('/settings/members');

/** Who may do what in the organization, and who is invited. */
export function MembersPage(): ReactNode {
  const { tab = 'members' } = route.useSearch();
  const mayWrite = useCan('members:write');
  const [isInviting, setInviting] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [link, setLink] = useState<string>();
  const invite = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setInviting(true)}>
      Invite a person
    </Button>
  );
  const make = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setMaking(true)}>
      Make a group
    </Button>
  );
  return (
    <Page
      title="Members"
      lead="Who may do what here. A changed role or an ended session counts within a second."
      actions={tab === 'groups' ? make : invite}
    >
      <nav className="tabs" aria-label="Members, groups and invitations">
        <Tab tab="members" open={tab} words="Members" />
        <Tab tab="groups" open={tab} words="Groups" />
        <Tab tab="invitations" open={tab} words="Invitations" />
      </nav>
      <div className="card">
        {tab === 'invitations' ? (
          <InvitationList mayWrite={mayWrite} invite={invite} />
        ) : tab === 'groups' ? (
          <GroupList mayWrite={mayWrite} make={make} />
        ) : (
          <MemberList mayWrite={mayWrite} />
        )}
      </div>
      {isMaking && <GroupDialog onClose={() => setMaking(false)} />}
      <FormDialog
        open={isInviting}
        onClose={() => setInviting(false)}
        title="Invite a person"
        lead="You get a link that lets one person in, once, within a week. The hub sends no mail: pass the link on yourself."
        act="Make the link"
        onSubmit={async (form) => {
          const body = { email: readText(form, 'email').trim(), roles: readGrants(form) };
          const made = await hub.call('createInvitation', { body });
          await queries.invalidateQueries();
          setLink(made.url);
        }}
      >
        {() => (
          <>
            <TextField label="E-mail address" name="email" type="email" required autoFocus />
            <RolesField />
          </>
        )}
      </FormDialog>
      <SecretDialog
        title="The invitation is made"
        what="the link"
        secret={link}
        onClose={() => setLink(undefined)}
        note="Send this link to the person over a way that only they read. It is shown this once."
      />
    </Page>
  );
}

function Tab({ tab, open, words }: { tab: string; open: string; words: string }): ReactNode {
  return (
    <Link to="/settings/members" search={{ tab }} aria-current={tab === open ? 'page' : false} replace>
      {words}
    </Link>
  );
}
