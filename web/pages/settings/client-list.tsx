import { type ReactNode, useState } from 'react';
import type { OauthClient } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { EditClientDialog } from './edit-client-dialog.tsx';

type Question = 'edit' | 'rotate' | 'delete';
type Ask = (what: Question, client: OauthClient) => void;

/** The programs that ask this hub for access tokens. */
export function ClientList({
  mayWrite,
  add,
  onSecret,
}: {
  mayWrite: boolean;
  add: ReactNode;
  onSecret: (secret: string) => void;
}): ReactNode {
  const [asked, setAsked] = useState<{ what: Question; client: OauthClient }>();
  return (
    <>
      <DataList
        list="listOauthClients"
        input={{}}
        name="OAuth clients"
        noun={['client', 'clients']}
        columns={makeColumns(mayWrite ? (what, client) => setAsked({ what, client }) : undefined)}
        linked={false}
        empty={
          <EmptyState icon="programs" title="No client yet" action={add}>
            A program that registers here asks for access tokens, which are good for minutes, in place of a key that is
            good for months.
          </EmptyState>
        }
      />
      {asked?.what === 'edit' && <EditClientDialog client={asked.client} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked.what !== 'edit' && (
        <Question {...asked} what={asked.what} onClose={() => setAsked(undefined)} onSecret={onSecret} />
      )}
    </>
  );
}

function makeColumns(onAsk: Ask | undefined): Column<OauthClient>[] {
  return [
    {
      title: 'Name',
      show: ({ id, name }) => (
        <>
          <strong>{name}</strong>
          <small className="row">
            <span className="mono break">{id}</span>
            <CopyButton text={id} what={`the client_id of ${name}`} />
          </small>
        </>
      ),
    },
    { title: 'May', looks: ['wide'], show: ({ scopes }) => <small>{scopes.join(', ')}</small> },
    { title: 'Signs in by', looks: ['fit', 'wide'], show: ({ auth_method: method }) => methods[method] },
    {
      title: 'Status',
      looks: ['fit'],
      show: ({ disabled }) => <StatusBadge status={disabled ? 'disabled' : 'active'} />,
    },
    { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    ...(onAsk === undefined
      ? []
      : [
          {
            title: '',
            looks: ['fit'] as const,
            show: (client: OauthClient) => (
              <Menu label={`Acts on ${client.name}`} icon="more" quiet entries={toEntries(client, onAsk)} />
            ),
          },
        ]),
  ];
}

const methods: Readonly<Record<OauthClient['auth_method'], string>> = {
  client_secret_basic: 'Secret',
  client_secret_post: 'Secret in the body',
  private_key_jwt: 'Private key',
};

function toEntries(client: OauthClient, onAsk: Ask): MenuEntry[] {
  const rotate: MenuEntry = { label: 'New secret…', icon: 'retry', onSelect: () => onAsk('rotate', client) };
  return [
    { label: 'Edit…', icon: 'edit', onSelect: () => onAsk('edit', client) },
    ...(client.auth_method === 'private_key_jwt' ? [] : [rotate]),
    client.disabled
      ? { label: 'Enable', icon: 'check', onSelect: () => void setDisabled(client, false) }
      : { label: 'Disable', icon: 'stop', onSelect: () => void setDisabled(client, true) },
    { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onAsk('delete', client) },
  ];
}

function setDisabled({ id }: OauthClient, disabled: boolean): Promise<void> {
  return act(
    async () => {
      await hub.call('patchOauthClient', { params: { id }, body: { disabled } });
      await queries.invalidateQueries();
    },
    disabled ? 'The client is disabled' : 'The client is enabled',
  );
}

function Question({
  what,
  client: { id, name },
  onClose,
  onSecret,
}: {
  what: 'rotate' | 'delete';
  client: OauthClient;
  onClose: () => void;
  onSecret: (secret: string) => void;
}): ReactNode {
  const params = { id };
  return what === 'rotate' ? (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`A new secret for ${name}?`}
      act="Make it"
      onConfirm={async () => {
        const made = await hub.call('rotateClientSecret', { params, body: {} });
        await queries.invalidateQueries();
        if (made.client_secret !== undefined) onSecret(made.client_secret);
      }}
    >
      The secret before stays good for a while, so that the program can change over in peace.
    </ConfirmDialog>
  ) : (
    <DeleteDialog name={name} onDelete={() => hub.call('deleteOauthClient', { params })} onClose={onClose}>
      Its access tokens are refused from then on. This cannot be undone.
    </DeleteDialog>
  );
}
