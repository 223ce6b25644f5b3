import type { Discovery } from '../../../core/connection-requests.ts';
import type { EmailConnector } from '../../kit/connector.ts';
import { operationTimeoutMs, toEmailSettings } from '../../kit/email/settings.ts';
import { receivedMessage } from '../../kit/email/schemas.ts';
import { toJsonSchema } from '../../kit/json-schema.ts';
import { boundDiscovery } from '../shared/discover/bound.ts';
import { listDeclared } from '../shared/discover/declared.ts';
import { fieldsOfSchema } from '../shared/discover/fields-of-schema.ts';
import { createContext, createSession, findRead, findWrite, limitPages } from '../shared/driver-session.ts';
import { type CompiledPolicy, compilePolicy } from '../shared/egress/policy.ts';
import type { DriverSession, SessionContext } from '../shared/session.ts';
import type { EmailContext } from './context.ts';
import { createImapConnection } from './imap-connection.ts';
import { MailboxSource } from './mailbox-source.ts';
import { MessageTarget } from './message-target.ts';
import { createSmtpConnection } from './smtp-connection.ts';
import { testEmail } from './test-email.ts';

/** Binds a connector on SMTP and IMAP to a connection. Opens no socket before the first operation. */
export function openEmailSession(connector: EmailConnector, session: SessionContext): DriverSession {
  const policy = compilePolicy(session.egress);
  const context = createEmailContext(connector, session, policy);
  return createSession(connector, session, {
    test: (signal) => testEmail(context, policy, signal),
    discover: (_ends, signal) => discoverMailboxes(connector, context, signal),
    openSource: (request) =>
      new MailboxSource(context, limitPages(findRead(connector, session, request).read, request)),
    openTarget: (request) => new MessageTarget(context, findWrite(connector, session, request).write),
    close: () => {
      context.imap?.connection.close();
      context.smtp?.connection.close();
    },
  });
}

function createEmailContext(connector: EmailConnector, session: SessionContext, policy: CompiledPolicy): EmailContext {
  const { config, auth, observeCall } = session;
  const settings = toEmailSettings(connector.id, config, auth.credentials);
  const { imap, smtp, login } = settings;
  const endpointOf = (operation: string): string | undefined => {
    const server = operation === 'create' ? smtp : imap;
    return server === undefined ? undefined : `${server.host}:${server.port}`;
  };
  return {
    ...createContext(connector, session, operationTimeoutMs, endpointOf),
    settings,
    imap:
      imap === undefined
        ? undefined
        : { server: imap, connection: createImapConnection(imap, login, policy, observeCall) },
    smtp:
      smtp === undefined
        ? undefined
        : { server: smtp, connection: createSmtpConnection(smtp, login, policy, observeCall) },
  };
}

async function discoverMailboxes(
  connector: EmailConnector,
  { imap, toError, acquirePermit }: EmailContext,
  signal: AbortSignal,
): Promise<Discovery> {
  const declared = listDeclared(connector);
  if (imap === undefined) return boundDiscovery(declared);
  await acquirePermit(signal);
  const listed = await imap.connection.run((client) => client.list(), { signal, timeoutMs: operationTimeoutMs });
  if (!listed.ok) throw toError('discover', listed.fault);
  const fields = fieldsOfSchema(toJsonSchema(receivedMessage));
  const mailboxes = listed.value
    // Some mailboxes only contain other mailboxes.
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
