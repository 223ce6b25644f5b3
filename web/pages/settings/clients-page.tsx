import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useCan } from '../../shell/session.tsx';
import { ClientList } from './client-list.tsx';
import { IssuerList } from './issuer-list.tsx';
import { NewClientDialog } from './new-client-dialog.tsx';
import { NewIssuerDialog } from './new-issuer-dialog.tsx';

const route = getRouteApi('/settings/clients');

/** Programs that come with access tokens: the hub's own (OAuth clients), and those of other issuers. */
export function ClientsPage(): ReactNode {
  const { tab = 'clients' } = route.useSearch();
  const mayWrite = useCan('api_keys:write');
  const [opened, setOpened] = useState<'client' | 'issuer'>();
  const [secret, setSecret] = useState<string>();
  const isIssuers = tab === 'issuers';
  const add = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setOpened(isIssuers ? 'issuer' : 'client')}>
      {isIssuers ? 'Trust an issuer' : 'Register a client'}
    </Button>
  );
  const close = (): void => setOpened(undefined);
  return (
    <Page
      title="OAuth"
      lead="Programs that come with short-lived access tokens: of this hub, or of an identity provider that you trust."
      actions={add}
    >
      <nav className="tabs" aria-label="Clients and issuers">
        <Tab tab="clients" open={tab} words="Clients" />
        <Tab tab="issuers" open={tab} words="Token issuers" />
      </nav>
      <div className="card">
        {isIssuers ? (
          <IssuerList mayWrite={mayWrite} add={add} />
        ) : (
          <ClientList mayWrite={mayWrite} add={add} onSecret={setSecret} />
        )}
      </div>
      <NewClientDialog open={opened === 'client'} onClose={close} onMade={setSecret} />
      <NewIssuerDialog open={opened === 'issuer'} onClose={close} />
      <SecretDialog
        title="The client secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
        note="The program asks POST /oauth/token for access tokens with it. It is shown this once."
      />
    </Page>
  );
}

function Tab({ tab, open, words }: { tab: string; open: string; words: string }): ReactNode {
  return (
    <Link to="/settings/clients" search={{ tab }} aria-current={tab === open ? 'page' : false} replace>
      {words}
    </Link>
  );
}
