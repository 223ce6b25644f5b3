import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { DeadLetter, Run } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { type Leaf, listLeaves, toCorrection } from '../../model/runs/correction.ts';
import { InputError } from '../../model/describe-error.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { sayDone } from '../../parts/toasts.tsx';

/** Gives a failed record other values and has it processed again. Nobody sees the values that it has. */
export function CorrectRecord({ run, record }: { run: Run; record: DeadLetter }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const leaves = listLeaves(record.record);
  if (record.item_id !== undefined || leaves.length === 0) return null;
  const send = async (form: FormData): Promise<void> => {
    const values = toCorrection(
      leaves,
      leaves.map((_, index) => readText(form, toName(index))),
    );
    if (values === undefined) throw new InputError('Give at least one value.');
    const body = { records: [{ id: record.id, values }] };
    const started = await hub.call('retryFailedRecords', { params: { id: run.id }, body });
    sayDone('It is being processed again');
    await navigate({ to: '/runs/$id', params: { id: started.id } });
  };
  return (
    <div className="row">
      <Button looks={['small']} icon="edit" onClick={() => setOpen(true)}>
        Correct values…
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Correct ${record.source_key ?? 'the record'}`}
        lead="What you leave empty stays as it was read. The record is then processed again; its source keeps what it has."
        act="Process again"
        onSubmit={send}
      >
        {() => leaves.map((leaf, index) => <LeafField key={leaf.path.join('\n')} leaf={leaf} name={toName(index)} />)}
      </FormDialog>
    </div>
  );
}

function LeafField({ leaf, name }: { leaf: Leaf; name: string }): ReactNode {
  const label = leaf.path.join('.');
  if (leaf.kind !== 'boolean') {
    return (
      <TextField
        label={label}
        name={name}
        required={false}
        {...(leaf.kind === 'number' ? { type: 'number', step: 'any' } : {})}
        placeholder={leaf.words}
      />
    );
  }
  return (
    <Field label={label} required={false}>
      {(control) => (
        <select className="input" name={name} {...control}>
          <option value="">{leaf.words}</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      )}
    </Field>
  );
}

function toName(index: number): string {
  return `value-${index}`;
}
