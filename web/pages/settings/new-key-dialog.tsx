import type { ReactNode } from 'react';
import type { ApiKeyInput } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readScopes } from '../../model/access/describe-scopes.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ScopesField } from './scopes-field.tsx';

const dayMs = 86_400_000;

/** A key can do no more than who makes it. */
export function NewKeyDialog({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (secret: string) => void;
}): ReactNode {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Make an API key"
      lead="Choose what it may do. What you may not do yourself is not offered."
      act="Make the key"
      onSubmit={async (form) => {
        const made = await hub.call('createApiKey', { body: toInput(form) });
        await queries.invalidateQueries();
        onMade(made.secret);
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" help="What it is used for, so that one knows later." required />
          <Field label="Expires">
            {(control) => (
              <span className="select">
                <select {...control} name="days" defaultValue="90">
                  <option value="30">In 30 days</option>
                  <option value="90">In 90 days</option>
                  <option value="365">In a year</option>
                  <option value="">Never</option>
                </select>
                <Icon name="down" />
              </span>
            )}
          </Field>
          <ScopesField />
        </>
      )}
    </FormDialog>
  );
}

function toInput(form: FormData): ApiKeyInput {
  const [name, days] = [form.get('name'), form.get('days')];
  const expires = typeof days === 'string' && days !== '' ? new Date(Date.now() + Number(days) * dayMs) : undefined;
  return {
    name: typeof name === 'string' ? name : '',
    scopes: readScopes(form),
    ...(expires === undefined ? {} : { expires_at: expires.toISOString() }),
  };
}
