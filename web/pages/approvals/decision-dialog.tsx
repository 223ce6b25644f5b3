import type { ReactNode } from 'react';
import { HubApiError } from '../../../client/hub-api-error.ts';
import type { Approval, ApprovalDetail } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { readFormValues } from '../../model/forms/read-form-values.ts';
import { readText } from '../../model/read-text.ts';
import { readFields } from '../../model/forms/schema-fields.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field } from '../../parts/fields.tsx';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone, sayRefused } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { Guarded } from './guarded.tsx';

export interface Asked {
  approval: Approval;
  decision: 'approve' | 'reject';
}

/** Asks for the comment, and for the values that an approval has to come with. */
export function DecisionDialog({
  asked: { approval, decision },
  onClose,
  onRefused,
}: {
  asked: Asked;
  onClose: () => void;
  /** It can no longer be decided on, or not by this person: no other input would help. */
  onRefused: (id: string, error: unknown) => void;
}): ReactNode {
  const { id, message, count, guard } = approval;
  const isApproval = decision === 'approve';
  const detail = useQuery(ask('getApproval', { params: { id } }));
  const submit = async (form: FormData): Promise<void> => {
    // The dialog can be sent before it knows whether values are wanted.
    const data = detail.data?.data ?? (await hub.call('getApproval', { params: { id } }));
    try {
      await decide(data, decision, form);
    } catch (error) {
      if (!(error instanceof HubApiError) || ![403, 409].includes(error.status)) throw error;
      onRefused(id, error);
      // What somebody else has settled leaves the list at its next look, and its row with it.
      sayRefused(error);
      return;
    }
    sayDone(isApproval ? 'Approved' : 'Rejected');
    await queries.invalidateQueries();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isApproval ? 'Approve this?' : 'Reject this?'}
      lead={
        count === undefined || count === 1
          ? message
          : `${message} And ${formatAmount(count - 1, 'more item')} of the run.`
      }
      act={isApproval ? 'Approve' : 'Reject'}
      onSubmit={submit}
    >
      {(error) => (
        <>
          {guard !== undefined && (
            <p>
              {isApproval ? onApproval : onRejection} <Guarded guard={guard} />
            </p>
          )}
          {isApproval && detail.isPending && <Skeleton lines={2} />}
          {isApproval && detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
          {isApproval && detail.data?.data.form !== undefined && (
            <SchemaForm fields={readFields(detail.data.data.form)} prefix="form" error={error} />
          )}
          <Field label="Comment" required={false} help="Kept with the decision; later steps of the flow can read it.">
            {(control) => <textarea className="input" name="comment" maxLength={2000} {...control} />}
          </Field>
        </>
      )}
    </FormDialog>
  );
}

const onApproval =
  'A run reads the source again and carries out exactly these, but for what has come back by then. Where there are more by then, you are asked again.';
const onRejection = 'Nothing of these is carried out. You are asked again only about others.';

async function decide(
  { id, form: schema, guard, hash = guard?.hash }: ApprovalDetail,
  decision: Asked['decision'],
  form: FormData,
): Promise<void> {
  const params = { id };
  const written = readText(form, 'comment').trim();
  const comment = { ...(written === '' ? {} : { comment: written }), ...(hash === undefined ? {} : { hash }) };
  if (decision === 'reject') {
    await hub.call('reject', { params, body: comment });
    return;
  }
  const read = (name: string): string => readText(form, `form.${name}`);
  const values = schema === undefined ? {} : { form: readFormValues(schema, read) };
  await hub.call('approve', { params, body: { ...comment, ...values } });
}
