import type { RecordSource, RecordTarget } from '../../../core/records.ts';
import type { SftpConnector } from '../../kit/define.ts';
import { discoverBySampling } from '../shared/discover/sampled.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import { toConnectorError } from '../../kit/fault.ts';
import { resolveObject } from '../../kit/objects.ts';
import { refuseRequest } from '../shared/refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest } from '../shared/session.ts';
import { runTest } from '../shared/staged-test.ts';
import { createSftpConnection, toServerName } from './connection.ts';
import type { SftpContext } from './context.ts';
import { operationTimeoutMs, sftpConfig } from '../../kit/sftp/settings.ts';
import { FilesSource } from './source.ts';
import { FilesTarget } from './target.ts';
import { testSftp } from './test-sftp.ts';

/** Binds a connector on SFTP to a connection. Opens no socket before the first operation. */
export function openSftpSession(connector: SftpConnector, session: SessionContext): DriverSession {
  const { config, clock, limiter, auth } = session;
  const policy = compilePolicy(session.egress);
  const { host, port, host_key: hostKey } = sftpConfig.parse(config);
  const settings = { connectorId: connector.id, host, port, hostKey, credentials: auth.credentials };
  const context: SftpContext = {
    settings,
    connection: createSftpConnection(settings, policy, session.observeCall),
    clock,
    takeTurn: async (signal = AbortSignal.timeout(operationTimeoutMs)) => {
      for (const bucket of connector.limits.buckets) await limiter.take(bucket, signal);
    },
    toError: (operation, fault) =>
      toConnectorError(fault, { connectorId: connector.id, operation, endpoint: toServerName(settings) }),
  };
  const openSource = (request: SourceRequest): RecordSource => {
    const resolved = resolveObject(connector, { ...request, config, role: 'source' });
    if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
    const { list } = resolved.object.operations;
    if (list === undefined) throw refuseRequest(connector, 'list', [unsupported]);
    return new FilesSource(context, {
      ...list,
      pageSize: Math.min(list.pageSize, request.recordsMax ?? list.pageSize),
    });
  };
  return {
    test: (signal) => runTest(testSftp(context, policy, signal), clock),
    discover: (ends, signal) => discoverBySampling(connector, config, openSource, ends, signal),
    openSource,
    openTarget: (request) => openTarget(connector, session, context, request),
    close: () => {
      context.connection.close();
      return Promise.resolve();
    },
  };
}

function openTarget(
  connector: SftpConnector,
  { config }: SessionContext,
  context: SftpContext,
  request: TargetRequest,
): RecordTarget {
  const resolved = resolveObject(connector, { ...request, config, role: 'target' });
  if (!resolved.ok) throw refuseRequest(connector, request.operation, resolved.problems);
  const write = resolved.object.operations[request.operation];
  if (write === undefined) throw refuseRequest(connector, request.operation, [unsupported]);
  return new FilesTarget(context, request.operation, write);
}

const unsupported = { path: 'operation', code: 'unsupported', message: 'It is not supported.' };
