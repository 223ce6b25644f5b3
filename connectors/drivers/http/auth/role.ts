import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import type { Clock } from '../../../../core/clock.ts';
import { messages } from '../../../../core/messages.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import { Secret } from '../../../../core/secret.ts';
import { decodeXml } from '../../shared/decode/xml.ts';
import { FaultError } from '../../../kit/fault.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { Sigv4Application } from '../../../kit/auth/application.ts';
import type { AwsRole } from '../../../kit/presets/aws-places.ts';
import type { Authenticator, OutgoingRequest, Recover } from './authenticator.ts';
import type { AuthDeps } from './auth-deps.ts';
import { fillFrom } from './fill.ts';
import { createSigner } from './sigv4.ts';
import { type TokenReply, throwUnlessJudged, tokenCallMs } from './token-call.ts';
import { TokenKeeper } from './token-keeper.ts';
import { createLocalTokenStore, type Obtained, toRenewAt } from '../../shared/token-store.ts';

/** Refused keys of a role are obtained again: their session may have been revoked. */
const renewOn = [401, 403];
/** Longest session of a role that is assumed by another role, and the default. */
const sessionS = 3600;

/** Where the keys are from that requests are signed with. */
export interface AwsKeys {
  read(signal: AbortSignal): Promise<{ keys: Secret<JsonObject>; recover?: Recover }>;
  readSecrets(): string[];
}

/** The access key of the form, or the keys of the role that the form names. */
export function createFormKeys({ stsUrl }: Pick<Sigv4Application, 'stsUrl'>, deps: AuthDeps): AwsKeys {
  const { credentials, clock, tokens } = deps;
  const form = credentials.reveal();
  const own: AwsKeys = { read: () => Promise.resolve({ keys: credentials }), readSecrets: () => [] };
  const arn = toPlainText(form['role_arn']);
  if (arn === '') return own;
  const assume = assumeRole(stsUrl, deps, { arn, externalId: toPlainText(form['external_id']) }, own);
  const obtain = async (): Promise<Obtained> => judge(await assume(), clock.now());
  return keepKeys(new TokenKeeper(tokens, obtain, clock), credentials);
}

/**
 * The keys of a role of another account, which the keys of the connection assume.
 *
 * Kept for as long as the session of the connector is, and renewed before they end: the role is assumed once an hour.
 *
 * @throws {FaultError} `permission` when AWS does not let the connection assume the role.
 */
export function createRoleKeys(
  { stsUrl }: Pick<Sigv4Application, 'stsUrl'>,
  deps: AuthDeps,
  role: AwsRole,
  by: AwsKeys,
): AwsKeys {
  const { clock, credentials } = deps;
  const assume = assumeRole(stsUrl, deps, role, by);
  const obtain = async (): Promise<Obtained> => {
    const reply = await assume();
    const isDenied = reply.status === 403 && reply.text.includes('AccessDenied');
    if (isDenied) throw new FaultError({ kind: 'permission', message: messages.awsRoleRefused(role) });
    return judge(reply, clock.now());
  };
  return keepKeys(new TokenKeeper(createLocalTokenStore(), obtain, clock), credentials);
}

/** Signs with keys. */
export function createKeySigner(service: Sigv4Application['service'], keys: AwsKeys, clock: Clock): Authenticator {
  let last: { keys: Secret<JsonObject>; sign: ReturnType<typeof createSigner> } | undefined;
  return {
    authenticate: async (request, signal) => {
      const current = await keys.read(signal);
      if (last?.keys !== current.keys) {
        last = { keys: current.keys, sign: createSigner(service, current.keys, clock) };
      }
      await last.sign(request);
      return current.recover;
    },
    readSecrets: keys.readSecrets,
    close: () => Promise.resolve(),
  };
}

function keepKeys(keeper: TokenKeeper, credentials: Secret<JsonObject>): AwsKeys {
  let last: { generation: number; keys: Secret<JsonObject> } | undefined;
  return {
    read: async (signal) => {
      const held = await keeper.get(signal);
      if (last?.generation !== held.generation) {
        const region = credentials.reveal()['region'] ?? '';
        last = { generation: held.generation, keys: new Secret({ region, ...held.values }) };
      }
      return { keys: last.keys, recover: keeper.toRecover(held, renewOn) };
    },
    readSecrets: () => Object.values(keeper.held?.values ?? {}).map(toPlainText),
  };
}

/** @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
function assumeRole(
  stsUrl: string,
  { credentials, config, clock, call, toAddress }: AuthDeps,
  { arn, externalId }: AwsRole,
  by: AwsKeys,
): () => Promise<TokenReply> {
  const { authenticate } = createKeySigner('sts', by, clock);
  const ask = async (signal: AbortSignal): Promise<{ reply: TokenReply; recover: Recover | undefined }> => {
    const form = credentials.reveal();
    const parameters = new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: arn,
      RoleSessionName: 'integration-hub',
      DurationSeconds: String(sessionS),
    });
    if (externalId !== '') parameters.set('ExternalId', externalId);
    const request: OutgoingRequest = {
      method: 'POST',
      url: new URL(toAddress(inPartition(fillFrom({ form, config })(stsUrl), toPlainText(form['region'])))),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: parameters.toString(),
    };
    const recover = await authenticate(request, signal);
    const { method, url, headers, body } = request;
    const reply = await call({ method, url: url.href, headers, body });
    throwUnlessJudged(reply, clock);
    return { reply, recover };
  };
  return async () => {
    const signal = AbortSignal.timeout(2 * tokenCallMs);
    const { reply, recover } = await ask(signal);
    const isRenewed = (await recover?.(reply, signal)) === true;
    return isRenewed ? (await ask(signal)).reply : reply;
  };
}

/** Regions of China have a domain of their own. @see https://docs.aws.amazon.com/general/latest/gr/rande.html */
function inPartition(address: string, region: string): string {
  return region.startsWith('cn-') ? address.replace(/\.amazonaws\.com(?=\/|$)/, '.amazonaws.com.cn') : address;
}

function judge({ status, text }: TokenReply, nowMs: number): Obtained {
  if (status === 403 || status === 401 || status === 400) {
    const message = `AWS does not let these credentials assume the role (status ${status}).`;
    return { outcome: 'refused', refusal: { message, expired: false } };
  }
  const keys: Json = compileReader('AssumeRoleResponse.AssumeRoleResult.Credentials')(decodeXml(text)) ?? null;
  if (!isJsonObject(keys))
    throw new FaultError({ kind: 'schema_drift', message: 'AWS returned no credentials for the role.' });
  const read = (name: string): string => toPlainText(keys[name]);
  const lifetimeS = (Date.parse(read('Expiration')) - nowMs) / 1000;
  const values = {
    access_key_id: read('AccessKeyId'),
    secret_access_key: read('SecretAccessKey'),
    session_token: read('SessionToken'),
  };
  return {
    outcome: 'obtained',
    tokens: { values, renewAt: toRenewAt(Number.isNaN(lifetimeS) ? sessionS : lifetimeS, nowMs) },
  };
}
