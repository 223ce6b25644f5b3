import { z } from 'zod';
import { type AuthMethod, plainText, secretText } from './methods.ts';
import { accessKeyForm } from './signing-methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth, jwtBearerAuth, privateKeyJwtAuth } from './token-methods.ts';

/** Ways to sign in to Google and Microsoft: presets of the OAuth 2.0 ones. */

const googleTokenUrl = 'https://oauth2.googleapis.com/token';

/**
 * A Google service account, by the members of its key file.
 *
 * @param scopes Permissions to ask for.
 * @param subject `true`: the account may act for a user (domain-wide delegation), whom the form names.
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export function googleServiceAccountAuth(given: {
  scopes: readonly string[];
  subject?: boolean;
  id?: string;
  tokenUrl?: string;
}): AuthMethod {
  const { scopes, subject = false, id = 'service_account', tokenUrl = googleTokenUrl } = given;
  const form = {
    client_email: z.email().meta({ title: 'client_email of the key file' }),
    private_key: secretText('private_key of the key file'),
    private_key_id: plainText('private_key_id of the key file').optional(),
  };
  const user = { subject: z.email().optional().meta({ title: 'User to act for' }) };
  return jwtBearerAuth({
    id,
    title: 'Service account',
    credentials: z.strictObject(subject ? { ...form, ...user } : form),
    tokenUrl,
    assertion: {
      algorithm: 'RS256',
      key: '{private_key}',
      header: { kid: '{private_key_id}' },
      claims: { iss: '{client_email}', sub: subject ? '{subject}' : '', scope: scopes.join(' '), aud: '{$token_url}' },
      lifetimeS: 3600,
    },
  });
}

/**
 * A person authorizes the application with a Google account. Without the two parameters there would be no refresh
 * token.
 *
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient
 */
export function googleUserAuth({ scopes }: { scopes: readonly string[] }): AuthMethod {
  return authorizationCodeAuth({
    title: 'Application that acts for a person',
    tokenUrl: googleTokenUrl,
    clientAuth: 'post',
    authorize: {
      url: 'https://accounts.google.com/o/oauth2/v2/auth',
      scopes,
      parameters: { access_type: 'offline', prompt: 'consent' },
    },
  });
}

/**
 * Where applications of a cloud get tokens. @see
 * https://learn.microsoft.com/en-us/entra/identity-platform/authentication-national-cloud
 */
const loginHosts = {
  public: 'login.microsoftonline.com',
  us_government: 'login.microsoftonline.us',
  china: 'login.partner.microsoftonline.cn',
} as const;

type MicrosoftCloud = keyof typeof loginHosts;

const application = {
  tenant_id: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,100}$/, 'Must be the id of a tenant or a domain of it: contoso.onmicrosoft.com.')
    .meta({ title: 'Tenant', help: 'Its id or a domain of it.' }),
  client_id: plainText('Application (client) id'),
};

interface MicrosoftOptions {
  /** Template: `https://graph.microsoft.com/.default`. */
  scope: string;
  cloud?: MicrosoftCloud;
  /** Template, where the configuration chooses the cloud: `{config.login_host}`. */
  loginHost?: string;
  tokenUrl?: string;
}

function microsoftTokenUrl(given: Omit<MicrosoftOptions, 'scope'>): string {
  return given.tokenUrl ?? toLoginUrl(given, 'token');
}

function toLoginUrl(
  { cloud = 'public', loginHost }: Omit<MicrosoftOptions, 'scope'>,
  endpoint: 'token' | 'authorize',
): string {
  return `https://${loginHost ?? loginHosts[cloud]}/{tenant_id}/oauth2/v2.0/${endpoint}`;
}

/**
 * The same by the three fields that every cloud takes: the id of the application, its secret, a region.
 *
 * @param tenant Template, because the secret of an application does not show its tenant.
 */
export function microsoftAccessKeyAuth({ tenant, ...given }: MicrosoftOptions & { tenant: string }): AuthMethod {
  return clientCredentialsAuth({
    id: 'access_key',
    title: 'Access key: id and secret of an application',
    credentials: z.strictObject(accessKeyForm),
    tokenUrl: microsoftTokenUrl(given).replace('{tenant_id}', tenant),
    clientAuth: 'post',
    clientId: '{access_key_id}',
    clientSecret: '{secret_access_key}',
    scope: given.scope,
  });
}

/**
 * @see
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow#first-case-access-token-request-with-a-shared-secret
 */
export function microsoftSecretAuth(given: MicrosoftOptions): AuthMethod {
  return clientCredentialsAuth({
    id: 'client_secret',
    title: 'Application with a secret',
    credentials: z.strictObject({ ...application, client_secret: secretText('Client secret') }),
    tokenUrl: microsoftTokenUrl(given),
    clientAuth: 'post',
    scope: given.scope,
  });
}

/**
 * A person of the tenant authorizes the application. @see
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow
 */
export function microsoftUserAuth(given: Omit<MicrosoftOptions, 'scope'>): AuthMethod {
  return authorizationCodeAuth({
    title: 'Application that acts for a person',
    credentials: z.strictObject({
      ...application,
      client_secret: secretText('Client secret'),
      scope: plainText('Delegated permissions', 'With spaces between them.'),
    }),
    tokenUrl: microsoftTokenUrl(given),
    clientAuth: 'post',
    authorize: { url: toLoginUrl(given, 'authorize'), scopes: ['{scope}', 'offline_access'] },
  });
}

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/certificate-credentials */
export function microsoftCertificateAuth(given: MicrosoftOptions): AuthMethod {
  return privateKeyJwtAuth({
    id: 'client_certificate',
    title: 'Application with a certificate',
    credentials: z.strictObject({
      ...application,
      certificate: z.string().min(1).max(65_536).meta({ title: 'Certificate', help: 'PEM.' }),
      private_key: secretText('Private key of the certificate', 'PEM.'),
    }),
    tokenUrl: microsoftTokenUrl(given),
    scope: given.scope,
    assertion: {
      algorithm: 'PS256',
      key: '{private_key}',
      certificate: '{certificate}',
      header: {},
      claims: { iss: '{client_id}', sub: '{client_id}', aud: '{$token_url}' },
      lifetimeS: 300,
    },
  });
}
