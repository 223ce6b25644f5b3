import { type ReactNode, useState } from 'react';
import type { SsoConnection, SsoDomain } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { ErrorNotice, Notice } from '../../parts/states.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';

type Question = { what: 'enforce' | 'remove'; domain: SsoDomain };

/** The domains whose people sign in by a connection: shown to be the organization's by a TXT record. */
export function DomainsCard({ connection, mayWrite }: { connection: SsoConnection; mayWrite: boolean }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const { id, name, domains } = connection;
  return (
    <Card
      title="Domains"
      note="Who has an address of one of them signs in here."
      actions={
        mayWrite && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a domain
          </Button>
        )
      }
    >
      {domains.length === 0 ? (
        <Notice tone="warn" title="Nobody can sign in yet">
          <p>Add the domain of your addresses, and show by a TXT record that it is yours.</p>
        </Notice>
      ) : (
        <ul className="plain">
          {domains.map((domain) => (
            <DomainItem
              key={domain.domain}
              connection={connection}
              domain={domain}
              onAsk={mayWrite ? setAsked : undefined}
            />
          ))}
        </ul>
      )}
      <FormDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title="Add a domain"
        lead="A domain belongs to one organization. The next step shows the TXT record to publish."
        act="Add it"
        onSubmit={async (form) => {
          await hub.call('addSsoDomain', { params: { id }, body: { domain: readText(form, 'domain').trim() } });
          await queries.invalidateQueries();
        }}
      >
        {() => <TextField label="Domain" name="domain" placeholder="example.com" required autoFocus />}
      </FormDialog>
      {asked !== undefined && <DomainQuestion id={id} name={name} {...asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function DomainItem({
  connection: { id },
  domain,
  onAsk,
}: {
  connection: SsoConnection;
  domain: SsoDomain;
  onAsk: ((question: Question) => void) | undefined;
}): ReactNode {
  const { domain: name, verified_at: verified, enforced, txt_name: record, txt_value: value } = domain;
  const params = { id, domain: name };
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  // It may take hours until a record is seen everywhere: what was found stays until somebody looks again.
  const verify = async (): Promise<void> => {
    setState({ busy: true });
    try {
      await hub.call('verifySsoDomain', { params });
      await queries.invalidateQueries();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  const allowPasswords = (): Promise<void> =>
    act(async () => {
      await hub.call('updateSsoDomain', { params, body: { enforced: false } });
      await queries.invalidateQueries();
    }, 'Passwords work again');
  const toggle: MenuEntry = enforced
    ? { label: 'Allow passwords again', icon: 'check', onSelect: () => void allowPasswords() }
    : { label: 'Enforce …', icon: 'keys', onSelect: () => onAsk?.({ what: 'enforce', domain }) };
  return (
    <li>
      <div className="spread">
        <span className="row">
          <strong>{name}</strong>
          {verified === undefined ? (
            <Badge tone="warn">Not verified</Badge>
          ) : (
            <Badge tone="good">{enforced ? 'Enforced' : 'Verified'}</Badge>
          )}
        </span>
        {onAsk !== undefined && (
          <span className="row">
            {verified === undefined && (
              <Button looks={['small']} aria-label={`Verify ${name}`} busy={state.busy} onClick={() => void verify()}>
                Verify
              </Button>
            )}
            <Menu
              label={`Acts on ${name}`}
              icon="more"
              quiet
              entries={[
                ...(verified === undefined ? [] : [toggle]),
                { label: 'Remove …', icon: 'cross', danger: true, onSelect: () => onAsk({ what: 'remove', domain }) },
              ]}
            />
          </span>
        )}
      </div>
      {verified === undefined && (
        <dl className="facts">
          <dt>TXT record</dt>
          <dd className="row">
            <span className="mono break">{record}</span>
            <CopyButton text={record} what={`the name of the record of ${name}`} />
          </dd>
          <dt>Value</dt>
          <dd className="row">
            <span className="mono break">{value}</span>
            <CopyButton text={value} what={`the value of the record of ${name}`} />
          </dd>
        </dl>
      )}
      {state.error !== undefined && <ErrorNotice error={state.error} />}
    </li>
  );
}

function DomainQuestion({
  id,
  name,
  what,
  domain: { domain },
  onClose,
}: Question & { id: string; name: string; onClose: () => void }): ReactNode {
  const params = { id, domain };
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    await call();
    await queries.invalidateQueries();
    sayDone(done);
  };
  return what === 'enforce' ? (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Let people of ${domain} sign in by ${name} only?`}
      act="Enforce it"
      danger
      onConfirm={() =>
        run(() => hub.call('updateSsoDomain', { params, body: { enforced: true } }), `${domain} is enforced`)
      }
    >
      Their other sessions in this organization end at once. Owners with a second factor keep their password, for the
      case that the provider fails. See that the provider works first: sign in by it in another browser.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${domain}?`}
      act="Remove"
      danger
      onConfirm={() => run(() => hub.call('removeSsoDomain', { params }), `${domain} is removed`)}
    >
      Its people sign in by {name} no more. Members stay.
    </ConfirmDialog>
  );
}
