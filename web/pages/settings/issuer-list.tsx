import { type ReactNode, useState } from 'react';
import type { TokenIssuer } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Menu } from '../../parts/menu.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';

/** Issuers whose access tokens the hub accepts. */
export function IssuerList({ mayWrite, add }: { mayWrite: boolean; add: ReactNode }): ReactNode {
  const [removed, setRemoved] = useState<TokenIssuer>();
  return (
    <>
      <DataList
        list="listTokenIssuers"
        input={{}}
        name="Token issuers"
        noun={['issuer', 'issuers']}
        columns={makeColumns(mayWrite ? setRemoved : undefined)}
        linked={false}
        empty={
          <EmptyState icon="keys" title="No other issuer is trusted" action={add}>
            Programs that have tokens of your identity provider can use them here, without a key of the hub.
          </EmptyState>
        }
      />
      {removed !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={`Trust ${removed.name} no more?`}
          act="Delete"
          danger
          onConfirm={async () => {
            await hub.call('deleteTokenIssuer', { params: { id: removed.id } });
            await queries.invalidateQueries();
            sayDone(`${removed.name} is deleted`);
          }}
        >
          Its tokens are refused from then on.
        </ConfirmDialog>
      )}
    </>
  );
}

function makeColumns(onRemove: ((issuer: TokenIssuer) => void) | undefined): Column<TokenIssuer>[] {
  const acts: Column<TokenIssuer> = {
    title: '',
    looks: ['fit'],
    show: (issuer) => (
      <Menu
        label={`Acts on ${issuer.name}`}
        icon="more"
        quiet
        entries={[
          issuer.disabled
            ? { label: 'Enable', icon: 'check', onSelect: () => void setDisabled(issuer, false) }
            : { label: 'Disable', icon: 'stop', onSelect: () => void setDisabled(issuer, true) },
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onRemove?.(issuer) },
        ]}
      />
    ),
  };
  return [
    {
      title: 'Issuer',
      show: ({ name, issuer }) => (
        <>
          <strong>{name}</strong>
          <small className="mono break">{issuer}</small>
        </>
      ),
    },
    { title: 'Audience', looks: ['wide'], show: ({ audience }) => <small className="mono break">{audience}</small> },
    { title: 'Rules', looks: ['fit', 'wide'], show: ({ scope_rules: rules }) => formatAmount(rules.length, 'rule') },
    {
      title: 'Status',
      looks: ['fit'],
      show: ({ disabled }) => <StatusBadge status={disabled ? 'disabled' : 'active'} />,
    },
    { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    ...(onRemove === undefined ? [] : [acts]),
  ];
}

function setDisabled({ id }: TokenIssuer, disabled: boolean): Promise<void> {
  return act(
    async () => {
      await hub.call('patchTokenIssuer', { params: { id }, body: { disabled } });
      await queries.invalidateQueries();
    },
    disabled ? 'Its tokens are refused' : 'Its tokens are accepted',
  );
}
