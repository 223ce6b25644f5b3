import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { covers } from '../../model/describe-scopes.ts';
import { formatAmount } from '../../model/format.ts';
import { Card } from '../../parts/card.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { useMe } from '../../shell/session.tsx';

const everyMs = 15_000;

interface Matter {
  id: string;
  tone: 'bad' | 'warn';
  icon: IconName;
  title: string;
  note: string;
  way: ReactNode;
}

/** What a person has to do, the worst first; and that there is nothing, when there is nothing. */
export function Attention({ runs }: { runs: readonly Run[] }): ReactNode {
  const matters = [...useConnections(), ...toRunMatters(runs), ...useEndpoints()];
  return (
    <Card title="Needs attention" flush>
      {matters.length === 0 ? (
        <div className="calm">
          <Icon name="check" />
          <div>
            <strong>Nothing needs you</strong>
            <p className="soft">No failed run in the last day, and all connections work.</p>
          </div>
        </div>
      ) : (
        <ul className="attention">
          {matters.map(({ id, tone, icon, title, note, way }) => (
            <li key={id} className={`tone-${tone}`}>
              <span className="mark">
                <Icon name={icon} />
              </span>
              <div className="words">
                <strong>{title}</strong>
                <small>
                  <MarkedText text={note} />
                </small>
              </div>
              {way}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One matter for each integration: its last run tells whether it still fails. */
function toRunMatters(runs: readonly Run[]): Matter[] {
  const newest = new Map<string, Run>();
  for (const run of runs) {
    const isOver = run.finished_at !== undefined && run.status !== 'canceled' && run.status !== 'skipped';
    if (isOver && !newest.has(run.integration_id)) newest.set(run.integration_id, run);
  }
  return [...newest.values()]
    .filter(({ status }) => status === 'failed' || status === 'partially_succeeded')
    .toSorted((a, b) => a.status.localeCompare(b.status))
    .map((run) => ({
      id: run.id,
      tone: run.status === 'failed' ? 'bad' : 'warn',
      icon: 'runs',
      title:
        run.status === 'failed'
          ? `${run.integration_name ?? 'An integration'} failed`
          : `${run.integration_name ?? 'An integration'}: ${formatAmount(run.counters.failed, 'record')} failed`,
      note: run.error?.message ?? 'The other records were processed.',
      way: (
        <Link className="button small" to="/runs/$id" params={{ id: run.id }}>
          {run.status === 'failed' ? 'See why' : 'See records'}
        </Link>
      ),
    }));
}

function useConnections(): Matter[] {
  const { scopes } = useMe();
  const enabled = covers(scopes, 'connections:read');
  const [failing, expired] = [
    useQuery({ ...ask('listConnections', { query: { status: 'error' } }, everyMs), enabled }),
    useQuery({ ...ask('listConnections', { query: { status: 'expired' } }, everyMs), enabled }),
  ];
  return [...(failing.data?.data ?? []), ...(expired.data?.data ?? [])].map((connection) => ({
    id: connection.id,
    tone: 'bad',
    icon: 'connections',
    title: `${connection.name} ${connection.status === 'expired' ? 'has expired' : 'does not work'}`,
    note: connection.status_reason ?? 'Its credentials were refused.',
    way: (
      <Link className="button small" to="/connections/$id" params={{ id: connection.id }}>
        Repair
      </Link>
    ),
  }));
}

function useEndpoints(): Matter[] {
  const { scopes } = useMe();
  const endpoints = useQuery({
    ...ask('listWebhookEndpoints', {}, everyMs),
    enabled: covers(scopes, 'webhooks:read'),
  });
  return (endpoints.data?.data ?? [])
    .filter(({ failing_since: since, disabled_reason: reason }) => since !== undefined || reason === 'failing')
    .map((endpoint) => ({
      id: endpoint.id,
      tone: 'warn',
      icon: 'webhooks',
      title: `${endpoint.name} takes no events`,
      note: endpoint.disabled ? 'It was disabled after failing for days.' : endpoint.url,
      way: (
        <Link className="button small" to="/webhooks/$id" params={{ id: endpoint.id }}>
          See deliveries
        </Link>
      ),
    }));
}
