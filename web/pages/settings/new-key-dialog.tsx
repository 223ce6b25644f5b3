import type { ReactNode } from 'react';
import type { ApiKeyInput } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readScopes } from '../../model/access/describe-scopes.ts';
import { inDays, readNetworks } from '../../model/access/key-changes.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { endOptions, NetworksField, SpanField } from './key-fields.tsx';
import { ScopesField } from './scopes-field.tsx';

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
      {(error) => (
        <>
          <TextField label="Name" name="name" help="What it is used for, so that one knows later." required />
          <SpanField label="Expires" name="days" initial="90" options={endOptions} />
          <NetworksField error={error} />
          <ScopesField />
        </>
      )}
    </FormDialog>
  );
}

function toInput(form: FormData): ApiKeyInput {
  const expires = inDays(readText(form, 'days'), Date.now());
  const networks = readNetworks(readText(form, 'networks'));
  return {
    name: readText(form, 'name'),
    scopes: readScopes(form),
    ...(expires === undefined ? {} : { expires_at: expires }),
    ...(networks.length === 0 ? {} : { allowed_cidrs: networks }),
  };
}
