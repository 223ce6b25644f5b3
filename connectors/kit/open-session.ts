import { ConnectorError } from '../../core/connector-error.ts';
import type { Connector } from './define.ts';
import { openHttpSession } from './http/session.ts';
import { openLdapSession } from './ldap/session.ts';
import { openPostgresSession } from './postgres/session.ts';
import { refuseRequest } from './refuse-request.ts';
import type { ConnectorSession, SessionContext } from './session.ts';
import { validateConfig } from './validate.ts';

/**
 * Opens a connection for use. Asks nobody yet: the first call does.
 *
 * @throws {ConnectorError} kind `config` when the stored configuration or auth method is none of the connector's.
 */
export function openSession(connector: Connector, context: SessionContext): ConnectorSession {
  const checked = validateConfig(connector, context.config);
  if (!checked.ok) throw refuseRequest(connector, 'open', checked.errors);
  const method = connector.auth.find(({ id }) => id === context.auth.method);
  if (method === undefined) {
    throw new ConnectorError('config', 'The connection uses a way to sign in that its connector does not have.', {
      connectorId: connector.id,
      operation: 'open',
    });
  }
  const session = { ...context, config: checked.value };
  switch (connector.transport) {
    case 'http':
      return openHttpSession(connector, session, method);
    case 'postgres':
      return openPostgresSession(connector, session);
    case 'ldap':
      return openLdapSession(connector, session);
  }
}
