import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SsoConnection } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { readAdmission, readOidc, readSaml } from '../../model/forms/sso-form.ts';
import { toSentence } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useCan } from '../../shell/session.tsx';
import { DomainsCard } from './domains-card.tsx';
import { EncryptionCard } from './encryption-card.tsx';
import { MetadataNotice } from './metadata-notice.tsx';
import { TestCard } from './test-card.tsx';
import { AdmissionFields, OidcFields, SamlFields } from './settings-fields.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/settings/sign-in/$id');

/** One identity provider: what it has to know, what the hub knows of it, its domains, and who becomes what. */
export function SsoConnectionPage(): ReactNode {
  const { id } = route.useParams();
  const { test } = route.useSearch();
  const mayWrite = useCan('*');
  const found = useQuery(ask('getSsoConnection', { params: { id } }));
  const [asked, setAsked] = useState<'settings' | 'admission' | 'delete'>();
  const crumbs = <Link to="/settings/sign-in">Sign-in</Link>;
  if (found.isPending) return <PendingPage title="Identity provider" />;
  if (found.isError) {
    return (
      <Page title="Identity provider" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: connection, etag } = found.data;
  const edit = (what: 'settings' | 'admission'): ReactNode =>
    mayWrite && (
      <Button looks={['small']} icon="edit" aria-label={`Change the ${what}`} onClick={() => setAsked(what)}>
        Change
      </Button>
    );
  return (
    <Page
      title={connection.name}
      crumbs={crumbs}
      badge={<StatusBadge status={connection.disabled ? 'disabled' : 'active'} />}
      actions={mayWrite && <Acts connection={connection} onDelete={() => setAsked('delete')} />}
    >
      <div className="columns">
        <div className="stack">
          {mayWrite && <TestCard connection={connection} test={test} />}
          <DomainsCard connection={connection} mayWrite={mayWrite} />
          <AdmissionCard connection={connection} actions={edit('admission')} />
        </div>
        <div className="stack">
          <MetadataNotice connection={connection} mayWrite={mayWrite} />
          <ProviderCard connection={connection} />
          <SettingsCard connection={connection} actions={edit('settings')} />
          {connection.kind === 'saml' && <EncryptionCard connection={connection} mayWrite={mayWrite} />}
        </div>
      </div>
      {asked === 'delete' && <DeleteQuestion connection={connection} onClose={() => setAsked(undefined)} />}
      {(asked === 'settings' || asked === 'admission') && (
        <ChangeDialog what={asked} connection={connection} etag={etag} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  );
}

function Acts({
  connection: { id, disabled },
  onDelete,
}: {
  connection: SsoConnection;
  onDelete: () => void;
}): ReactNode {
  const setDisabled = (next: boolean): Promise<void> =>
    act(
      async () => {
        await hub.call('updateSsoConnection', { params: { id }, body: { disabled: next } });
        await queries.invalidateQueries();
      },
      next ? 'Nobody signs in by it now' : 'People can sign in by it',
    );
  return (
    <Menu
      label="More"
      entries={[
        disabled
          ? { label: 'Enable', icon: 'check', onSelect: () => void setDisabled(false) }
          : { label: 'Disable', icon: 'stop', onSelect: () => void setDisabled(true) },
        { label: 'Delete …', icon: 'cross', danger: true, onSelect: onDelete },
      ]}
    />
  );
}

function Address({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd className="row">
        <span className="mono break">{text}</span>
        <CopyButton text={text} what={name} />
      </dd>
    </>
  );
}

function ProviderCard({ connection }: { connection: SsoConnection }): ReactNode {
  const { kind, redirect_url: redirect, metadata_url: metadata, start_url: start } = connection;
  return (
    <Card title="What the provider has to know">
      <dl className="facts">
        <Address name={kind === 'oidc' ? 'Redirect address' : 'Assertion consumer service'} text={redirect} />
        {metadata !== undefined && <Address name="Entity id and metadata" text={metadata} />}
        <Address name="Start, for a tile" text={start} />
      </dl>
    </Card>
  );
}

function SettingsCard({
  connection: { oidc, saml, certificates = [] },
  actions,
}: {
  connection: SsoConnection;
  actions: ReactNode;
}): ReactNode {
  return (
    <Card title="What the hub knows of it" actions={actions}>
      <dl className="facts">
        <dt>{oidc === undefined ? 'Entity id' : 'Issuer'}</dt>
        <dd className="mono break">{oidc?.issuer ?? saml?.entity_id}</dd>
        <dt>{oidc === undefined ? 'Address for signing in' : 'Client id'}</dt>
        <dd className="mono break">{oidc?.client_id ?? saml?.sso_url}</dd>
        {saml !== undefined && (
          <>
            <dt>Certificates</dt>
            <dd>
              {certificates.map(({ sha256, of, ends, ends_at: at }) => (
                <div key={`${of} ${sha256}`}>
                  {toSentence(of)}: {ends === 'ended' ? 'ended' : 'until'} {at.slice(0, 10)}{' '}
                  {ends !== 'later' && <strong>{ends === 'ended' ? 'exchange it' : toSentence(ends)}</strong>}
                </div>
              ))}
            </dd>
            <dt>Must be signed</dt>
            <dd>{saml.signed}</dd>
          </>
        )}
        <dt>Groups are in</dt>
        <dd className="mono break">{oidc?.groups_claim ?? saml?.groups_attribute}</dd>
      </dl>
    </Card>
  );
}

function AdmissionCard({
  connection: { provisioning, default_role: role, role_rules: rules },
  actions,
}: {
  connection: SsoConnection;
  actions: ReactNode;
}): ReactNode {
  return (
    <Card title="Who becomes what" actions={actions}>
      <dl className="facts">
        <dt>Members become</dt>
        <dd>{provisioning === 'jit' ? 'All of the verified domains' : 'Only who was invited'}</dd>
        <dt>New members are</dt>
        <dd>{role === undefined ? 'What their groups say' : toSentence(role)}</dd>
        {rules.map(({ group, role: given }) => (
          <Rule key={`${group} ${given}`} group={group} role={given} />
        ))}
      </dl>
    </Card>
  );
}

function Rule({ group, role }: { group: string; role: string }): ReactNode {
  return (
    <>
      <dt className="break">{group}</dt>
      <dd>{toSentence(role)}</dd>
    </>
  );
}

function ChangeDialog({
  what,
  connection,
  etag,
  onClose,
}: {
  what: 'settings' | 'admission';
  connection: SsoConnection;
  etag: string | undefined;
  onClose: () => void;
}): ReactNode {
  const { id, name, kind, oidc, saml } = connection;
  const read = (form: FormData): object =>
    what === 'admission'
      ? readAdmission(form)
      : {
          name: readText(form, 'name').trim(),
          ...(kind === 'oidc'
            ? { oidc: { client_auth: null, ...readOidc(form) } }
            : { saml: { metadata_url: null, ...readSaml(form) } }),
        };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={what === 'admission' ? 'Who becomes what' : `Change ${name}`}
      act="Save"
      onSubmit={async (form) => {
        const options = etag === undefined ? {} : { ifMatch: etag };
        await hub.call('updateSsoConnection', { params: { id }, body: { ...read(form) } }, options);
        await queries.invalidateQueries();
        sayDone('Saved');
      }}
    >
      {() =>
        what === 'admission' ? (
          <AdmissionFields connection={connection} />
        ) : (
          <>
            <TextField label="Name" name="name" defaultValue={name} required autoFocus />
            {kind === 'oidc' ? <OidcFields oidc={oidc} /> : <SamlFields saml={saml} />}
          </>
        )
      }
    </FormDialog>
  );
}

function DeleteQuestion({
  connection: { id, name },
  onClose,
}: {
  connection: SsoConnection;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <DeleteDialog
      name={name}
      onDelete={async () => {
        await hub.call('deleteSsoConnection', { params: { id } });
        await navigate({ to: '/settings/sign-in' });
      }}
      onClose={onClose}
    >
      Sessions that began by it end at once, and tokens that were made for its directory are deleted. Members stay.
    </DeleteDialog>
  );
}
