import type { Socket } from 'node:net';
import { Client } from 'ldapts';
import { connectChecked, encrypt } from '../shared/egress/connect.ts';
import { limitAnswers } from '../shared/egress/limit-answers.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { FaultError } from '../../kit/fault.ts';
import { LiveConnection, type OperationOutcome } from '../shared/live-connection.ts';
import type { ObserveCall } from '../shared/session.ts';
import { createMessageGate } from './admit-messages.ts';
import { type LdapFault, toLdapFault } from './ldap-fault.ts';
import { type LdapSettings, operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { startTls } from './start-tls.ts';

export type LdapConnection = LiveConnection<Client, LdapFault>;
export type LdapOutcome<Value> = OperationOutcome<Value, LdapFault>;

/** A connection to the directory that is bound. */
export function createLdapConnection(
  settings: LdapSettings,
  policy: CompiledPolicy,
  observe?: ObserveCall,
): LdapConnection {
  return new LiveConnection({ open: (life) => bind(settings, policy, life), toFault: toLdapFault, observe });
}

async function bind(settings: LdapSettings, policy: CompiledPolicy, life: AbortController): Promise<Client> {
  const socket = await connect(settings, policy);
  life.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.once('close', () => life.abort());
  if (life.signal.aborted) socket.destroy();
  limitAnswers(socket, life, createMessageGate());
  const client = new Client({
    url: 'ldap://checked.invalid',
    timeout: operationTimeoutMs,
    connectTimeout: 1,
    createConnection: () => socket,
  });
  const { bindDn, password } = settings.login.reveal();
  await client.bind(bindDn, password);
  return client;
}

async function connect({ host, port, encryption, tls }: LdapSettings, policy: CompiledPolicy): Promise<Socket> {
  const socket = await connectChecked(policy, host, port, encryption === 'disable');
  if (encryption === 'disable') return socket;
  if (encryption === 'starttls' && !(await startTls(socket))) {
    socket.destroy();
    throw new FaultError({ kind: 'config', message: 'The directory does not offer encryption (StartTLS).' });
  }
  return encrypt(socket, tls);
}
