import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Item, Run } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { InputError } from '../../model/describe-error.ts';
import { type ItemAct, listItemActs, listReachable, type RetryWay, retryWays, toRetry } from '../../model/item-acts.ts';
import { parseJson } from '../../model/json.ts';
import { readText } from '../../model/read-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { Field } from '../../parts/fields.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** What somebody wants to do with an item. */
export interface AskedOfItem {
  item: Item;
  what: ItemAct;
}

const entries: Readonly<Record<ItemAct, { label: string; icon: IconName }>> = {
  retry: { label: 'Try again…', icon: 'retry' },
  skip: { label: 'Skip this step…', icon: 'arrow' },
  move: { label: 'Move to another step…', icon: 'play' },
  cancel: { label: 'Cancel…', icon: 'stop' },
};

/** The acts on one item, where there are any. */
export function ItemMenu({ item, onAsk }: { item: Item; onAsk: (asked: AskedOfItem) => void }): ReactNode {
  const acts = listItemActs(item);
  if (acts.length === 0) return undefined;
  return (
    <Menu
      label={`Acts on ${item.key} ${item.seq}`}
      icon="more"
      quiet
      entries={acts.map((what) => ({ ...entries[what], onSelect: () => onAsk({ item, what }) }))}
    />
  );
}

/** Says what an act will do, and does it. */
export function ItemDialog({
  run,
  asked: { item, what },
  onClose,
}: {
  run: Run;
  asked: AskedOfItem;
  onClose: () => void;
}): ReactNode {
  if (what === 'retry') return <RetryDialog item={item} onClose={onClose} />;
  if (what === 'skip') return <SkipDialog item={item} onClose={onClose} />;
  if (what === 'move') return <MoveDialog run={run} item={item} onClose={onClose} />;
  const cancel = async (): Promise<void> => {
    await hub.call('cancelItem', { params: { id: item.id } });
    await sayAndLook('The item is being canceled');
  };
  return (
    <ConfirmDialog open onClose={onClose} title="Cancel this item?" act="Cancel the item" danger onConfirm={cancel}>
      It ends before its next step. What it has written stays, but for what scopes undo; what it waits for is withdrawn.
    </ConfirmDialog>
  );
}

async function sayAndLook(done: string): Promise<void> {
  sayDone(done);
  await queries.invalidateQueries();
}

function RetryDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [way, setWay] = useState<RetryWay>('again');
  const [, , effect] = retryWays.find(([name]) => name === way) ?? retryWays[0];
  const retry = async (): Promise<void> => {
    const { id } = await hub.call('retryItem', { params: { id: item.id }, body: toRetry(way) });
    sayDone('It is being tried again');
    await navigate({ to: '/runs/$id', params: { id } });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Try this item again?"
      lead={<Standing item={item} />}
      act="Try again"
      onSubmit={retry}
    >
      {() => (
        <Choice
          label="How"
          value={way}
          options={retryWays.map(([name, words]) => [name, words])}
          onChange={(next) => setWay(retryWays.find(([name]) => name === next)?.[0] ?? 'again')}
          help={effect}
        />
      )}
    </FormDialog>
  );
}

function SkipDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const skip = async (form: FormData): Promise<void> => {
    const text = readText(form, 'output').trim();
    const body = text === '' ? {} : { output: readOutput(text) };
    await hub.call('skipStep', { params: { id: item.id }, body });
    await sayAndLook('The item goes on behind the step');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Skip this step?"
      lead={
        <>
          <Standing item={item} /> It goes on behind the step, and what the step does is not done
          {item.status === 'failed' ? ', by a run of its own.' : '. What it waits for is withdrawn.'}
        </>
      }
      act="Skip the step"
      onSubmit={skip}
    >
      {() => (
        <Field
          label="Output"
          required={false}
          help="As JSON: what the step would have left, where later steps read it."
        >
          {(control) => <textarea className="input mono" name="output" spellCheck={false} {...control} />}
        </Field>
      )}
    </FormDialog>
  );
}

function readOutput(text: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(text);
  } catch {
    throw new InputError('The output is no JSON. Write it as {"id": "00u1"}.');
  }
}

/** @param to The step that is chosen already. */
export function MoveDialog({
  run,
  item,
  to = '',
  onClose,
}: {
  run: Run;
  item: StandingItem & { id: string };
  to?: string;
  onClose: () => void;
}): ReactNode {
  const [step, setStep] = useState(to);
  // One that waits goes on in its run; one that failed does so on what is saved now.
  const isParked = item.status === 'parked';
  const params = { id: run.integration_id };
  const past = useQuery({
    ...ask('getIntegrationRevision', { params: { ...params, revision: String(run.revision) } }),
    enabled: isParked,
  });
  const present = useQuery({ ...ask('getIntegration', { params }), enabled: !isParked });
  const { isPending, error } = isParked ? past : present;
  const steps = isParked ? past.data?.data.definition.steps : present.data?.data.steps;
  const options = listReachable(steps ?? []).map(({ id, name }) => [id, name ?? id] as const);
  const move = async (): Promise<void> => {
    await hub.call('moveItem', { params: { id: item.id }, body: { step } });
    await sayAndLook('The item goes on there');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Move this item?"
      lead={
        <>
          <Standing item={item} /> What it did stays done. Steps that it comes through again write only what has
          changed, and create nothing a second time; a scope among them undoes only what it creates from now on.
        </>
      }
      act="Move the item"
      onSubmit={move}
    >
      {() => (
        <>
          {isPending && <Skeleton lines={2} />}
          {error !== null && <ErrorNotice error={error} />}
          <Choice label="Go on with" value={step} options={options} onChange={setStep} />
        </>
      )}
    </FormDialog>
  );
}

type StandingItem = Pick<Item, 'status' | 'step'> & { key?: string };

function Standing({ item: { key = 'A record without a key', step, status } }: { item: StandingItem }): ReactNode {
  return (
    <>
      <strong className="mono">{key}</strong> {status === 'failed' ? 'failed' : 'waits'} at <code>{step}</code>.
    </>
  );
}
