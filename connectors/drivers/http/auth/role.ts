import { isJsonObject, type Json } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import { Secret } from '../../../../core/secret.ts';
import { decodeXml } from '../../shared/decode/xml.ts';
import { FaultError } from '../../../kit/fault.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { Sigv4Application } from '../../../kit/auth/application.ts';
import type { Authenticator, OutgoingRequest } from './authenticator.ts';
import type { AuthDeps } from './auth-deps.ts';
import { fillFrom } from './fill.ts';
import { createSigner } from './sigv4.ts';
import { type TokenReply, throwUnlessJudged } from './token-call.ts';
import { TokenKeeper } from './token-keeper.ts';
import { type Obtained, type ObtainTokens, toRenewAt } from '../../shared/token-store.ts';

/** Refused keys of a role are obtained again: their session may have been revoked. */
const renewOn = [401, 403];
/** Longest session of a role that is assumed by another role, and the default. */
const sessionS = 3600;

/** Signs with the access key of the form, or with keys of the role that the form names. */
export function createRoleSigner(application: Sigv4Application, deps: AuthDeps): Authenticator {
  const { credentials, clock, tokens } = deps;
  const sign = createSigner(application.service, credentials, clock);
  if (toPlainText(credentials.reveal()['role_arn']) === '') {
    return {
      authenticate: async (request) => {
        await sign(request);
        return undefined;
      },
      readSecrets: () => [],
      close: () => Promise.resolve(),
    };
  }
  const keeper = new TokenKeeper(tokens, assumeRole(application, deps), clock);
  return {
    authenticate: async (request, signal) => {
      const held = await keeper.get(signal);
      const keys = new Secret({ region: credentials.reveal()['region'] ?? '', ...held.values });
      await createSigner(application.service, keys, clock)(request);
      return keeper.toRecover(held, renewOn);
    },
    readSecrets: () => Object.values(keeper.held?.values ?? {}).map(toPlainText),
    close: () => Promise.resolve(),
  };
}

/** @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
function assumeRole(
  { stsUrl }: Sigv4Application,
  { credentials, config, clock, call, toAddress }: AuthDeps,
): ObtainTokens {
  return async () => {
    const form = credentials.reveal();
    const parameters = new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: toPlainText(form['role_arn']),
      RoleSessionName: 'integration-hub',
      DurationSeconds: String(sessionS),
    });
    const externalId = toPlainText(form['external_id']);
    if (externalId !== '') parameters.set('ExternalId', externalId);
    const request: OutgoingRequest = {
      method: 'POST',
      url: new URL(toAddress(inPartition(fillFrom({ form, config })(stsUrl), toPlainText(form['region'])))),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: parameters.toString(),
    };
    await createSigner('sts', credentials, clock)(request);
    const { method, url, headers, body } = request;
    const reply = await call({ method, url: url.href, headers, body });
    throwUnlessJudged(reply, clock);
    return judge(reply, clock.now());
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
  return { outcome: 'obtained', tokens: { values, renewAt: toRenewAt(lifetimeS || sessionS, nowMs) } };
}
