import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Connection, ConnectionTest } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { AccountText } from '../../parts/account-fields.tsx';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { IdText } from '../../parts/copy-button.tsx';
import { whileUnreported } from '../../live.ts';
import { formatAmount } from '../../model/format.ts';
import { Card } from '../../parts/card.tsx';
import { GateEnd } from '../../parts/gate-notice.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { CredentialsButton } from './credentials-button.tsx';
import { CredentialsEnd } from './credentials-end.tsx';
import { isFailing } from './is-failing.ts';
import { RecordsTab } from './records-tab.tsx';
import { TestResult } from '../../parts/test-result.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/connections/$id');
const everyMs = 15_000;
const heldMs = 5000;

/** Runs begin and end to wait before it without a change of its own, which alone is reported. */
function isHeld(connection: Connection): boolean {
  return connection.gate !== undefined || isFailing(connection);
}

export function ConnectionPage(): ReactNode {
  const { id } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const found = useQuery({
    ...ask('getConnection', { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isHeld(data.data) ? heldMs : whileUnreported('getConnection', everyMs),
  });
  const type = found.data?.data.service_type;
  const mayBrowse = useCanIn('records:read', found.data?.data.account_id);
  const connector = useQuery({ ...ask('getConnector', { params: { id: type ?? '' } }), enabled: type !== undefined });
  const crumbs = <Link to="/connections">Connections</Link>;
  if (found.isPending) return <PendingPage title="Connection" />;
  if (found.isError) {
    return (
      <Page title="Connection" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  // What can be done goes by what the connector offers.
  if (connector.isPending) return <PendingPage title="Connection" />;
  const { data: connection, etag } = found.data;
  return (
    <Page
      title={connection.name}
      crumbs={crumbs}
      badge={<StatusBadge status={connection.status} />}
      actions={<ConnectionActions connection={connection} etag={etag} />}
    >
      <AuthorizationEnd connection={connection} />
      {isFailing(connection) && <Failing connection={connection} />}
      {connection.gate !== undefined && <ConnectionGate gate={connection.gate} />}
      {mayBrowse && (
        <nav className="tabs" aria-label="Parts of the connection">
          <Tab tab="overview" open={tab} words="Overview" />
          <Tab tab="records" open={tab} words="Records" />
        </nav>
      )}
      {mayBrowse && tab === 'records' ? (
        <RecordsTab connection={connection} />
      ) : (
        <Overview connection={connection} system={connector.data?.data.name ?? connection.service_type} />
      )}
    </Page>
  );
}

function Tab({ tab, open, words }: { tab: string; open: string; words: string }): ReactNode {
  const { id } = route.useParams();
  return (
    <Link to="/connections/$id" params={{ id }} search={{ tab }} aria-current={tab === open ? 'page' : false} replace>
      {words}
    </Link>
  );
}

function Overview({ connection, system }: { connection: Connection; system: string }): ReactNode {
  return (
    <div className="columns">
      <div className="stack">
        <TestCard key={connection.updated_at} connection={connection} />
        <UsedBy connection={connection} />
      </div>
      <Card title="Facts">
        <dl className="facts">
          <dt>System</dt>
          <dd>{system}</dd>
          {connection.account_id !== undefined && (
            <>
              <dt>Account</dt>
              <dd>
                <AccountText id={connection.account_id} />
              </dd>
            </>
          )}
          {Object.entries(connection.config ?? {})
            .filter(([, value]) => value !== '' && value !== null)
            .map(([name, value]) => (
              <Fact key={name} name={name.replaceAll('_', ' ')} value={value} />
            ))}
          <dt>Credentials</dt>
          <dd>Sealed</dd>
          {connection.credentials_expire_at !== undefined && (
            <>
              <dt>Credentials end</dt>
              <dd>
                <CredentialsEnd at={connection.credentials_expire_at} />
              </dd>
            </>
          )}
          <dt>Changed</dt>
          <dd>
            <Time at={connection.updated_at} />
          </dd>
          <dt>Made</dt>
          <dd>
            <Time at={connection.created_at} />
          </dd>
          <dt>Id</dt>
          <dd>
            <IdText id={connection.id} />
          </dd>
        </dl>
      </Card>
    </div>
  );
}

/** What became of the way to the vendor, for who comes back from there. */
function AuthorizationEnd({ connection }: { connection: Connection }): ReactNode {
  const { authorized } = route.useSearch();
  if (authorized === 'no') {
    return (
      <Notice tone="warn" title="It was not authorized">
        <p>The system did not give its consent, or it came too late. The credentials are as they were.</p>
      </Notice>
    );
  }
  if (authorized !== 'yes' || connection.status !== 'active') return null;
  return (
    <div role="status">
      <Notice tone="good" title="It is connected again">
        <p>Runs that waited for it go on by themselves.</p>
      </Notice>
    </div>
  );
}

/** Why it does not work, and the act that helps. */
function Failing({ connection }: { connection: Connection }): ReactNode {
  const mayWrite = useCanIn('connections:write', connection.account_id);
  const { status, status_reason: reason } = connection;
  return (
    <Notice tone="bad" title={status === 'expired' ? 'Its credentials have expired' : 'It does not work'}>
      <p>{reason ?? 'The system refused its credentials.'} Give it new ones, then test.</p>
      {mayWrite && (
        <div>
          <CredentialsButton connection={connection} />
        </div>
      )}
    </Notice>
  );
}

const causes = {
  unavailable: 'Its system does not answer.',
  refused: 'Its system refuses the credentials.',
  disabled: 'It is disabled.',
} as const;

/** Runs stand before a connection that cannot be used: why, since when, and what lets them go on. */
function ConnectionGate({ gate }: { gate: NonNullable<Connection['gate']> }): ReactNode {
  const { reason, runs, closed_at: since, probe_at: triedAt } = gate;
  return (
    <Notice tone="warn" title={runs === 1 ? 'A run waits for it' : `${formatAmount(runs, 'run')} wait for it`}>
      <p>
        {causes[reason]} No run has used it since <Time at={since} />.
      </p>
      <p>
        <GateEnd reason={reason} triedAt={triedAt} />{' '}
        <Link to="/runs" search={{ status: 'waiting' }}>
          See runs that wait
        </Link>
      </p>
    </Notice>
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
  const mayTest = useCanIn('connections:test', connection.account_id);
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
            {state.busy ? 'Testing…' : 'Test now'}
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

function UsedBy({ connection: { id } }: { connection: Connection }): ReactNode {
  const uses = useQuery(askAll('listConnectionUses', { params: { id } }));
  return (
    <Card title="Used by" flush>
      {uses.isPending ? (
        <Skeleton lines={2} />
      ) : uses.isError ? (
        <div className="card-body">
          <ErrorNotice error={uses.error} onRetry={() => void uses.refetch()} />
        </div>
      ) : uses.data.length === 0 ? (
        <p className="soft card-body">No integration reads from it or writes to it.</p>
      ) : (
        <ul className="steps">
          {uses.data.map((use) => (
            <li key={use.id}>
              <Link className="name" to="/integrations/$id" params={{ id: use.id }}>
                {use.name}
              </Link>
              {!use.runs_use_it && <span className="soft">no run uses it now</span>}
              <StatusBadge status={use.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
