import type { SftpConnector } from '../../kit/connector.ts';
import { operationTimeoutMs, sftpConfig } from '../../kit/sftp/settings.ts';
import { createContext, createSession, findRead, findWrite, limitPages } from '../shared/driver-session.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { DriverSession, SessionContext } from '../shared/session.ts';
import { createSftpConnection, toServerName } from './connection.ts';
import type { SftpContext } from './context.ts';
import { FilesSource } from './source.ts';
import { FilesTarget } from './target.ts';
import { testSftp } from './test-sftp.ts';

/** Binds a connector on SFTP to a connection. Opens no socket before the first operation. */
export function openSftpSession(connector: SftpConnector, session: SessionContext): DriverSession {
  const policy = compilePolicy(session.egress);
  const { host, port, host_key: hostKey } = sftpConfig.parse(session.config);
  const settings = { connectorId: connector.id, host, port, hostKey, credentials: session.auth.credentials };
  const context: SftpContext = {
    ...createContext(connector, session, operationTimeoutMs, () => toServerName(settings)),
    settings,
    connection: createSftpConnection(settings, policy, session.observeCall),
  };
  return createSession(connector, session, {
    test: (signal) => testSftp(context, policy, signal),
    openSource: (request) => new FilesSource(context, limitPages(findRead(connector, session, request).read, request)),
    openTarget: (request) => new FilesTarget(context, request.operation, findWrite(connector, session, request).write),
    close: () => context.connection.close(),
  });
}
