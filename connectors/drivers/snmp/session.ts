import type { RecordSource } from '../../../core/records.ts';
import type { SnmpConnector } from '../../kit/connector.ts';
import { operationTimeoutMs, toAgentName, toSnmpSettings } from '../../kit/snmp/settings.ts';
import { createContext, createSession, findRead, findWrite, limitPages } from '../shared/driver-session.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { DriverSession, SessionContext, SourceRequest } from '../shared/session.ts';
import { createSnmpConnection } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { createScalarsSource, createSubtreeSource } from './plain-sources.ts';
import { TableSource } from './table-source.ts';
import { SnmpTarget } from './target.ts';
import { testSnmp } from './test-snmp.ts';

/** Binds a connector on SNMP to a connection. Opens no socket before the first operation. */
export function openSnmpSession(connector: SnmpConnector, session: SessionContext): DriverSession {
  const policy = compilePolicy(session.egress);
  const settings = toSnmpSettings(connector.id, session.config, session.auth.credentials);
  const context: SnmpContext = {
    ...createContext(connector, session, operationTimeoutMs, () => toAgentName(settings)),
    settings,
    connection: createSnmpConnection(settings, policy, session.observeCall),
  };
  return createSession(connector, session, {
    test: (signal) => testSnmp(context, policy, signal),
    openSource: (request) => openSnmpSource(connector, session, context, request),
    openTarget: (request) =>
      new SnmpTarget(context, request.operation, request.object, findWrite(connector, session, request).write),
    close: () => context.connection.close(),
  });
}

function openSnmpSource(
  connector: SnmpConnector,
  session: SessionContext,
  context: SnmpContext,
  request: SourceRequest,
): RecordSource {
  const { read } = findRead(connector, session, request);
  if (read.kind === 'scalars') return createScalarsSource(context, read);
  const limited = limitPages(read, request);
  return limited.kind === 'table' ? new TableSource(context, limited) : createSubtreeSource(context, limited);
}
