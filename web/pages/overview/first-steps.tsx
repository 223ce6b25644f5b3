import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { askFirst } from '../../hub.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useCan } from '../../shell/session.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** The way from nothing to data that flows. Ticks itself by what is there, and is gone once something ran. */
export function FirstSteps(): ReactNode {
  const mayConnect = useCan('connections:write');
  const mayBuild = useCan('integrations:write');
  const connections = useQuery(askFirst('listConnections', 2, {}));
  const integrations = useQuery(askFirst('listIntegrations', 1, { query: { status: 'active' } }));
  const runs = useQuery(askFirst('listRuns', 1, {}));
  if (connections.data === undefined || integrations.data === undefined || runs.data === undefined) return null;
  const connected = connections.data.data.length;
  const [integration] = integrations.data.data;
  const hasRun = runs.data.data.length > 0;
  if (integration !== undefined && hasRun) return null;
  const steps = [
    { done: connected > 0, words: 'Connect the system that the data is in' },
    { done: connected > 1, words: 'Connect the system that the data goes to' },
    { done: integration !== undefined, words: 'Map its fields beside real records, and activate the integration' },
    { done: hasRun, words: 'Run it, and see what moved' },
  ];
  const isConnected = connected > 1 || integration !== undefined;
  return (
    <Card title="First steps">
      <div className="stack">
        <ul className="checks">
          {steps.map(({ done, words }) => (
            <li key={words}>
              <span className={done ? 'ok' : 'soft'}>
                <Icon name={done ? 'check' : 'right'} />
              </span>
              <span>
                {words}
                {done && <span className="hidden-text"> (done)</span>}
              </span>
            </li>
          ))}
        </ul>
        <div className="row">
          {mayConnect && (
            <Link className={isConnected ? 'button' : 'button primary'} to="/connections/new">
              Connect a system
            </Link>
          )}
          {integration === undefined && mayBuild && (
            <Link className={isConnected ? 'button primary' : 'button'} to="/integrations/new">
              Make an integration
            </Link>
          )}
          {integration !== undefined && (
            <Link className="button primary" to="/integrations/$id" params={{ id: integration.id }}>
              Run {integration.name}
            </Link>
          )}
        </div>
      </div>
    </Card>
  );
}
