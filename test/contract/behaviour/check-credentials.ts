import type { AuthApplication, AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import { parseTemplate, renderPlain } from '../../../connectors/kit/template.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { JudgedRequest } from '../check-request.ts';

/** True when a request carries the credentials as its way to sign in says. */
export function carriesCredentials({ apply }: AuthMethod, credentials: JsonObject, request: JudgedRequest): boolean {
  const fill = (template: string): string => renderPlain(parseTemplate(template), (name) => credentials[name]);
  const { authorization } = request.headers;
  switch (apply.kind) {
    case 'none':
    case 'database_password':
      return true;
    case 'api_key': {
      const name = fill(apply.name);
      const sent = apply.in === 'header' ? request.headers[name.toLowerCase()] : request.url.searchParams.get(name);
      return sent === fill(apply.value);
    }
    case 'basic': {
      const pair = `${fill(apply.username)}:${fill(apply.password)}`;
      return authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    case 'bearer':
      return authorization === `${apply.scheme} ${fill(apply.token)}`;
    case 'sigv4':
      return authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
  }
}

/** True where refused credentials can be renewed without a person, and the call is then sent once more. */
export function isRenewable({ kind }: AuthApplication): boolean {
  switch (kind) {
    case 'none':
    case 'api_key':
    case 'basic':
    case 'bearer':
    case 'sigv4':
    case 'database_password':
      return false;
  }
}

/** Query parameters that hold credentials. */
export function listCredentialNames(methods: readonly AuthMethod[]): string[] {
  return methods.flatMap(({ apply }) => (apply.kind === 'api_key' && apply.in === 'query' ? [apply.name] : []));
}
