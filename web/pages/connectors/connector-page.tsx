import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Connector } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { categories, describeOperations, levelNotes } from '../../model/connectors/catalogue.ts';
import { formatAmount, formatCount, formatDuration, formatMinutes } from '../../model/format.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCan, useCanIn } from '../../shell/session.tsx';
import { LevelBadge } from './connectors-page.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/connectors/$id');

/** One connector: what can be done with it, how well that is proven, and what uses it. */
export function ConnectorPage(): ReactNode {
  const { id } = route.useParams();
  const found = useQuery(ask('getConnector', { params: { id } }));
  const crumbs = <Link to="/connectors">Connectors</Link>;
  if (found.isPending) return <PendingPage title="Connector" />;
  if (found.isError) {
    return (
      <Page title="Connector" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: connector, etag } = found.data;
  const isOwn = connector.origin === 'organization';
  return (
    <Page
      title={connector.name}
      crumbs={crumbs}
      badge={<LevelBadge level={connector.verification.level} />}
      lead={describeOrigin(connector)}
      actions={<Acts connector={connector} etag={etag} />}
    >
      <div className="columns">
        <div className="stack">
          <Objects connector={connector} />
          <UsedBy id={id} />
          {isOwn && <Versions id={id} etag={etag} />}
        </div>
        <Facts connector={connector} />
      </div>
    </Page>
  );
}

function Acts({
  connector: { id, name, origin },
  etag,
}: {
  connector: Connector;
  etag: string | undefined;
}): ReactNode {
  const navigate = useNavigate();
  const mayConnect = useCan('connections:write');
  const mayWrite = useCanIn('connectors:write', undefined) && origin === 'organization';
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {mayWrite && (
        <>
          <Link className="button" to="/connectors/$id/edit" params={{ id }}>
            <Icon name="edit" />
            Edit
          </Link>
          <Button icon="cross" onClick={() => setAsking(true)}>
            Retire…
          </Button>
          <ConfirmDialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title={`Retire ${name}?`}
            act="Retire it"
            danger
            onConfirm={async () => {
              await hub.call('deleteConnector', { params: { id } }, etag === undefined ? {} : { ifMatch: etag });
              await navigate({ to: '/connectors', search: { tab: 'own' } });
              await queries.invalidateQueries();
              sayDone(`${name} is retired`);
            }}
          >
            It is deleted with its versions. A connector that a connection uses is not retired: delete its connections
            first.
          </ConfirmDialog>
        </>
      )}
      {mayConnect && (
        <Link className="button primary" to="/connections/new" search={{ connector: id }}>
          <Icon name="plus" />
          Connect
        </Link>
      )}
    </>
  );
}

function Objects({ connector: { objects, dynamic_objects: named } }: { connector: Connector }): ReactNode {
  return (
    <Card title="What it can do" note={formatAmount(objects.length, 'object')} flush>
      <div className="list-box" role="group" tabIndex={0} aria-label="Objects">
        <table className="list">
          <thead>
            <tr>
              <th scope="col">Object</th>
              <th scope="col">Records can be</th>
              <th scope="col">Known by</th>
            </tr>
          </thead>
          <tbody>
            {objects.map(({ id, title, key = [], operations }) => (
              <tr key={id}>
                <td>
                  <strong>{title}</strong>
                  <small className="mono break">{id}</small>
                </td>
                <td>{describeOperations(operations)}</td>
                <td className="wide">
                  <code>{key.join(', ')}</code>
                </td>
              </tr>
            ))}
            {named !== undefined && (
              <tr>
                <td>
                  <strong>{named.title}</strong>
                  <small>
                    <MarkedText text={named.help} />
                  </small>
                </td>
                <td>{describeOperations(named.operations)}</td>
                <td className="wide">
                  <small>chosen when it is used</small>
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** The connections to it. */
function UsedBy({ id }: { id: string }): ReactNode {
  const mayRead = useCan('connections:read');
  const uses = useQuery({
    ...askAll('listConnections', { query: { service_type: id, sort: 'name' } }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Card title="Connections" flush>
      {uses.isPending ? (
        <Skeleton lines={2} />
      ) : uses.isError ? (
        <div className="card-body">
          <ErrorNotice error={uses.error} onRetry={() => void uses.refetch()} />
        </div>
      ) : uses.data.length === 0 ? (
        <p className="soft card-body">No connection uses it.</p>
      ) : (
        <ul className="steps">
          {uses.data.map((connection) => (
            <li key={connection.id}>
              <Link className="name" to="/connections/$id" params={{ id: connection.id }}>
                {connection.name}
              </Link>
              <StatusBadge status={connection.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function describeOrigin({ origin, vendor, name }: Connector): string | undefined {
  if (origin === 'organization') return 'A connector of your own, seen by your organization only.';
  return vendor === name ? undefined : `Made by ${vendor}.`;
}

function describePeriod(ms: number): string {
  return ms % 60_000 === 0 ? formatMinutes(ms / 60_000) : formatDuration(ms);
}

const categoryWords = new Map<string, string>(categories);

function Facts({ connector }: { connector: Connector }): ReactNode {
  const { id, category, auth, triggers, rate_limits: limits, hosts, version, docs_url: docs, verification } = connector;
  const { level, source, as_of: asOf, operations } = verification;
  return (
    <Card title="Facts">
      <dl className="facts">
        <dt>Kind</dt>
        <dd>{categoryWords.get(category) ?? category}</dd>
        <dt>Level</dt>
        <dd>
          {levelNotes[level]}
          {operations.total > 0 && (
            <small className="under">
              {operations.verified} of {formatAmount(operations.total, 'operation')}, by {source}, {asOf}
            </small>
          )}
        </dd>
        <dt>Signs in by</dt>
        <dd>
          {auth.map(({ id: method, title }) => (
            <div key={method}>{title}</div>
          ))}
        </dd>
        <dt>Tells of changes</dt>
        <dd>{triggers.length === 0 ? 'Only when it is asked' : 'By a webhook'}</dd>
        {limits.length > 0 && (
          <>
            <dt>Asked at most</dt>
            <dd>
              {limits.map(({ name, limit, per_ms: perMs }) => (
                <div key={name}>
                  {formatCount(limit)} in {describePeriod(perMs)} <small>{name}</small>
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>Hosts</dt>
        <dd className="mono">
          {hosts.map((host) => (
            <div key={host}>{host}</div>
          ))}
        </dd>
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Documentation</dt>
        <dd>
          <a href={docs} target="_blank" rel="noreferrer">
            Of the vendor
          </a>
        </dd>
      </dl>
    </Card>
  );
}
