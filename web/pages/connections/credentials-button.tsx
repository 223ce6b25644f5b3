import { type ReactNode, useState } from 'react';
import type { Connection, Connector } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { findWrong } from '../../model/describe-error.ts';
import { rememberAuthorization } from '../../model/authorizations.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionFields, isAuthorized, readConnection } from '../../parts/connection-form.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { CredentialsEndField, readCredentialsEnd } from './credentials-end.tsx';

/** Gives a connection other credentials: typed ones, or those that a person allows at the vendor. */
export function CredentialsButton({ connection }: { connection: Connection }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery(ask('getConnector', { params: { id: connection.service_type } }));
  if (found.isPending) return null;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  const { data: connector } = found.data;
  return (
    <>
      <Button icon="keys" onClick={() => setOpen(true)}>
        {isAuthorized(connector, methodOf(connection, connector)) ? 'Authorize again' : 'Replace credentials'}
      </Button>
      {isOpen && <CredentialsDialog connection={connection} connector={connector} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The way to sign in that a connection uses. */
export function methodOf({ auth_method: method }: Connection, { auth: [first] }: Connector): string | undefined {
  return method ?? first?.id;
}

/** Runs use the new credentials from their next call on; the old ones stay for a day, for the way back. */
function CredentialsDialog({
  connection,
  connector,
  onClose,
}: {
  connection: Connection;
  connector: Connector;
  onClose: () => void;
}): ReactNode {
  const [method, setMethod] = useState(methodOf(connection, connector));
  const { id, name } = connection;
  const byVendor = isAuthorized(connector, method);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={byVendor ? `Authorize ${name} again` : `Replace the credentials of ${name}`}
      lead="Runs use the new ones from their next call on. The old ones are kept for a day, in case you need them back."
      act={byVendor ? `Go to ${connector.vendor} to allow it` : 'Replace'}
      onSubmit={async (form) => {
        const { credentials } = readConnection(connector, form);
        if (byVendor) return authorizeAgain(connection, credentials);
        const { credentials_expire_at: end } = readCredentialsEnd(form, undefined);
        const body = { credentials, ...(typeof end === 'string' ? { credentials_expire_at: end } : {}) };
        await hub.call('replaceCredentials', { params: { id }, body });
        await queries.invalidateQueries();
        return sayDone('The credentials are replaced', 'Test the connection to see that they work.');
      }}
    >
      {(error) => (
        <>
          <ConnectionFields
            connector={connector}
            withConfig={false}
            error={error}
            method={method}
            onMethod={setMethod}
          />
          {!byVendor && <CredentialsEndField wrong={findWrong(error, 'credentials_expire_at')} />}
          {byVendor && <CallbackNote connector={connector} />}
        </>
      )}
    </FormDialog>
  );
}

/** Goes to the vendor. What it gives takes the place of the credentials when the browser comes back. */
export async function authorizeAgain(
  { id, name, service_type: type, account_id: account, config }: Connection,
  credentials: ReturnType<typeof readConnection>['credentials'],
): Promise<void> {
  const begun = await hub.call('authorizeConnection', {
    body: {
      connection_id: id,
      name,
      service_type: type,
      credentials,
      ...(account === undefined ? {} : { account_id: account }),
      ...(config === undefined ? {} : { config }),
    },
  });
  rememberAuthorization(sessionStorage, id);
  location.assign(begun.authorize_url);
}

export function CallbackNote({ connector: { vendor } }: { connector: Connector }): ReactNode {
  return (
    <p className="soft">
      Register <code>{location.origin}/oauth/callback</code> with {vendor} as the address to come back to.
    </p>
  );
}
