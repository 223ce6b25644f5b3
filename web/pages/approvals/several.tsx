import { type ReactNode, useCallback, useState } from 'react';
import { formatCount } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { type AskedSet, SetDialog } from './set-dialog.tsx';

/** Approvals that are chosen, and what can be decided on all of them. */
export interface Several {
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
  /** What is listed by now: what has left the list, decided by itself or by others, is no longer chosen. */
  onListed: (listed: readonly { id: string }[]) => void;
  acts: ReactNode;
}

/** Lets a person choose approvals. @param runId Of a list that shows a run only: all of it can be decided on. */
export function useSeveral(runId: string | undefined): Several {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<AskedSet>();
  const onAsk = (decision: AskedSet['decision'], ofRun?: string): void =>
    setAsked(ofRun === undefined ? { decision, ids: [...chosen] } : { decision, runId: ofRun });
  const onListed = useCallback(
    (listed: readonly { id: string }[]): void =>
      setChosen((all) => {
        const left = new Set(listed.map(({ id }) => id).filter((id) => all.has(id)));
        return left.size === all.size ? all : left;
      }),
    [],
  );
  return {
    chosen,
    onListed,
    onChoose: (id, isChosen) =>
      setChosen((all) => (isChosen ? new Set([...all, id]) : new Set([...all].filter((one) => one !== id)))),
    acts: (
      <>
        <SetActs count={chosen.size} runId={runId} onAsk={onAsk} />
        {asked !== undefined && (
          <SetDialog
            asked={asked}
            onClose={(isDone) => {
              setAsked(undefined);
              if (isDone) setChosen(new Set());
            }}
          />
        )}
      </>
    ),
  };
}

/** What is decided on several approvals: on those that were chosen, or on all of a run. */
function SetActs({
  count,
  runId,
  onAsk,
}: {
  count: number;
  runId: string | undefined;
  onAsk: (decision: AskedSet['decision'], runId?: string) => void;
}): ReactNode {
  if (count === 0 && runId === undefined) return null;
  const of = count === 0 ? runId : undefined;
  return (
    <div className="row-acts">
      <Button looks={['small', 'primary']} onClick={() => onAsk('approve', of)}>
        {count === 0 ? 'Approve all of this run…' : `Approve ${formatCount(count)} chosen…`}
      </Button>
      <Button looks={['small']} onClick={() => onAsk('reject', of)}>
        {count === 0 ? 'Reject all of this run…' : `Reject ${formatCount(count)} chosen…`}
      </Button>
    </div>
  );
}
