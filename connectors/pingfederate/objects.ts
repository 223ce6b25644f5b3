import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, keeping } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: () => 'https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_admin_api.html',
  records: { recordsPath: 'items' },
});

/** Lists that can be long have pages. */
const paginate = { kind: 'page', parameter: 'page', sizeParameter: 'numberPerPage', pageSize: 100 } as const;

/**
 * Records go by an id that their creator chooses. A change replaces the record: what it does not give is sent as it was
 * read, with secrets in the encrypted form that the system takes back. What is read only, it ignores.
 *
 * @see https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_admin_api.html
 */
function configured(
  title: string,
  path: string,
  schema: z.ZodType,
  { key = 'id', ...more }: Partial<Omit<ListedObject, 'key'>> & { key?: string } = {},
): HttpObject {
  return listOf(
    { title, path, schema, key, find: true, ...more },
    {
      create: findOrCreate(`POST ${path}`, {
        find: { path: `${path}/{${key}}`, recordsPath: '$', idPath: key, ignoresCase: 'undocumented' },
        targetIdPath: key,
      }),
      update: idempotent(`PUT ${path}/{${key}}`, { keepsKey: [key], ...keeping(`${path}/{${key}}`, true) }),
      delete: idempotent(`DELETE ${path}/{${key}}`),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  oauth_clients: configured('OAuth clients', '/oauth/clients', schemas.OauthClient, { key: 'clientId', paginate }),
  sp_connections: configured('Connections to service providers', '/idp/spConnections', schemas.Connection, {
    paginate,
  }),
  idp_connections: configured('Connections to identity providers', '/sp/idpConnections', schemas.Connection, {
    paginate,
  }),
  idp_adapters: configured('Adapters of identity providers', '/idp/adapters', schemas.Plugin, { paginate }),
  sp_adapters: configured('Adapters of service providers', '/sp/adapters', schemas.Plugin, { paginate }),
  access_token_managers: configured('Access token managers', '/oauth/accessTokenManagers', schemas.Plugin),
  oidc_policies: configured('OpenID Connect policies', '/oauth/openIdConnect/policies', schemas.OidcPolicy),
  scopes: configured('Common scopes', '/oauth/authServerSettings/scopes/commonScopes', schemas.Scope, {
    key: 'name',
    paginate: { ...paginate },
  }),
  virtual_issuers: configured('Virtual issuers', '/oauth/issuers', schemas.Issuer),
  policy_contracts: configured(
    'Authentication policy contracts',
    '/authenticationPolicyContracts',
    schemas.PolicyContract,
    { paginate },
  ),
  authentication_applications: configured(
    'Applications of the authentication API',
    '/authenticationApi/applications',
    schemas.Application,
  ),
  password_validators: configured('Password credential validators', '/passwordCredentialValidators', schemas.Plugin),
  data_stores: listOf(
    { title: 'Data stores', path: '/dataStores', schema: schemas.DataStore, find: true },
    { delete: idempotent('DELETE /dataStores/{id}') },
  ),
  signing_key_pairs: listOf({
    title: 'Signing key pairs',
    path: '/keyPairs/signing',
    schema: schemas.Certificate,
    find: true,
  }),
  trusted_authorities: listOf({
    title: 'Trusted certificate authorities',
    path: '/certificates/ca',
    schema: schemas.Certificate,
    find: true,
  }),
  administrators: configured('Administrative accounts', '/administrativeAccounts', schemas.Administrator, {
    key: 'username',
  }),
};
