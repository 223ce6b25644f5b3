import { useNavigate } from '@tanstack/react-router';
import type { DismissRecordsInput, RetryRecordsInput, Run } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { act } from '../../parts/toasts.tsx';

/** A run of its own processes them again; its page shows how that goes. */
export function useProcessAgain(run: Run): (which: RetryRecordsInput) => void {
  const navigate = useNavigate();
  return (which) =>
    void act(async () => {
      const started = await hub.call('retryFailedRecords', { params: { id: run.id }, body: which });
      await navigate({ to: '/runs/$id', params: { id: started.id } });
    }, 'They are being processed again');
}

/** Dismisses records, or opens them again, however many there are. @returns how many, in words. */
export async function dismissRecords(runId: string, which: DismissRecordsInput): Promise<string> {
  let count = 0;
  for (let hasMore = true; hasMore;) {
    const done = await hub.call('dismissFailedRecords', { params: { id: runId }, body: which });
    count += done.records;
    hasMore = done.has_more;
  }
  await queries.invalidateQueries();
  return `${formatAmount(count, 'record')} ${which.undo === true ? 'open again' : 'dismissed'}`;
}
