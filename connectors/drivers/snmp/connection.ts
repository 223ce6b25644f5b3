import {
  AuthProtocols,
  createSession,
  createV3Session,
  PrivProtocols,
  SecurityLevel,
  type Session,
  type Varbind,
  Version2c,
} from 'net-snmp';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { resolveChecked } from '../shared/egress/resolve.ts';
import { FaultError } from '../../kit/fault.ts';
import { LiveConnection, type OperationOutcome } from '../shared/live-connection.ts';
import type { ObserveCall } from '../shared/session.ts';
import type { SnmpSettings } from '../../kit/snmp/settings.ts';
import { type SnmpFault, toSnmpFault } from './snmp-fault.ts';

export type SnmpConnection = LiveConnection<Session, SnmpFault>;
export type SnmpOutcome<Value> = OperationOutcome<Value, SnmpFault>;

/** Datagrams get lost: each is sent at most three times, within the time of an operation. */
const timeouts = { timeout: 2000, retries: 2 };

/** A socket for one agent. Nothing is sent before the first operation, which includes the discovery of version 3. */
export function createSnmpConnection(
  settings: SnmpSettings,
  policy: CompiledPolicy,
  observe?: ObserveCall,
): SnmpConnection {
  return new LiveConnection({ open: (life) => open(settings, policy, life), toFault: toSnmpFault, observe });
}

async function open(settings: SnmpSettings, policy: CompiledPolicy, life: AbortController): Promise<Session> {
  const { port, context = '' } = settings;
  const place = await resolveChecked(policy, settings.host, port);
  if (settings.version === 2 && !place.isOpened) throw new FaultError(inClear);
  const [{ address, family } = { address: '', family: 4 }] = place.addresses;
  const options = {
    ...timeouts,
    port,
    context,
    transport: family === 6 ? 'udp6' : 'udp4',
    backwardsGetNexts: false,
  } as const;
  const session = createFor(address, settings, options);
  // Malformed datagrams may come from anyone, so they are ignored: the request is repeated, or times out.
  session.on('error', () => undefined);
  life.signal.addEventListener('abort', () => session.close(), { once: true });
  if (life.signal.aborted) session.close();
  return session;
}

function createFor(
  address: string,
  { login: secret }: SnmpSettings,
  options: Parameters<typeof createV3Session>[2] & object,
): Session {
  const login = secret.reveal();
  if (login.version === 2) return createSession(address, login.community, { ...options, version: Version2c });
  const user = {
    name: login.user,
    level: SecurityLevel.authPriv,
    authProtocol: AuthProtocols[login.auth_protocol],
    authKey: login.auth_password,
    privProtocol: PrivProtocols[login.priv_protocol],
    privKey: login.priv_password,
  };
  return createV3Session(address, user, options);
}

export const inClear = {
  kind: 'config',
  message: 'Version 2c shows all that it sends. Use version 3, or ask the operator of the hub to open this address.',
} as const;

/** Callback of the library. */
type Done<Value> = (error: Error | null, value?: Value) => void;

function call<Value>(begin: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    begin((error, value) => {
      if (error === null && value !== undefined) resolve(value);
      else reject(error ?? new Error('No answer.'));
    });
  });
}

export function getValues(session: Session, oids: readonly string[]): Promise<Varbind[]> {
  return call((done) => session.get([...oids], done));
}

/** For each identifier, the values that follow it: at most so many, fewer if the response is full. */
export async function getFollowing(
  session: Session,
  oids: readonly string[],
  repetitions: number,
): Promise<Varbind[][]> {
  const lists = await call<(Varbind | Varbind[])[]>((done) => session.getBulk([...oids], 0, repetitions, done));
  return lists.map((list) => (Array.isArray(list) ? list : [list]));
}

/** Sets all values or none. */
export function setValues(session: Session, varbinds: readonly Varbind[]): Promise<Varbind[]> {
  return call((done) => session.set([...varbinds], done));
}
