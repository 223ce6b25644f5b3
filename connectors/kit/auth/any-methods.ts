import { z } from 'zod';
import { headerName } from '../http/header-fields.ts';
import { apiKeyAuth, type AuthMethod, basicAuth, bearerAuth, noAuth, plainText, secretText } from './methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth } from './token-methods.ts';

const webAddress = z
  .string()
  .max(2048)
  .regex(
    /^https?:\/\/[^\s@#?]+(?:\?[^\s#]*)?$/,
    'Must be an address with http or https, without user and fragment: https://login.example.com/oauth2/token.',
  );

const clientForm = z.strictObject({
  client_id: plainText('Client id'),
  client_secret: secretText('Client secret'),
  token_url: webAddress.meta({ title: 'Token address', example: 'https://login.example.com/oauth/token' }),
  scope: plainText('Scopes', 'With spaces between them.').optional(),
});

/** The auth methods of connectors for arbitrary systems: those that most systems offer. */
export function anyHttpAuth(): AuthMethod[] {
  return [
    noAuth(),
    bearerAuth(),
    basicAuth(),
    apiKeyAuth({
      in: 'header',
      title: 'API key in a header',
      name: '{header}',
      credentials: z.strictObject({
        api_key: secretText('API key'),
        header: headerName.default('X-API-Key').meta({ title: 'Name of the header' }),
      }),
    }),
    apiKeyAuth({
      id: 'api_key_query',
      in: 'query',
      title: 'API key in the query',
      name: '{query}',
      credentials: z.strictObject({ api_key: secretText('API key'), query: plainText('Name of the parameter') }),
    }),
    clientCredentialsAuth({ tokenUrl: '{token_url}', credentials: clientForm, scope: '{scope}' }),
    authorizationCodeAuth({
      tokenUrl: '{token_url}',
      credentials: clientForm.extend({
        authorize_url: webAddress.meta({
          title: 'Authorization address',
          example: 'https://login.example.com/oauth/authorize',
        }),
      }),
      authorize: { url: '{authorize_url}', scopes: ['{scope}'] },
    }),
  ];
}
