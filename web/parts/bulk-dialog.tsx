import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { queries } from '../hub.ts';
import { countOutcomes, type Outcome, runEach } from '../model/bulk/run-each.ts';
import { formatAmount } from '../model/format.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { MarkedText } from './marked-text.tsx';
import { popups } from './popups.ts';

/** Something that is done to each of several things. */
export interface BulkAct<Item> {
  /** `Cancel` */
  words: string;
  icon: IconName;
  danger?: boolean;
  /** What it does, before it is done. */
  note: string;
  /** Whether it makes sense for one of them: others are left as they are. */
  applies: (item: Item) => boolean;
  run: (item: Item) => Promise<unknown>;
}

/** Asks once for all of them, then shows what became of each. */
export function BulkDialog<Item extends { id: string }>({
  act,
  items,
  nameOf,
  noun,
  onClose,
}: {
  act: BulkAct<Item>;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  noun: readonly [one: string, many: string];
  onClose: (isDone: boolean) => void;
}): ReactNode {
  const [fitting] = useState(() => items.filter(act.applies));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>();
  const [isOver, setOver] = useState(false);
  const left = items.length - fitting.length;
  const start = async (): Promise<void> => {
    setOutcomes(new Map(fitting.map(({ id }) => [id, { state: 'waiting' }])));
    await runEach(fitting, act.run, (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)));
    setOver(true);
    await queries.invalidateQueries();
  };
  const isBusy = outcomes !== undefined && !isOver;
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && !isBusy && onClose(isOver)}>
      <AlertDialog.Portal container={popups}>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>
            {act.words} {formatAmount(fitting.length, noun[0], noun[1])}?
          </AlertDialog.Title>
          <div className="stack">
            <AlertDialog.Description render={<div className="soft" />}>
              {act.note}
              {left > 0 && ` ${formatAmount(left, noun[0], noun[1])} of those that you selected will stay as they are.`}
            </AlertDialog.Description>
            <ul className="bulk-list">
              {fitting.map((item) => (
                <li key={item.id}>
                  <span className="break">{nameOf(item)}</span>
                  <OutcomeText outcome={outcomes?.get(item.id)} />
                </li>
              ))}
            </ul>
            <div role="status">{outcomes !== undefined && countOutcomes(outcomes.values())}</div>
          </div>
          <div className="dialog-foot">
            {isOver ? (
              <Button looks={['primary']} onClick={() => onClose(true)}>
                Done
              </Button>
            ) : (
              <>
                <Button disabled={isBusy} onClick={() => onClose(false)}>
                  Back
                </Button>
                <Button
                  looks={act.danger === true ? ['danger', 'primary'] : ['primary']}
                  busy={isBusy}
                  onClick={() => void start()}
                >
                  {act.words} {formatAmount(fitting.length, noun[0], noun[1])}
                </Button>
              </>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }): ReactNode {
  if (outcome === undefined || outcome.state === 'waiting') return null;
  if (outcome.state === 'busy') return <Badge tone="busy">At work</Badge>;
  if (outcome.state === 'done') return <Badge tone="good">Done</Badge>;
  return (
    <>
      <Badge tone="bad">Refused</Badge>
      <small className="wrong break">
        <MarkedText text={outcome.message} />
      </small>
    </>
  );
}
