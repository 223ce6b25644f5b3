import type { Discovery } from '../../../core/connection-requests.ts';
import type { RecordSource, RecordTarget } from '../../../core/records.ts';
import type { EmailConnector } from '../../kit/define.ts';
import { boundDiscovery } from '../shared/discover/bound.ts';
import { listDeclared } from '../shared/discover/declared.ts';
import { fieldsOfSchema } from '../shared/discover/fields-of-schema.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import { toConnectorError } from '../../kit/fault.ts';
import { toJsonSchema } from '../../kit/json-schema.ts';
import { resolveObject } from '../../kit/objects.ts';
import { refuseRequest } from '../shared/refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest } from '../shared/session.ts';
import { runTest } from '../shared/staged-test.ts';
import type { EmailContext } from './context.ts';
import { createImapConnection } from './imap-connection.ts';
import { MailboxSource } from './mailbox-source.ts';
import { MessageTarget } from './message-target.ts';
import { operationTimeoutMs, toEmailSettings } from '../../kit/email/settings.ts';
import { receivedMessage } from '../../kit/email/shapes.ts';
import { createSmtpConnection } from './smtp-connection.ts';
import { testEmail } from './test-email.ts';

/** Binds a connector on SMTP and IMAP to a connection. Opens no socket before the first operation. */
export function openEmailSession(connector: EmailConnector, session: SessionContext): DriverSession {
  const { clock } = session;
  const policy = compilePolicy(session.egress);
  const context = createContext(connector, session);
  return {
    test: (signal) => runTest(testEmail(context, policy, signal), clock),
    discover: (_ends, signal) => discoverMailboxes(connector, context, signal),
    openSource: (request) => openMailbox(connector, session, context, request),
    openTarget: (request) => openMessages(connector, session, context, request),
    close: () => {
      context.imap?.connection.close();
      context.smtp?.connection.close();
      return Promise.resolve();
    },
  };
}

function createContext(
  connector: EmailConnector,
  { config, auth, egress, clock, limiter, observeCall }: SessionContext,
): EmailContext {
  const policy = compilePolicy(egress);
  const settings = toEmailSettings(connector.id, config, auth.credentials);
  const { imap, smtp, login } = settings;
  return {
    settings,
    imap:
      imap === undefined
        ? undefined
        : { server: imap, connection: createImapConnection(imap, login, policy, observeCall) },
    smtp:
      smtp === undefined
        ? undefined
        : { server: smtp, connection: createSmtpConnection(smtp, login, policy, observeCall) },
    clock,
    takeTurn: async (signal = AbortSignal.timeout(operationTimeoutMs)) => {
      for (const bucket of connector.limits.buckets) await limiter.take(bucket, signal);
    },
    toError: (operation, fault) => {
      const server = operation === 'create' ? smtp : imap;
      const endpoint = server === undefined ? undefined : `${server.host}:${server.port}`;
      return toConnectorError(fault, { connectorId: connector.id, operation, endpoint });
    },
  };
}

async function discoverMailboxes(
  connector: EmailConnector,
  { imap, toError, takeTurn }: EmailContext,
  signal: AbortSignal,
): Promise<Discovery> {
  const declared = listDeclared(connector);
  if (imap === undefined) return boundDiscovery(declared);
  await takeTurn(signal);
  const listed = await imap.connection.run((client) => client.list(), { signal, timeoutMs: operationTimeoutMs });
  if (!listed.ok) throw toError('discover', listed.fault);
  const fields = fieldsOfSchema(toJsonSchema(receivedMessage));
  const mailboxes = listed.value
    // Some only hold others.
    .filter(({ flags }) => !flags.has('\\Noselect'))
    .map(({ path }) => ({
      id: path,
      title: `Mailbox ${path}`,
      key: ['uid'],
      operations: ['list'],
      fields,
      fields_from: 'declaration' as const,
    }));
  return boundDiscovery([...declared, ...mailboxes]);
}

function openMailbox(
  connector: EmailConnector,
  { config }: SessionContext,
  context: EmailContext,
  request: SourceRequest,
): RecordSource {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { list } = resolved.object.operations;
  if (list === undefined) throw refuseRequest(connector, 'list', [unsupported]);
  return new MailboxSource(context, {
    ...list,
    pageSize: Math.min(list.pageSize, request.recordsMax ?? list.pageSize),
  });
}

function openMessages(
  connector: EmailConnector,
  { config }: SessionContext,
  context: EmailContext,
  request: TargetRequest,
): RecordTarget {
  const resolved = resolveObject(connector, { ...request, config, role: 'target' });
  if (!resolved.ok) throw refuseRequest(connector, request.operation, resolved.problems);
  const send = resolved.object.operations[request.operation];
  if (send === undefined) throw refuseRequest(connector, request.operation, [unsupported]);
  return new MessageTarget(context, send);
}

const unsupported = { path: 'operation', code: 'unsupported', message: 'It is not supported.' };
