import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { readOidc, readSaml, type SsoKind } from '../../model/forms/sso-form.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { OidcFields, SamlFields } from './settings-fields.tsx';

/** Adds an identity provider. Nobody signs in by it before a domain is verified. */
export function NewSsoDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [kind, setKind] = useState<SsoKind>('oidc');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Connect a provider"
      lead="Register the hub with the provider as a web application first. What it has to know of the hub is shown next."
      act="Connect it"
      onSubmit={async (form) => {
        const settings = kind === 'oidc' ? { oidc: readOidc(form) } : { saml: readSaml(form) };
        const made = await hub.call('createSsoConnection', {
          body: { name: readText(form, 'name').trim(), ...settings },
        });
        await queries.invalidateQueries();
        void navigate({ to: '/settings/sign-in/$id', params: { id: made.id } });
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" help="What the button says." required autoFocus />
          <Field label="Protocol">
            {(control) => (
              <span className="select">
                <select
                  {...control}
                  value={kind}
                  onChange={(event) => setKind(event.target.value === 'saml' ? 'saml' : 'oidc')}
                >
                  <option value="oidc">OpenID Connect</option>
                  <option value="saml">SAML 2.0</option>
                </select>
                <Icon name="down" />
              </span>
            )}
          </Field>
          {kind === 'oidc' ? <OidcFields /> : <SamlFields />}
        </>
      )}
    </FormDialog>
  );
}
