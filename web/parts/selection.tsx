import { type ReactNode, useMemo, useState } from 'react';
import { formatAmount } from '../model/format.ts';
import { Button } from './button.tsx';
import { BulkDialog, type BulkAct } from './bulk-dialog.tsx';
import type { Column } from './data-list.tsx';

export interface Selection<Item> {
  /** Those that were chosen, as they were then. */
  chosen: ReadonlyMap<string, Item>;
  clear: () => void;
  column: Column<Item>;
}

/** Rows that are chosen to do something with all of them. The column stands before the others; `x` chooses by keys. */
export function useSelection<Item extends { id: string }>(nameOf: (item: Item) => string): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  return useMemo(() => {
    const set = (items: readonly Item[], isChosen: boolean): void =>
      setChosen((before) => {
        const next = new Map(before);
        for (const item of items) {
          if (isChosen) next.set(item.id, item);
          else next.delete(item.id);
        }
        return next;
      });
    return {
      chosen,
      clear: () => setChosen(new Map()),
      column: {
        title: 'Select',
        looks: ['pick'],
        head: (items) => (
          <Box
            label="Select all that are shown"
            isChecked={items.length > 0 && items.every(({ id }) => chosen.has(id))}
            onChange={(isChosen) => set(items, isChosen)}
          />
        ),
        show: (item) => (
          <Box
            label={`Select ${nameOf(item)}`}
            isChecked={chosen.has(item.id)}
            onChange={(isChosen) => set([item], isChosen)}
          />
        ),
      },
    };
  }, [chosen, nameOf]);
}

function Box({
  label,
  isChecked,
  onChange,
}: {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}): ReactNode {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

/** What can be done with the rows that are chosen, at the end of the window while there are any. */
export function BulkBar<Item extends { id: string }>({
  selection: { chosen, clear },
  acts,
  nameOf,
  noun,
}: {
  selection: Selection<Item>;
  acts: readonly BulkAct<Item>[];
  nameOf: (item: Item) => string;
  noun: readonly [one: string, many: string];
}): ReactNode {
  const [asked, setAsked] = useState<BulkAct<Item>>();
  const items = [...chosen.values()];
  return (
    <>
      <div className={items.length === 0 ? 'hidden-text' : 'bulk-bar'}>
        <strong role="status">{items.length > 0 && `${formatAmount(items.length, noun[0], noun[1])} selected`}</strong>
        {items.length > 0 && (
          <div className="row">
            {acts.map((act) => (
              <Button
                key={act.words}
                looks={['small']}
                icon={act.icon}
                disabled={!items.some(act.applies)}
                onClick={() => setAsked(act)}
              >
                {act.words}…
              </Button>
            ))}
            <Button looks={['small', 'quiet']} onClick={clear}>
              Select none
            </Button>
          </div>
        )}
      </div>
      {asked !== undefined && (
        <BulkDialog
          act={asked}
          items={items}
          nameOf={nameOf}
          noun={noun}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) clear();
          }}
        />
      )}
    </>
  );
}
