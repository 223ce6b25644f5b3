import type { ReactNode } from 'react';
import { hub, queries } from '../../hub.ts';
import { readScopes } from '../../model/access/describe-scopes.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ScopesField } from './scopes-field.tsx';

/** Registers a program that asks for access tokens with a secret. Those with keys of their own are registered by API. */
export function NewClientDialog({
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
      title="Register a client"
      lead="It asks for access tokens by the OAuth 2.0 client credentials grant. Choose the most that a token may do."
      act="Register"
      onSubmit={async (form) => {
        const body = { name: readText(form, 'name'), scopes: readScopes(form) };
        const made = await hub.call('createOauthClient', { body });
        await queries.invalidateQueries();
        if (made.client_secret !== undefined) onMade(made.client_secret);
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" help="The program, so that one knows it in the audit log." required />
          <ScopesField />
        </>
      )}
    </FormDialog>
  );
}
