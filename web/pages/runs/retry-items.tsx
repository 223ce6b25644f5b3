import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask, hub } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { listNames } from '../../model/runs/group-failures.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Tries the items of a run again that failed: all of them, or those of a step or with a code. */
export function RetryItems({ run }: { run: Run }): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button looks={['small']} icon="retry" onClick={() => setAsking(true)}>
        Try failed items again…
      </Button>
      {asking && <RetryItemsDialog run={run} onClose={() => setAsking(false)} />}
    </>
  );
}

function RetryItemsDialog({ run: { id }, onClose }: { run: Run; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [{ step, code, newest }, choose] = useState({ step: '', code: '', newest: '' });
  const failed = useQuery(ask('listFailedRecordGroups', { query: { run_id: id } }));
  const groups = failed.data?.data ?? [];
  const steps = listNames(groups.map((group) => group.step));
  const codes = listNames(groups.map((group) => group.code));
  const retry = async (): Promise<void> => {
    const done = await hub.call('retryRunItems', {
      params: { id },
      body: {
        ...(step === '' ? {} : { step }),
        ...(code === '' ? {} : { code }),
        ...(newest === '' ? {} : { with: 'newest' }),
      },
    });
    sayDone(`${formatAmount(done.items, 'item')} tried again`, describeRest(done));
    await navigate({ to: '/runs/$id', params: { id: done.run_id } });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Try failed items again?"
      lead="Each goes on at the step that failed, on the present revision, by a run of its own. What the steps before have done is not repeated. Writes of which nobody knows what became are left out: they are tried one by one."
      act="Try them again"
      onSubmit={retry}
    >
      {() => (
        <>
          <Choice
            label="Step"
            value={step}
            options={[['', 'All steps'], ...steps.map((name) => [name, name] as const)]}
            onChange={(next) => choose({ step: next, code, newest })}
          />
          <Choice
            label="What went wrong"
            value={code}
            options={[['', 'Anything'], ...codes.map((name) => [name, toSentence(name)] as const)]}
            onChange={(next) => choose({ step, code: next, newest })}
          />
          <Choice
            label="Items with a newer one of their record"
            value={newest}
            options={[
              ['', 'Leave them out'],
              ['newest', 'Take the newest record'],
            ]}
            onChange={(next) => choose({ step, code, newest: next })}
          />
        </>
      )}
    </FormDialog>
  );
}

function describeRest({
  in_doubt: inDoubt,
  superseded,
  has_more: hasMore,
}: {
  in_doubt: number;
  superseded: number;
  has_more: boolean;
}): string | undefined {
  const rest = [
    ...(inDoubt === 0 ? [] : [`${formatAmount(inDoubt, 'write')} in doubt left out.`]),
    ...(superseded === 0 ? [] : [`${formatAmount(superseded, 'item')} with a newer one left out.`]),
    ...(hasMore ? ['There are more: ask again when this run is over.'] : []),
  ];
  return rest.length === 0 ? undefined : rest.join(' ');
}
