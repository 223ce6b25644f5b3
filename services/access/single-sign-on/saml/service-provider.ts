import type { CacheProvider, SAML } from '@node-saml/node-saml';
import type { SamlSignature } from '../../../../core/enums.ts';
import { samlSettings } from '../../sso-connections/saml-settings.ts';
import { toSsoUrls } from '../../sso-connections/sso-connection.ts';
import type { OpenSsoConnection } from '../open-sso-connection.ts';
import type { SsoContext } from '../sso-context.ts';
import { makeRequestId, readRequestId, type RequestMaker } from './request-id.ts';

const clockSkewMs = 30_000;
const assertionAgeMs = 300_000;

/** Which of the library's demands make a setting. It refuses what is not signed at all in any case. */
const demands: Readonly<Record<SamlSignature, { wantAssertionsSigned: boolean; wantAuthnResponseSigned: boolean }>> = {
  assertion: { wantAssertionsSigned: true, wantAuthnResponseSigned: false },
  response: { wantAssertionsSigned: false, wantAuthnResponseSigned: true },
  either: { wantAssertionsSigned: false, wantAuthnResponseSigned: false },
  both: { wantAssertionsSigned: true, wantAuthnResponseSigned: true },
};

/**
 * The hub as a service provider of one connection. The library is loaded when somebody signs in by SAML.
 *
 * @param decryptionKey In PEM: of an answer that was decrypted before, by what is stricter than the library.
 */
export async function openServiceProvider(
  ctx: Pick<SsoContext, 'publicUrl' | 'pepper' | 'clock'>,
  connection: OpenSsoConnection,
  decryptionKey?: string,
): Promise<SAML> {
  const { SAML: Saml, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const settings = samlSettings.parse(connection.row.config);
  const urls = toSsoUrls(ctx.publicUrl, 'saml', connection.id);
  const maker = toMaker(ctx, connection.row.id);
  const { secret } = connection;
  return new Saml({
    issuer: urls.metadata,
    audience: urls.metadata,
    callbackUrl: urls.redirect,
    entryPoint: settings.sso_url,
    idpIssuer: settings.entity_id,
    idpCert: settings.certificates,
    ...demands[settings.signed],
    ...(settings.sign_requests && secret !== undefined
      ? { privateKey: secret, publicCert: settings.signing_certificate ?? '' }
      : {}),
    ...(decryptionKey === undefined ? {} : { decryptionPvk: decryptionKey }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: assertionAgeMs,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => makeRequestId(maker, ctx.clock.now()),
    cacheProvider: recognizeRequests((id) => readRequestId(maker, id, ctx.clock.now())),
  });
}

/** Whose requests they are. @param connectionId UUID. */
export function toMaker({ pepper }: Pick<SsoContext, 'pepper'>, connectionId: string): RequestMaker {
  return { pepper, connectionId };
}

/** What the library takes for its memory of requests: their ids say by themselves whether they are ours. */
function recognizeRequests(read: (id: string) => number | undefined): CacheProvider {
  return {
    saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.parse(value) }),
    getAsync: (key) => {
      const madeAt = read(key);
      return Promise.resolve(madeAt === undefined ? null : new Date(madeAt).toISOString());
    },
    removeAsync: (key) => Promise.resolve(key),
  };
}
