import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';

const everyMs = 5000;

/** What a run waits for: when it goes on, and who could let it go on before. */
export function RunWait({ run }: { run: Run }): ReactNode {
  const open = useQuery({
    ...ask('listApprovals', { query: { status: 'open', run_id: run.id, per_page: 1 } }, everyMs),
    enabled: run.status === 'waiting',
  });
  if (run.status !== 'waiting') return null;
  const count = open.data?.meta?.total ?? 0;
  return (
    <Notice tone="busy" title="This run waits">
      <p>
        {run.goes_on_at === undefined ? (
          'It goes on when an answer comes.'
        ) : (
          <>
            It goes on <Time at={run.goes_on_at} />, unless an answer comes first.
          </>
        )}
      </p>
      {count > 0 && (
        <div>
          <Link className="button small" to="/approvals" search={{ run_id: run.id }}>
            See {formatAmount(count, 'open approval')}
          </Link>
        </div>
      )}
    </Notice>
  );
}
