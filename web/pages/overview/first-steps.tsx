import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../../hub.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useCan } from '../../shell/session.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** The way from nothing to data that flows. Ticks itself by what is there, and is gone once it does. */
export function FirstSteps(): ReactNode {
  const mayConnect = useCan('connections:write');
  const connections = useQuery(ask('listConnections', { query: { per_page: 2 } }));
  const integrations = useQuery(ask('listIntegrations', { query: { per_page: 1, status: 'active' } }));
  if (connections.data === undefined || integrations.data === undefined) return null;
  const connected = connections.data.data.length;
  const isActive = integrations.data.data.length > 0;
  if (isActive) return null;
  const steps = [
    { done: connected > 0, words: 'Connect the system that the data is in' },
    { done: connected > 1, words: 'Connect the system that the data goes to' },
    { done: isActive, words: 'Describe the flow between them, and activate it' },
  ];
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
            <Link className="button primary" to="/connections/new">
              Connect a system
            </Link>
          )}
          <a className="button" href="/docs" target="_blank" rel="noreferrer">
            Describe a flow by API
          </a>
        </div>
      </div>
    </Card>
  );
}
