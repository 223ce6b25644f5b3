import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Connection, ConnectionTest } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../shell/session.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { TestResult } from './test-result.tsx';

const route = getRouteApi('/connections/$id');

export function ConnectionPage(): ReactNode {
  const { id } = route.useParams();
  const found = useQuery(ask('getConnection', { params: { id } }, 15_000));
  const crumbs = <Link to="/connections">Connections</Link>;
  if (found.isPending) return <Skeleton />;
  if (found.isError) {
    return (
      <Page title="Connection" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: connection } = found.data;
  return (
    <Page
      title={connection.name}
      crumbs={crumbs}
      badge={<StatusBadge status={connection.status} />}
      actions={<ConnectionActions connection={connection} />}
    >
      {(connection.status === 'error' || connection.status === 'expired') && (
        <Notice
          tone="bad"
          title={connection.status === 'expired' ? 'Its credentials have expired' : 'It does not work'}
        >
          <p>{connection.status_reason ?? 'The system refused its credentials.'} Replace them, then test.</p>
        </Notice>
      )}
      <div className="columns">
        <div className="stack">
          <TestCard key={connection.updated_at} connection={connection} />
          <UsedBy connection={connection} />
        </div>
        <Card title="Facts">
          <dl className="facts">
            <dt>System</dt>
            <dd>{connection.service_type}</dd>
            {Object.entries(connection.config ?? {})
              .filter(([, value]) => value !== '' && value !== null)
              .map(([name, value]) => (
                <Fact key={name} name={name.replaceAll('_', ' ')} value={value} />
              ))}
            <dt>Credentials</dt>
            <dd>Sealed</dd>
            <dt>Changed</dt>
            <dd>
              <Time at={connection.updated_at} />
            </dd>
            <dt>Made</dt>
            <dd>
              <Time at={connection.created_at} />
            </dd>
            <dt>Id</dt>
            <dd className="mono">{connection.id}</dd>
          </dl>
        </Card>
      </div>
    </Page>
  );
}

function Fact({ name, value }: { name: string; value: unknown }): ReactNode {
  return (
    <>
      <dt>{name.charAt(0).toUpperCase() + name.slice(1)}</dt>
      <dd className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  );
}

function TestCard({ connection }: { connection: Connection }): ReactNode {
  const mayTest = useCan('connections:test');
  const [state, setState] = useState<{ busy: boolean; test?: ConnectionTest; error?: unknown }>({ busy: false });
  const run = async (): Promise<void> => {
    setState({ busy: true });
    try {
      setState({ busy: false, test: await hub.call('testConnection', { params: { id: connection.id } }) });
      await queries.invalidateQueries({ queryKey: ['getConnection'] });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <Card
      title="Test"
      actions={
        mayTest && (
          <Button looks={['small']} icon="connections" busy={state.busy} onClick={() => void run()}>
            {state.busy ? 'Testing …' : 'Test now'}
          </Button>
        )
      }
    >
      {state.error !== undefined ? (
        <ErrorNotice error={state.error} />
      ) : state.test === undefined ? (
        <p className="soft">Reaches the system, signs in and reads a little. Nothing is changed there.</p>
      ) : (
        <TestResult test={state.test} />
      )}
    </Card>
  );
}

function UsedBy({ connection: { id, service_type: connector } }: { connection: Connection }): ReactNode {
  const integrations = useQuery(ask('listIntegrations', { query: { connector, per_page: 100 } }));
  const users = (integrations.data?.data ?? []).filter(({ source, target, enrich = [] }) =>
    [source, target, ...enrich].some((place) => place?.connection_id === id),
  );
  return (
    <Card title="Used by" flush>
      {integrations.isPending ? (
        <Skeleton lines={2} />
      ) : users.length === 0 ? (
        <p className="soft card-body">No integration reads from it or writes to it.</p>
      ) : (
        <ul className="steps">
          {users.map((user) => (
            <li key={user.id}>
              <Link className="name" to="/integrations/$id" params={{ id: user.id }}>
                {user.name}
              </Link>
              <span className="soft">{user.source?.connection_id === id ? 'reads from it' : 'writes to it'}</span>
              <StatusBadge status={user.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
