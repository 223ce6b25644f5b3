import type { Caller, Run } from '../../../client/operations.data.ts';
import { listRetryModes } from '../../../core/pure/run-status.ts';
import { hub } from '../../hub.ts';
import { mayIn } from '../../model/access/reach.ts';
import { isMoving } from '../../model/status.ts';
import type { BulkAct } from '../../parts/bulk-dialog.tsx';

/** What can be done with several runs at once, by who sees them. */
export function listBulkActs(me: Caller): BulkAct<Run>[] {
  const may = (run: Run): boolean => mayIn(me, 'runs:write', run.account_id);
  return [
    {
      words: 'Retry',
      icon: 'retry',
      note: 'Failed and canceled runs go on where they stopped. Of runs that partly succeeded, the failed records are processed again.',
      applies: (run) =>
        may(run) &&
        (run.status === 'partially_succeeded'
          ? run.counters.failed > 0
          : listRetryModes(run.status).includes('resume')),
      run: ({ id, status }) =>
        status === 'partially_succeeded'
          ? hub.call('retryFailedRecords', { params: { id }, body: { all: true } })
          : hub.call('retryRun', { params: { id }, body: { mode: 'resume' } }),
    },
    {
      words: 'Cancel',
      icon: 'stop',
      danger: true,
      note: 'Each ends after the page that is under way. What was written stays; a retry goes on from there.',
      applies: (run) => may(run) && isMoving(run.status) && run.status !== 'canceling',
      run: ({ id }) => hub.call('cancelRun', { params: { id } }),
    },
  ];
}
