import type { RecordSource, RecordTarget } from '../../../core/records.ts';
import type { SnmpConnector } from '../../kit/define.ts';
import { discoverBySampling } from '../shared/discover/sampled.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import { toConnectorError } from '../../kit/fault.ts';
import { resolveObject } from '../../kit/objects.ts';
import { refuseRequest } from '../shared/refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest } from '../shared/session.ts';
import { runTest } from '../shared/staged-test.ts';
import { createSnmpConnection } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { createScalarsSource, createSubtreeSource } from './plain-sources.ts';
import { operationTimeoutMs, toAgentName, toSnmpSettings } from '../../kit/snmp/settings.ts';
import { TableSource } from './table-source.ts';
import { SnmpTarget } from './target.ts';
import { testSnmp } from './test-snmp.ts';

/** Binds a connector on SNMP to a connection. Opens no socket before the first operation. */
export function openSnmpSession(connector: SnmpConnector, session: SessionContext): DriverSession {
  const { config, clock, limiter, auth } = session;
  const policy = compilePolicy(session.egress);
  const settings = toSnmpSettings(connector.id, config, auth.credentials);
  const context: SnmpContext = {
    settings,
    connection: createSnmpConnection(settings, policy, session.observeCall),
    clock,
    takeTurn: async (signal = AbortSignal.timeout(operationTimeoutMs)) => {
      for (const bucket of connector.limits.buckets) await limiter.take(bucket, signal);
    },
    toError: (operation, fault) =>
      toConnectorError(fault, { connectorId: connector.id, operation, endpoint: toAgentName(settings) }),
  };
  const openSource = (request: SourceRequest): RecordSource => openSnmpSource(connector, session, context, request);
  return {
    test: (signal) => runTest(testSnmp(context, policy, signal), clock),
    discover: (ends, signal) => discoverBySampling(connector, config, openSource, ends, signal),
    openSource,
    openTarget: (request) => openSnmpTarget(connector, session, context, request),
    close: () => {
      context.connection.close();
      return Promise.resolve();
    },
  };
}

function openSnmpSource(
  connector: SnmpConnector,
  { config }: SessionContext,
  context: SnmpContext,
  request: SourceRequest,
): RecordSource {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { list } = resolved.object.operations;
  if (list === undefined) throw refuseRequest(connector, 'list', [unsupported]);
  if (list.kind === 'scalars') return createScalarsSource(context, list);
  const read = { ...list, pageSize: Math.min(list.pageSize, request.recordsMax ?? list.pageSize) };
  return read.kind === 'table' ? new TableSource(context, read) : createSubtreeSource(context, read);
}

function openSnmpTarget(
  connector: SnmpConnector,
  { config }: SessionContext,
  context: SnmpContext,
  request: TargetRequest,
): RecordTarget {
  const resolved = resolveObject(connector, { ...request, config, role: 'target' });
  if (!resolved.ok) throw refuseRequest(connector, request.operation, resolved.problems);
  const write = resolved.object.operations[request.operation];
  if (write === undefined) throw refuseRequest(connector, request.operation, [unsupported]);
  return new SnmpTarget(context, request.operation, request.object, write);
}

const unsupported = { path: 'operation', code: 'unsupported', message: 'It is not supported.' };
