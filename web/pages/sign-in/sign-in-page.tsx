import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SsoConnection } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, Table } from '../../parts/data-list.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../shell/session.tsx';
import { DirectoryCard } from './directory-card.tsx';
import { NewSsoDialog } from './new-sso-dialog.tsx';
import { useQuery } from '../../parts/use-query.ts';

const columns: readonly Column<SsoConnection>[] = [
  {
    title: 'Provider',
    show: ({ id, name, oidc, saml }) => (
      <>
        <Link className="row-link" to="/settings/sign-in/$id" params={{ id }}>
          {name}
        </Link>
        <small className="mono break">{oidc?.issuer ?? saml?.entity_id}</small>
      </>
    ),
  },
  { title: 'By', looks: ['fit'], show: ({ kind }) => (kind === 'oidc' ? 'OpenID Connect' : 'SAML 2.0') },
  {
    title: 'Domains',
    show: ({ domains }) =>
      domains.length === 0 ? (
        <span className="soft">None yet</span>
      ) : (
        domains.map(({ domain, verified_at: verified, enforced }) => (
          <small key={domain}>
            {domain}
            {verified === undefined ? ' (not verified)' : enforced ? ' (enforced)' : ''}
          </small>
        ))
      ),
  },
  {
    title: 'Status',
    looks: ['fit'],
    show: ({ disabled }) => <StatusBadge status={disabled ? 'disabled' : 'active'} />,
  },
  { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
];

/** How members sign in: by identity providers; and how a directory announces them. */
export function SignInPage(): ReactNode {
  const mayWrite = useCan('*');
  const [isAdding, setAdding] = useState(false);
  const add = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setAdding(true)}>
      Connect a provider
    </Button>
  );
  return (
    <Page
      title="Sign-in"
      lead="Members sign in by your identity provider in place of a password. Only owners change how."
      actions={add}
    >
      <Card title="Identity providers" flush>
        <Providers add={add} />
      </Card>
      <DirectoryCard />
      <NewSsoDialog open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function Providers({ add }: { add: ReactNode }): ReactNode {
  const found = useQuery(ask('listSsoConnections', {}));
  if (found.isPending) return <Skeleton lines={4} />;
  if (found.isError) {
    return (
      <div className="card-body">
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  const list = found.data.data;
  if (list.length === 0) {
    return (
      <EmptyState icon="keys" title="Members sign in by password or passkey" action={add}>
        Connect Entra, Okta, Google or any other provider that speaks OpenID Connect or SAML 2.0.
      </EmptyState>
    );
  }
  return <Table name="Identity providers" columns={columns} items={list} linked />;
}
