/**
 * Drivers execute what connectors describe: a folder for each transport, and `shared/` for what they have in common.
 *
 * May import `connectors/kit` and `core/`; imported by services, and by the rooms that open connections.
 *
 * Terminology: a *session* is a connection opened for use. A *plan* is a complete request except for its credentials;
 * an *answer* is its response. A *cursor* is the position of a read, as JSON.
 */
import { ConnectorError } from '../../core/connector-error.ts';
import { createScrub, type Scrub } from '../../core/telemetry/scrub.ts';
import { maskSecretForms } from '../../core/secret.ts';
import type { AuthMethod } from '../kit/auth/methods.ts';
import type { Connector } from '../kit/connector.ts';
import { readSecretFields, validateConfig } from '../kit/validate.ts';
import { refuseRequest } from './shared/refuse-request.ts';
import type { ConnectorSession, DriverSession, SessionContext } from './shared/session.ts';

/**
 * Opens a connection for use. Sends nothing before the first call.
 *
 * A driver is loaded with the first session that needs it: all of them together take as much memory as the rest of a
 * worker, and most deployments use two or three.
 *
 * @throws {ConnectorError} kind `config` when the stored configuration or auth method does not belong to the connector.
 */
export async function openSession(connector: Connector, context: SessionContext): Promise<ConnectorSession> {
  const { session, method } = checkContext(connector, context);
  if (connector.transport === 'http') {
    const { openHttpSession } = await import('./http/session.ts');
    return openHttpSession(connector, session, method);
  }
  return withScrub(await openDriver(connector, session), method, session);
}

/** Drivers other than HTTP sign in with the credentials themselves, without tokens. */
export function withScrub(driver: DriverSession, method: AuthMethod, { auth }: SessionContext): ConnectorSession {
  const createOne = (): Scrub => {
    const scrub = createScrub(readSecretFields(method, auth.credentials.reveal()));
    return (text) => maskSecretForms(scrub(text));
  };
  return { ...driver, createScrub: createOne };
}

async function openDriver(
  connector: Exclude<Connector, { transport: 'http' }>,
  session: SessionContext,
): Promise<DriverSession> {
  switch (connector.transport) {
    case 'postgres': {
      const { openPostgresSession } = await import('./sql/postgres/session.ts');
      return openPostgresSession(connector, session);
    }
    case 'sftp': {
      const { openSftpSession } = await import('./sftp/session.ts');
      return openSftpSession(connector, session);
    }
    case 'snmp': {
      const { openSnmpSession } = await import('./snmp/session.ts');
      return openSnmpSession(connector, session);
    }
    case 'email': {
      const { openEmailSession } = await import('./email/session.ts');
      return openEmailSession(connector, session);
    }
    case 'mysql': {
      const { openMysqlSession } = await import('./sql/mysql/session.ts');
      return openMysqlSession(connector, session);
    }
    case 'ldap': {
      const { openLdapSession } = await import('./ldap/session.ts');
      return openLdapSession(connector, session);
    }
  }
}

/** What a driver is given. @throws {ConnectorError} as `openSession`. */
export function checkContext(
  connector: Connector,
  context: SessionContext,
): { session: SessionContext; method: AuthMethod } {
  const checked = validateConfig(connector, context.config);
  if (!checked.ok) throw refuseRequest(connector, 'open', checked.errors);
  const method = connector.auth.find(({ id }) => id === context.auth.method);
  if (method !== undefined) return { session: { ...context, config: checked.value }, method };
  throw new ConnectorError('config', 'The connection uses an authentication method that its connector does not have.', {
    connectorId: connector.id,
    operation: 'open',
  });
}
