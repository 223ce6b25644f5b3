import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { askFirst } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { GateNotice } from '../../parts/gate-notice.tsx';
import { Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';

const everyMs = 5000;

/** What a run waits for: when it goes on, and who could let it go on before. */
export function RunWait({ run }: { run: Run }): ReactNode {
  const open = useQuery({
    ...askFirst('listApprovals', 1, { query: { status: 'open', run_id: run.id } }, everyMs),
    enabled: run.status === 'waiting',
  });
  const { status, gates = [] } = run;
  const count = open.data?.meta?.total ?? 0;
  return (
    <>
      {gates.map((gate) => (
        <GateNotice key={JSON.stringify([gate.calendar_ids, gate.connection_id, gate.steps])} gate={gate} />
      ))}
      {status === 'waiting' && (gates.length === 0 || count > 0) && <OtherWait run={run} count={count} />}
    </>
  );
}

function OtherWait({ run, count }: { run: Run; count: number }): ReactNode {
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
