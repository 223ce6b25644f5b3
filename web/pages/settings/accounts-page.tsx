import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Account } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { pickSet } from '../../model/read-filters.ts';
import { readText } from '../../model/read-text.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField, TextFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useNameFilter } from '../../parts/use-name-filter.ts';
import { useCan } from '../../shell/session.tsx';

interface Question {
  what: 'change' | 'delete';
  account: Account;
}

/** Departments or customers, to which connections and integrations may belong. */
export function AccountsPage(): ReactNode {
  const mayWrite = useCan('accounts:write');
  const [q, setQ] = useNameFilter();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const close = (): void => setAsked(undefined);
  const make = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setMaking(true)}>
      Make an account
    </Button>
  );
  return (
    <Page
      title="Accounts"
      lead="Departments or customers, to which connections and integrations may belong. Roles can be limited to one of them."
      actions={make}
    >
      <div className="card">
        <div className="filters">
          <TextFilter label="Filter by name" value={q} onChange={setQ} />
        </div>
        <DataList
          list="listAccounts"
          input={{ query: { sort: 'name', ...pickSet({ q }) } }}
          name="Accounts"
          noun={['account', 'accounts']}
          columns={makeColumns(mayWrite ? setAsked : undefined)}
          linked={false}
          empty={
            q === undefined ? (
              <EmptyState icon="accounts" title="There are no accounts" action={make}>
                One is enough for each unit whose systems are kept apart.
              </EmptyState>
            ) : (
              <EmptyState
                icon="filter"
                title="No account is called so"
                action={<Link to="/settings/accounts">Show all</Link>}
              />
            )
          }
        />
      </div>
      {isMaking && <AccountDialog onClose={() => setMaking(false)} />}
      {asked?.what === 'change' && <AccountDialog account={asked.account} onClose={close} />}
      {asked?.what === 'delete' && <DeleteAccount account={asked.account} onClose={close} />}
    </Page>
  );
}

function makeColumns(onAsk: ((question: Question) => void) | undefined): Column<Account>[] {
  const acts: Column<Account> = {
    title: '',
    looks: ['fit'],
    show: (account) => (
      <Menu
        label={`Acts on ${account.name}`}
        icon="more"
        quiet
        entries={[
          { label: 'Change…', icon: 'edit', onSelect: () => onAsk?.({ what: 'change', account }) },
          account.status === 'active'
            ? { label: 'Pause', icon: 'pause', onSelect: () => void setStatus(account, 'inactive') }
            : { label: 'Activate', icon: 'play', onSelect: () => void setStatus(account, 'active') },
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onAsk?.({ what: 'delete', account }) },
        ]}
      />
    ),
  };
  return [
    {
      title: 'Account',
      show: ({ name, id }) => (
        <>
          <strong>{name}</strong>
          <small className="mono">{id}</small>
        </>
      ),
    },
    { title: 'Your reference', looks: ['wide'], show: ({ external_ref: reference }) => reference ?? '–' },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
    ...(onAsk === undefined ? [] : [acts]),
  ];
}

function setStatus({ id, name }: Account, status: Account['status']): Promise<void> {
  return act(
    async () => {
      await hub.call('patchAccount', { params: { id }, body: { status } });
      await queries.invalidateQueries();
    },
    status === 'active' ? `${name} is active` : `Integrations of ${name} start no runs`,
  );
}

function AccountDialog({ account, onClose }: { account?: Account; onClose: () => void }): ReactNode {
  const save = async (form: FormData): Promise<void> => {
    const name = readText(form, 'name').trim();
    const reference = readText(form, 'reference').trim();
    await (account === undefined
      ? hub.call('createAccount', { body: { name, ...(reference === '' ? {} : { external_ref: reference }) } })
      : hub.call('patchAccount', {
          params: { id: account.id },
          body: { name, external_ref: reference === '' ? null : reference },
        }));
    await queries.invalidateQueries();
    sayDone(account === undefined ? 'The account is made' : 'The account is changed');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={account === undefined ? 'Make an account' : `Change ${account.name}`}
      act={account === undefined ? 'Make the account' : 'Save'}
      onSubmit={save}
    >
      {() => (
        <>
          <TextField label="Name" name="name" defaultValue={account?.name} required autoFocus />
          <TextField
            label="Your reference"
            name="reference"
            defaultValue={account?.external_ref}
            required={false}
            help="What another system calls it, such as a customer number."
          />
        </>
      )}
    </FormDialog>
  );
}

function DeleteAccount({ account: { id, name }, onClose }: { account: Account; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog name={name} onDelete={() => hub.call('deleteAccount', { params: { id } })} onClose={onClose}>
      Only an account without connections and integrations can be deleted.
    </DeleteDialog>
  );
}
