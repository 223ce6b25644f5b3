import type { ReactNode } from 'react';
import type { Session } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { describeBrowser } from '../../model/describe-browser.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, Table } from '../../parts/data-list.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Where the person is signed in; every other session can be ended from here. */
export function SessionsCard(): ReactNode {
  const sessions = useQuery(ask('listSessions', {}, 30_000));
  return (
    <Card title="Sessions" note="End those that you do not know, and change your password." flush>
      {sessions.isPending ? (
        <Skeleton lines={3} />
      ) : sessions.isError ? (
        <div className="card-body">
          <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
        </div>
      ) : (
        <Table name="Sessions" columns={columns} items={sessions.data.data} />
      )}
    </Card>
  );
}

const columns: readonly Column<Session>[] = [
  {
    title: 'Browser',
    show: ({ user_agent: agent, current, methods }) => (
      <>
        <strong>{describeBrowser(agent)}</strong> {current && <Badge tone="good">This one</Badge>}
        <small>Signed in by {methods.join(' and ').replaceAll('_', ' ')}</small>
      </>
    ),
  },
  { title: 'Address', looks: ['fit', 'wide'], show: ({ address }) => <span className="mono">{address ?? '–'}</span> },
  { title: 'Last seen', looks: ['fit', 'wide'], show: ({ last_seen_at: at }) => <Time at={at} /> },
  { title: 'Signed in', looks: ['fit'], show: ({ created_at: at }) => <Time at={at} /> },
  {
    title: '',
    looks: ['fit'],
    show: (session) =>
      !session.current && (
        <Button
          looks={['small']}
          aria-label={`End the session in ${describeBrowser(session.user_agent)}`}
          onClick={() => void end(session)}
        >
          End
        </Button>
      ),
  },
];

function end({ id }: Session): Promise<void> {
  return act(async () => {
    await hub.call('endSession', { params: { id } });
    await queries.invalidateQueries();
  }, 'The session is over');
}
