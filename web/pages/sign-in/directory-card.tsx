import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ask, hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

/** What a directory needs to announce members and groups by SCIM. */
export function DirectoryCard(): ReactNode {
  const mayWrite = useCan('scim:write');
  const [isAsking, setAsking] = useState(false);
  const [token, setToken] = useState<string>();
  const providers = useQuery(ask('listSsoConnections', {})).data?.data ?? [];
  const [chosen, setChosen] = useState<string>();
  const provider = chosen ?? providers[0]?.id ?? '';
  const address = `${location.origin}/scim/v2`;
  return (
    <Card
      title="Directory (SCIM)"
      note="Who joins is a member before they sign in, and who leaves can do nothing more within a second."
      actions={
        mayWrite && (
          <Button icon="keys" onClick={() => setAsking(true)}>
            Make a token
          </Button>
        )
      }
    >
      <dl className="facts">
        <dt>Address</dt>
        <dd className="row">
          <span className="mono break">{address}</span>
          <CopyButton text={address} what="the address for SCIM" />
        </dd>
        <dt>Tokens are among</dt>
        <dd>
          <Link to="/settings/keys">API keys</Link>
        </dd>
        <dt>Roles are given to</dt>
        <dd>
          <Link to="/settings/members" search={{ tab: 'groups' }}>
            Groups
          </Link>
        </dd>
      </dl>
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Make a token for your directory"
        lead="It can announce members and groups, and nothing else."
        act="Make the token"
        onSubmit={async (form) => {
          const body = { name: readText(form, 'name').trim(), scopes: ['scim:write' as const] };
          const its = provider === '' ? {} : { sso_connection_id: provider };
          const made = await hub.call('createApiKey', { body: { ...body, ...its } });
          await queries.invalidateQueries();
          setToken(made.secret);
        }}
      >
        {() => (
          <>
            <TextField label="Name" name="name" defaultValue="Directory" required autoFocus />
            {providers.length > 0 && (
              <Choice
                label="Identity provider"
                help="The token is deleted with it."
                value={provider}
                options={[...providers.map(({ id, name }) => [id, name] as const), ['', 'None of them']]}
                onChange={setChosen}
              />
            )}
          </>
        )}
      </FormDialog>
      <SecretDialog
        title="The token is made"
        what="the token"
        secret={token}
        onClose={() => setToken(undefined)}
        note="Give it to your directory, with the address. It is shown this once."
      />
    </Card>
  );
}
