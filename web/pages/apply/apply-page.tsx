import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Outcome } from '../../../as-code/carry-out.ts';
import type { Manifest } from '../../../as-code/manifests.ts';
import { UnusableFiles } from '../../../as-code/problem.ts';
import { describeResource } from '../../../as-code/resource.ts';
import { formatAmount } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { FilesCard } from './files-card.tsx';
import { PlanList } from './plan-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { listLeftOut } from './read-values.ts';
import { type ApplyState, type Planned, useApply } from './use-apply.ts';
import { ValueFields } from './value-fields.tsx';

/** Makes the organization what files say, as `hub apply` does: first the plan, then the deed. */
export function ApplyPage(): ReactNode {
  const { files, change, read, plan, planned, apply, outcomes, secrets, state, error } = useApply();
  return (
    <Page
      title="Apply files"
      lead="Makes this organization what files say: accounts, tables, calendars, connections, integrations and more. You see every change before it is made."
    >
      <FilesCard files={files} onChange={change} />
      {read !== undefined && 'problems' in read && (
        <ProblemList title="The files are not usable" problems={read.problems} />
      )}
      {read !== undefined && 'manifests' in read && read.manifests.length > 0 && (
        <PlanForm
          // What was given is forgotten once it was sent.
          key={state === 'applied' ? 'after' : 'before'}
          manifests={read.manifests}
          busy={state === 'planning' || state === 'applying'}
          onPlan={plan}
        />
      )}
      {state === 'planning' && (
        <div className="card">
          <Skeleton />
        </div>
      )}
      {error instanceof UnusableFiles ? (
        <ProblemList title="Nothing was changed" problems={error.problems} />
      ) : (
        error !== undefined && <ErrorNotice error={error} />
      )}
      {planned !== undefined && (
        <PlanCard planned={planned} state={state} outcomes={outcomes} onApply={() => apply(planned)} />
      )}
      {secrets.map(({ resource, text }) => (
        <Notice key={resource} tone="warn" title={`The secret of ${resource} is shown this once`}>
          <div className="secret">
            <code>{text}</code>
            <CopyButton text={text} what={`the secret of ${resource}`} />
          </div>
        </Notice>
      ))}
    </Page>
  );
}

/** `1 connection, 3 integrations` */
function describeKinds(manifests: readonly Manifest[]): string {
  const byKind = Map.groupBy(manifests, ({ kind }) => kind.name.replaceAll('-', ' '));
  return [...byKind].map(([kind, some]) => formatAmount(some.length, kind)).join(', ');
}

function PlanForm({
  manifests,
  busy,
  onPlan,
}: {
  manifests: readonly Manifest[];
  busy: boolean;
  onPlan: (form: FormData) => Promise<void>;
}): ReactNode {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void onPlan(new FormData(event.currentTarget));
  };
  return (
    <Card title="What the files hold" note={describeKinds(manifests)}>
      <form className="stack" onSubmit={submit} autoComplete="off">
        <ValueFields values={listLeftOut(manifests)} />
        <label className="check">
          <input type="checkbox" name="prune" />
          Delete what no file holds
        </label>
        <label className="check">
          <input type="checkbox" name="renew" />
          Write credentials again, which cannot be compared
        </label>
        <div>
          <Button type="submit" looks={['primary']} busy={busy}>
            Show the plan
          </Button>
        </div>
      </form>
    </Card>
  );
}

function PlanCard({
  planned: { plan, refusals },
  state,
  outcomes,
  onApply,
}: {
  planned: Planned;
  state: ApplyState;
  outcomes: readonly Outcome[];
  onApply: () => Promise<void>;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const count = (action: string): number => plan.steps.filter((step) => step.action === action).length;
  const deleted = plan.steps.flatMap((step) => (step.action === 'delete' ? [describeResource(step.existing)] : []));
  const sum = `${count('create')} to create, ${count('change')} to change, ${deleted.length} to delete, ${plan.unchanged} unchanged`;
  const done = outcomes.filter(({ status }) => status === 'done').length;
  const begin = (): void => (deleted.length > 0 ? setAsking(true) : void onApply());
  return (
    <Card
      title={state === 'applied' ? 'What was done' : 'Plan'}
      note={<span role="status">{state === 'applied' ? `${done} of ${plan.steps.length} done` : sum}</span>}
      actions={
        state !== 'applied' &&
        plan.steps.length > 0 && (
          <Button looks={['primary']} icon="check" busy={state === 'applying'} onClick={begin}>
            Apply {formatAmount(plan.steps.length, 'change')}
          </Button>
        )
      }
      flush
    >
      {refusals.length > 0 && (
        <div className="card-body">
          <ProblemList title="The hub will refuse this" problems={refusals} />
        </div>
      )}
      {plan.steps.length === 0 ? (
        <EmptyState icon="check" title="Nothing differs">
          The organization is what the files say.
        </EmptyState>
      ) : (
        <PlanList plan={plan} outcomes={outcomes} />
      )}
      {plan.secretsKept > 0 && (
        <p className="list-foot">
          Credentials of {plan.secretsKept} are left as they are: nobody can see whether they differ.
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Apply, and delete ${formatAmount(deleted.length, 'resource')}?`}
        act="Apply"
        danger
        onConfirm={() => {
          setAsking(false);
          return onApply();
        }}
      >
        No file holds {deleted.join(', ')}.
      </ConfirmDialog>
    </Card>
  );
}
