import type { ReactNode } from 'react';
import { hub, queries } from '../../hub.ts';
import { readScopes } from '../../model/access/describe-scopes.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useMe } from '../../shell/session.tsx';
import { ScopesField } from './scopes-field.tsx';

/** Trusts the access tokens of an identity provider, where a claim says what they may do. Further rules are made by API. */
export function NewIssuerDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { organization } = useMe();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Trust an issuer"
      lead="Tokens of this issuer that have the claim below may do what you choose here."
      act="Trust it"
      onSubmit={async (form) => {
        const text = (name: string): string => readText(form, name).trim();
        const rule = { claim: text('claim'), value: text('value'), scopes: readScopes(form) };
        await hub.call('createTokenIssuer', {
          body: {
            name: text('name'),
            issuer: text('issuer'),
            audience: text('audience'),
            jwks_uri: text('jwks_uri'),
            algorithms: ['RS256'],
            scope_rules: [rule],
          },
        });
        await queries.invalidateQueries();
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" required />
          <TextField label="Issuer" name="issuer" type="url" placeholder="https://login.example.com/" required />
          <TextField
            label="Address of its public keys"
            name="jwks_uri"
            type="url"
            placeholder="https://login.example.com/keys"
            required
          />
          <TextField
            label="Audience"
            name="audience"
            defaultValue={`${location.origin}/${organization.id}`}
            help="The aud that its tokens must have. It ends with the id of your organization."
            required
          />
          <TextField label="Claim" name="claim" defaultValue="roles" required />
          <TextField label="Value of the claim" name="value" placeholder="hub-operator" required />
          <ScopesField />
        </>
      )}
    </FormDialog>
  );
}
