import type { ReactNode } from 'react';
import { ask, hub, queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field } from '../../parts/fields.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Several approvals, and what is to be decided on all of them: those that were chosen, or what is open of a run. */
export type AskedSet = { decision: 'approve' | 'reject' } & ({ ids: readonly string[] } | { runId: string });

/** Asks for the comment that goes with a decision on several approvals. */
export function SetDialog({ asked, onClose }: { asked: AskedSet; onClose: (isDone: boolean) => void }): ReactNode {
  const words = asked.decision === 'approve' ? 'Approve' : 'Reject';
  const runId = 'runId' in asked ? asked.runId : '';
  const set = useQuery({ ...ask('getApprovalSet', { query: { run_id: runId } }), enabled: runId !== '' });
  const shown = set.data?.data;
  const count = 'ids' in asked ? asked.ids.length : shown?.count;
  const submit = async (form: FormData): Promise<void> => {
    const { hash } =
      shown ?? (runId === '' ? { hash: '' } : await hub.call('getApprovalSet', { query: { run_id: runId } }));
    const which = 'ids' in asked ? { ids: [...asked.ids] } : { run_id: runId, hash };
    const comment = readText(form, 'comment').trim();
    const body = { decision: asked.decision, ...which, ...(comment === '' ? {} : { comment }) };
    const { decided } = await hub.call('decideApprovals', { body });
    sayDone(`${asked.decision === 'approve' ? 'Approved' : 'Rejected'} ${formatAmount(decided, 'item')}`);
    await queries.invalidateQueries();
  };
  return (
    <FormDialog
      open
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
      title={count === undefined ? `${words} all?` : `${words} ${formatAmount(count, 'item')}?`}
      lead={
        'ids' in asked
          ? 'One comment for all. Those that others have settled meanwhile are left out.'
          : 'What is open of this run and you may decide on, with one comment for all. Nothing is decided if it changes meanwhile.'
      }
      act={words}
      onSubmit={submit}
    >
      {() => (
        <>
          {runId !== '' && set.isPending && <Skeleton lines={1} />}
          {set.isError && <ErrorNotice error={set.error} onRetry={() => void set.refetch()} />}
          <Field label="Comment" required={false} help="Kept with each decision; later steps of the flow can read it.">
            {(control) => <textarea className="input" name="comment" maxLength={2000} {...control} />}
          </Field>
        </>
      )}
    </FormDialog>
  );
}
