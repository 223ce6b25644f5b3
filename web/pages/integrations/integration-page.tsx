import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Integration } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { AccountText } from '../../parts/account-fields.tsx';
import { StatusBadge } from '../../parts/badge.tsx';
import { findOlderInUse } from '../../parts/change-integration.ts';
import { DataList } from '../../parts/data-list.tsx';
import { GateNotice } from '../../parts/gate-notice.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ownRunColumns } from '../../parts/run-columns.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { CodeView } from './code-view.tsx';
import { UnsavedWork } from './unsaved-work.tsx';
import { FlowOutline } from './flow-outline.tsx';
import { IntegrationActions } from './integration-actions.tsx';
import { Revisions } from './revisions.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/integrations/$id');
const gatesEveryMs = 10_000;

/** One integration: what it does, what it did, and how it came to be as it is. */
export function IntegrationPage(): ReactNode {
  const { id } = route.useParams();
  const { tab = 'flow', revision, against } = route.useSearch();
  const found = useQuery(ask('getIntegration', { params: { id } }, 30_000));
  if (found.isPending) return <PendingPage title="Integration" />;
  if (found.isError) {
    return (
      <Page title="Integration" crumbs={<Link to="/integrations">Integrations</Link>}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: integration, etag } = found.data;
  return (
    <Page
      title={integration.name}
      crumbs={<Link to="/integrations">Integrations</Link>}
      badge={<StatusBadge status={integration.status} />}
      lead={<Lead integration={integration} />}
      actions={<IntegrationActions integration={integration} etag={etag} />}
    >
      <UnsavedWork id={id} />
      <Problems integration={integration} />
      <Gates integration={integration} />
      <nav className="tabs" aria-label="Parts of the integration">
        <Tab tab="flow" open={tab} words="Flow" />
        <Tab tab="runs" open={tab} words="Runs" />
        <Tab tab="revisions" open={tab} words="Revisions" />
        <Tab tab="definition" open={tab} words="As code" />
      </nav>
      {tab === 'runs' ? (
        <Runs id={id} />
      ) : tab === 'revisions' ? (
        <Revisions integration={integration} etag={etag} open={revision} against={against} />
      ) : tab === 'definition' ? (
        <CodeView integration={integration} />
      ) : (
        <FlowOutline integration={integration} />
      )}
    </Page>
  );
}

function Tab({ tab, open, words }: { tab: string; open: string; words: string }): ReactNode {
  const { id } = route.useParams();
  return (
    <Link to="/integrations/$id" params={{ id }} search={{ tab }} aria-current={tab === open ? 'page' : false} replace>
      {words}
    </Link>
  );
}

function Lead({ integration }: { integration: Integration }): ReactNode {
  const { id, revision, account_id: accountId } = integration;
  const used = findOlderInUse(integration);
  return (
    <>
      Revision {revision}, changed <Time at={integration.updated_at} />.{' '}
      {used !== undefined && (
        <>
          Shown is the newest;{' '}
          <Link
            to="/integrations/$id"
            params={{ id }}
            search={{ tab: 'revisions', revision: String(revision), against: String(used) }}
          >
            runs use revision {used}
          </Link>
          .{' '}
        </>
      )}
      {accountId !== undefined && (
        <>
          Account: <AccountText id={accountId} />.
        </>
      )}
    </>
  );
}

/** What its runs wait before. */
function Gates({ integration: { id, account_id: accountId } }: { integration: Integration }): ReactNode {
  const mayRead = useCanIn('runs:read', accountId);
  const gates = useQuery({ ...ask('listIntegrationGates', { params: { id } }, gatesEveryMs), enabled: mayRead });
  return (gates.data?.data ?? []).map((gate) => (
    <GateNotice
      key={JSON.stringify([gate.calendar_ids, gate.connection_id, gate.steps])}
      gate={gate}
      runs={gate.runs}
    />
  ));
}

/** What keeps it from running. */
function Problems({ integration: { readiness, cools_until: coolsUntil } }: { integration: Integration }): ReactNode {
  return (
    <>
      {coolsUntil !== undefined && (
        <Notice tone="bad" title="Its runs are held back">
          <p>
            The last run took workers down. The next one may start <Time at={coolsUntil} />; running it by hand ends the
            wait.
          </p>
        </Notice>
      )}
      {!readiness.ready && (
        <Notice tone="warn" title="It cannot run yet">
          <ul>
            {readiness.missing.map((item) => (
              <li key={`${item.step} ${item.message}`}>
                {item.message}{' '}
                {item.connection_id !== undefined && (
                  <Link to="/connections/$id" params={{ id: item.connection_id }}>
                    Open the connection
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Runs({ id }: { id: string }): ReactNode {
  return (
    <div className="card">
      <DataList
        list="listRuns"
        input={{ query: { integration_id: id } }}
        name="Runs of this integration"
        noun={['run', 'runs']}
        columns={ownRunColumns}
        everyMs={4000}
        empty={
          <EmptyState icon="runs" title="It has not run yet">
            Run it by hand to see what it does.
          </EmptyState>
        }
      />
    </div>
  );
}
