import { type ReactNode, useState } from 'react';
import type { Connection, ConnectionChange, Connector } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { findWrong, listRefused } from '../../model/describe-error.ts';
import { fillFields } from '../../model/forms/fill-fields.ts';
import { readFields } from '../../model/forms/schema-fields.ts';
import { isSame, type JsonObject, type JsonValue } from '../../model/json.ts';
import { readText } from '../../model/read-text.ts';
import { AccountField } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { ConnectionFields, isAuthorized, readConnection } from '../../parts/connection-form.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useAccountOptions } from '../../parts/use-accounts.ts';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { CredentialsEndField, readCredentialsEnd } from './credentials-end.tsx';
import { authorizeAgain, CallbackNote, methodOf } from './credentials-button.tsx';

interface Edited {
  connection: Connection;
  etag: string | undefined;
}

/** Changes what a connection is called, whose it is, where it goes, and when its credentials end. */
export function EditButton(edited: Edited): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery(ask('getConnector', { params: { id: edited.connection.service_type } }));
  // The page says it where the connector cannot be asked for.
  if (found.data === undefined) return null;
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <EditDialog current={edited} connector={found.data.data} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What is edited stays as it is when somebody else saves meanwhile: the form says so, and saving is refused. */
function EditDialog({
  current,
  connector,
  onClose,
}: {
  current: Edited;
  connector: Connector;
  onClose: () => void;
}): ReactNode {
  const [edited, setEdited] = useState({ ...current, round: 0 });
  const { connection, etag, round } = edited;
  const accounts = useAccountOptions('connections:write');
  const [account, setAccount] = useState(connection.account_id);
  const [method, setMethod] = useState(methodOf(connection, connector));
  /** Paths of what decides where the credentials go, and was changed. */
  const [moved, setMoved] = useState<readonly string[]>([]);
  const asksCredentials = moved.length > 0;
  const { fields, kept } = fillFields(readFields(connector.config_schema), connection.config ?? {});
  const byVendor = asksCredentials && isAuthorized(connector, method);
  const showTheirs = (): void => {
    setEdited({ ...current, round: round + 1 });
    setAccount(current.connection.account_id);
  };
  const save = async (form: FormData): Promise<void> => {
    const { config: typed, credentials } = readConnection(connector, form);
    const config: JsonObject = { ...kept, ...typed };
    const named = {
      name: readText(form, 'name').trim(),
      account_id: account ?? null,
      ...readCredentialsEnd(form, connection.credentials_expire_at),
    };
    const hasMoved = moved.some((path) => !isSame(configOf({ config }, path), configOf(connection, path)));
    if (hasMoved) await moveAlong(edited, { named, config, credentials, byVendor });
    else await replaceMembers(edited, { ...named, config });
    await queries.invalidateQueries();
    sayDone('Saved');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${connection.name}`}
      lead={<Uses id={connection.id} />}
      act={byVendor ? `Go to ${connector.vendor} to allow it` : 'Save'}
      onSubmit={(form) =>
        save(form).catch(async (error: unknown) => {
          setMoved((before) => [...new Set([...before, ...listRefused(error, 'credentials_required')])]);
          // Perhaps it is no longer what was edited.
          await queries.invalidateQueries({ queryKey: ['getConnection'] });
          throw error;
        })
      }
    >
      {(error) => (
        <>
          {etag !== current.etag && (
            <Notice tone="warn" title="Somebody else changed this connection meanwhile">
              <div>
                <Button looks={['small']} onClick={showTheirs}>
                  Show theirs
                </Button>
              </div>
            </Notice>
          )}
          <div className="stack" key={round}>
            <TextField label="Name" name="name" defaultValue={connection.name} wrong={findWrong(error, 'name')} />
            <AccountField
              choice={{ ...accounts, chosen: account, onChoose: setAccount }}
              wrong={findWrong(error, 'account_id')}
            />
            <SchemaForm fields={fields} prefix="config" error={error} />
            <CredentialsEndField
              at={connection.credentials_expire_at}
              wrong={findWrong(error, 'credentials_expire_at')}
            />
          </div>
          {asksCredentials && <NewAddress connector={connector} error={error} method={method} onMethod={setMethod} />}
        </>
      )}
    </FormDialog>
  );
}

/** Asks for the credentials of another address. */
function NewAddress({
  connector,
  error,
  method,
  onMethod,
}: {
  connector: Connector;
  error: unknown;
  method: string | undefined;
  onMethod: (id: string) => void;
}): ReactNode {
  return (
    <>
      <Notice tone="warn" title="It goes to another address">
        <p>Stored credentials are never sent to another address. Give those for the new one.</p>
      </Notice>
      <ConnectionFields connector={connector} withConfig={false} error={error} method={method} onMethod={onMethod} />
      {isAuthorized(connector, method) && <CallbackNote connector={connector} />}
    </>
  );
}

function configOf({ config }: Pick<Connection, 'config'>, path: string): JsonValue {
  return config?.[path.replace(/^config\./, '')] ?? null;
}

/** What the change counts for. */
function Uses({ id }: { id: string }): ReactNode {
  const uses = useQuery(askAll('listConnectionUses', { params: { id } }));
  const names = (uses.data ?? []).map(({ name }) => name);
  if (names.length === 0) return 'Runs go by what you save from their next call on.';
  return (
    <>
      It is used by <strong>{names.join(', ')}</strong>. Runs go by what you save from their next call on.
    </>
  );
}

async function replaceMembers(
  { connection: { id }, etag }: Edited,
  body: ConnectionChange,
): Promise<{ etag: string | undefined }> {
  const options = etag === undefined ? {} : { ifMatch: etag };
  return hub.request('replaceConnectionMembers', { params: { id }, body }, options);
}

/** Stores another address together with credentials for it. */
async function moveAlong(
  edited: Edited,
  next: {
    named: { name: string; account_id: string | null; credentials_expire_at?: string | null };
    config: JsonObject;
    credentials: ReturnType<typeof readConnection>['credentials'];
    byVendor: boolean;
  },
): Promise<void> {
  const { named, config, credentials, byVendor } = next;
  const { connection, etag } = edited;
  if (byVendor) {
    // Who comes back from there does not come back to this form.
    await replaceMembers(edited, named);
    const { name, account_id } = named;
    const { account_id: account, ...rest } = { ...connection, name, account_id };
    return authorizeAgain({ ...rest, config, ...(account === null ? {} : { account_id: account }) }, credentials);
  }
  const options = etag === undefined ? {} : { ifMatch: etag };
  const params = { id: connection.id };
  const moved = await hub.request('replaceCredentials', { params, body: { credentials, config } }, options);
  await replaceMembers({ connection, etag: moved.etag }, named);
}
