import { type ReactNode, useState } from 'react';
import type { RoleRule, SsoConnection } from '../../../client/operations.data.ts';
import { authMethods, signatures, ssoRoles } from '../../model/forms/sso-form.ts';
import { toSentence } from '../../model/status.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';

type Options = readonly (readonly [value: string, words: string])[];

export function Choice({
  label,
  name,
  options,
  value = '',
  help,
}: {
  label: string;
  name: string;
  options: Options;
  value?: string | undefined;
  help?: string;
}): ReactNode {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <span className="select">
          <select {...control} name={name} defaultValue={value}>
            {options.map(([option, words]) => (
              <option key={option} value={option}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}

/** What the hub is told of an OpenID provider. */
export function OidcFields({ oidc }: { oidc?: SsoConnection['oidc'] }): ReactNode {
  return (
    <>
      <TextField
        label="Issuer"
        name="issuer"
        type="url"
        placeholder="https://login.example.com"
        defaultValue={oidc?.issuer}
        help="As the provider names itself. The hub reads its configuration there."
        required
      />
      <TextField label="Client id" name="client_id" defaultValue={oidc?.client_id} required />
      <TextField
        label="Client secret"
        name="client_secret"
        type="password"
        autoComplete="new-password"
        required={oidc === undefined}
        help={oidc === undefined ? undefined : 'Left empty, it stays as it is.'}
      />
      <Choice
        label="How the secret is sent"
        name="client_auth"
        value={oidc?.client_auth}
        options={[['', 'As the provider says'], ...authMethods.map((method) => [method, method] as const)]}
      />
      <TextField label="Claim with the groups" name="groups_claim" defaultValue={oidc?.groups_claim ?? 'groups'} />
    </>
  );
}

/** What the hub is told of a SAML identity provider. */
export function SamlFields({ saml }: { saml?: SsoConnection['saml'] }): ReactNode {
  return (
    <>
      <TextField
        label="Address of the metadata"
        name="metadata_url"
        type="url"
        defaultValue={saml?.metadata_url}
        help="The next three are read there, now and once a day."
      />
      <Field label="Or the metadata itself" help="Pasted, it fills the next three once.">
        {(control) => <textarea {...control} className="input mono" name="metadata_xml" rows={2} spellCheck={false} />}
      </Field>
      <TextField
        label="Entity id"
        name="entity_id"
        placeholder="https://login.example.com/saml"
        defaultValue={saml?.entity_id}
      />
      <TextField label="Address for signing in" name="sso_url" type="url" defaultValue={saml?.sso_url} />
      <Field
        label="Certificates"
        help="What the provider signs with, one below the other while it changes its key. No other key counts."
      >
        {(control) => (
          <textarea
            {...control}
            className="input mono"
            name="certificates"
            rows={6}
            defaultValue={saml?.certificates.join('\n')}
            spellCheck={false}
          />
        )}
      </Field>
      <Choice label="What must be signed" name="signed" value={saml?.signed ?? 'either'} options={signatures} />
      <TextField
        label="Attribute with the groups"
        name="groups_attribute"
        defaultValue={saml?.groups_attribute ?? 'groups'}
      />
    </>
  );
}

const roleOptions: Options = ssoRoles.map((role) => [role, toSentence(role)]);

/** Who becomes a member by signing in, and as what. */
export function AdmissionFields({ connection }: { connection?: SsoConnection }): ReactNode {
  return (
    <>
      <Choice
        label="Who becomes a member"
        name="provisioning"
        value={connection?.provisioning ?? 'jit'}
        options={[
          ['jit', 'Everybody of a verified domain, at their first sign-in'],
          ['invited', 'Only who was invited'],
        ]}
      />
      <Choice
        label="Role of new members"
        name="default_role"
        value={connection?.default_role}
        options={[['', 'None: groups decide'], ...roleOptions]}
        help="Where no group gives one."
      />
      <RuleLines rules={connection?.role_rules ?? []} />
    </>
  );
}

interface Line extends RoleRule {
  key: number;
}

function RuleLines({ rules }: { rules: readonly RoleRule[] }): ReactNode {
  const [lines, setLines] = useState<readonly Line[]>(() => rules.map((rule, key) => ({ ...rule, key })));
  const add = (): void => {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    setLines([...lines, { group: '', role: 'viewer', key }]);
  };
  return (
    <fieldset className="roles">
      <legend className="label">Roles by group</legend>
      <p className="soft">Where there are any, they decide the roles at every sign-in. Owners keep theirs.</p>
      {lines.map(({ key, group, role }, index) => (
        <div className="row" key={key}>
          <input
            className="input"
            name="group"
            aria-label={`Group ${index + 1}`}
            placeholder="Group, as the provider writes it"
            defaultValue={group}
          />
          <span className="select">
            <select name="rule_role" aria-label={`Role of group ${index + 1}`} defaultValue={role}>
              {roleOptions.map(([option, words]) => (
                <option key={option} value={option}>
                  {words}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
          <IconButton
            label={`Remove group ${index + 1}`}
            icon="cross"
            onClick={() => setLines(lines.filter((line) => line.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button looks={['small']} icon="plus" onClick={add}>
          Add a group
        </Button>
      </div>
    </fieldset>
  );
}
