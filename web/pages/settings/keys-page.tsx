import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { ApiKey } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { covers } from '../../model/access/describe-scopes.ts';
import { describeNetworks } from '../../model/access/key-changes.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCan, useMe } from '../../shell/session.tsx';
import { DeleteKeyDialog, EditKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const route = getRouteApi('/settings/keys');

type Question = 'edit' | 'rotate' | 'delete';

const statuses = [
  ['active', 'Active'],
  ['disabled', 'Disabled'],
  ['expired', 'Expired'],
] as const;

/** The keys that programs use: made, rotated and disabled here; each is shown once. */
export function KeysPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { scopes } = useMe();
  const mayWrite = useCan('api_keys:write');
  const [asking, setAsking] = useState<{ what: 'new' } | { what: Question; key: ApiKey }>();
  const [secret, setSecret] = useState<string>();
  const setText = useCallback(
    (q: string | undefined) => void navigate({ search: (before) => pickSet({ ...before, q }), replace: true }),
    [navigate],
  );
  const create = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setAsking({ what: 'new' })}>
      Make a key
    </Button>
  );
  const close = (): void => setAsking(undefined);
  return (
    <Page title="API keys" lead="Programs sign in with them. A key is shown once, when it is made." actions={create}>
      <div className="card">
        <div className="filters">
          <TextFilter label="Filter by name" value={filters.q} onChange={setText} />
          <SelectFilter
            label="Status"
            value={filters.status}
            options={statuses}
            onChange={(status) => void navigate({ search: pickSet({ ...filters, status }), replace: true })}
          />
        </div>
        <DataList
          list="listApiKeys"
          input={{ query: pickSet({ q: filters.q, status: choose(statuses, filters.status) }) }}
          name="API keys"
          noun={['key', 'keys']}
          columns={makeColumns(mayWrite ? scopes : [], (what, key) => setAsking({ what, key }))}
          linked={false}
          empty={
            <EmptyState icon="filter" title="No key is like this" action={<Link to="/settings/keys">Show all</Link>} />
          }
        />
      </div>
      <NewKeyDialog open={asking?.what === 'new'} onClose={close} onMade={setSecret} />
      {asking?.what === 'edit' && <EditKeyDialog apiKey={asking.key} onClose={close} />}
      {asking?.what === 'rotate' && <RotateKeyDialog apiKey={asking.key} onClose={close} onSecret={setSecret} />}
      {asking?.what === 'delete' && <DeleteKeyDialog apiKey={asking.key} onClose={close} />}
      <SecretDialog
        title="The new key"
        secret={secret}
        onClose={() => setSecret(undefined)}
        note="Copy it to where it is used, now: it is not stored and cannot be shown again."
      />
    </Page>
  );
}

/** @param own What the person may do: only a key that may do no more can be changed. */
function makeColumns(own: readonly string[], onAsk: (what: Question, key: ApiKey) => void): Column<ApiKey>[] {
  const acts: Column<ApiKey> = {
    title: '',
    looks: ['fit'],
    show: (key) =>
      key.scopes.every((scope) => covers(own, scope)) && (
        <Menu
          label={`Acts on ${key.name}`}
          icon="more"
          quiet
          entries={[
            { label: 'Edit…', icon: 'edit', onSelect: () => onAsk('edit', key) },
            { label: 'Rotate…', icon: 'retry', onSelect: () => onAsk('rotate', key) },
            key.status === 'disabled'
              ? { label: 'Enable', icon: 'check', onSelect: () => void setDisabled(key, false) }
              : { label: 'Disable', icon: 'stop', onSelect: () => void setDisabled(key, true) },
            { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onAsk('delete', key) },
          ]}
        />
      ),
  };
  return [
    {
      title: 'Name',
      show: ({ name, last4, mode, sso_connection_id: provider }) => (
        <>
          <strong>{name}</strong>
          <small className="mono">
            ihk_{mode}_…{last4}
          </small>
          {provider !== undefined && (
            <Link to="/settings/sign-in/$id" params={{ id: provider }}>
              <small>Of an identity provider</small>
            </Link>
          )}
        </>
      ),
    },
    {
      title: 'May',
      looks: ['wide'],
      show: ({ scopes, allowed_cidrs: networks = [] }) => (
        <>
          {scopes.includes('*') ? 'Everything' : <small>{scopes.join(', ')}</small>}
          {networks.length > 0 && <small className="mono">{describeNetworks(networks)}</small>}
        </>
      ),
    },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    {
      title: 'Last used',
      looks: ['fit', 'titled'],
      show: ({ last_used_at: at, last_used_route: used }) => (
        <>
          <Time at={at} />
          {used !== undefined && <small>{used}</small>}
        </>
      ),
    },
    {
      title: 'Expires',
      looks: ['fit', 'wide'],
      show: ({ expires_at: at }) => (at === undefined ? 'Never' : <Time at={at} />),
    },
    ...(own.length > 0 ? [acts] : []),
  ];
}

function setDisabled({ id }: ApiKey, disabled: boolean): Promise<void> {
  return act(
    async () => {
      await hub.call('updateApiKey', { params: { id }, body: { disabled } });
      await queries.invalidateQueries();
    },
    disabled ? 'The key is disabled' : 'The key is enabled',
  );
}
