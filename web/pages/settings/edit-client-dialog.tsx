import type { ReactNode } from 'react';
import type { OauthClient } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readScopes } from '../../model/access/describe-scopes.ts';
import { InputError } from '../../model/describe-error.ts';
import { isObject, type JsonObject, parseJson } from '../../model/json.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { ScopesField } from './scopes-field.tsx';

/** Changes what a client is called, what its tokens may do, and the public keys by which it signs. */
export function EditClientDialog({ client, onClose }: { client: OauthClient; onClose: () => void }): ReactNode {
  const { id, name, scopes, jwks } = client;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${name}`}
      lead="Tokens that it has allow at once no more than you choose here."
      act="Save"
      onSubmit={async (form) => {
        const keys = jwks === undefined ? {} : { jwks: readKeys(readText(form, 'jwks')) };
        const body = { name: readText(form, 'name').trim(), scopes: readScopes(form, scopes), ...keys };
        await hub.call('patchOauthClient', { params: { id }, body });
        await queries.invalidateQueries();
        sayDone('Saved');
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" defaultValue={name} required />
          {jwks !== undefined && (
            <Field
              label="Public keys"
              help="A JWK set. To change over in peace, add the new key before you remove the old one."
            >
              {(control) => (
                <textarea
                  className="input"
                  name="jwks"
                  rows={8}
                  defaultValue={JSON.stringify(jwks, undefined, 2)}
                  spellCheck={false}
                  {...control}
                />
              )}
            </Field>
          )}
          <ScopesField held={scopes} />
        </>
      )}
    </FormDialog>
  );
}

function readKeys(text: string): JsonObject {
  try {
    const keys = parseJson(text);
    if (isObject(keys)) return keys;
  } catch {
    // What is wrong with it is said below.
  }
  throw new InputError('The public keys are no JSON object.');
}
