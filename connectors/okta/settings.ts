import type { HttpObject } from '../kit/object-types.ts';
import { idempotent, keeping, type Kept, writesAt } from '../kit/rest-writes.ts';
import { activationsOf, listOf, objectOf, of } from './protocol.ts';
import * as schemas from './schema.ts';

/** What administrators set up: policies, zones, hooks, servers, brands. Page sizes are the vendor's maxima. */

/**
 * Updates replace the whole record: the named members stay as they are where a change does not give them. None is named
 * where a record is read without its secrets, which a change would take away: it has to give everything.
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/
 */
const writesOf = (path: string, keeps?: Kept) =>
  writesAt({ path, method: 'PUT', ...(keeps === undefined ? {} : { keeps }) });

/** Of policies and their rules. */
const policyMembers = ['type', 'name', 'description', 'priority', 'status', 'system', 'conditions'];

/** Policies of one type: the list has to name it. */
const policiesOf = (title: string, type: string) =>
  listOf({ title, path: '/policies', docs: 'Policy', schema: schemas.Policy, query: { type }, pageSize: 20 });

const ofPolicies = of('/policies', 20, 'policy_id', { type: 'OKTA_SIGN_ON' });
const ofServers = of('/authorizationServers', 200, 'authorization_server_id');
const server = '/authorizationServers/{authorization_server_id}';
const emails = '/brands/{brand_id}/templates/email/{template_name}/customizations';

const policies: Readonly<Record<string, HttpObject>> = {
  policies: objectOf(
    { title: 'Policies of all types', docs: 'Policy', key: 'id' },
    writesOf('/policies', [...policyMembers, 'settings']),
  ),
  policy_activations: activationsOf('Activation of policies', '/policies', 'Policy'),
  policy_rules: objectOf(
    { title: 'Rules of policies of all types', docs: 'Policy', key: ['policy_id', 'id'] },
    writesOf('/policies/{policy_id}/rules', [...policyMembers, 'actions']),
  ),
  policy_rule_activations: activationsOf('Activation of rules of policies', '/policies/{policy_id}/rules', 'Policy', [
    'policy_id',
    'id',
  ]),
  sign_on_policies: listOf({
    title: 'Sign-on policies',
    path: '/policies',
    docs: 'Policy',
    schema: schemas.Setting,
    query: { type: 'OKTA_SIGN_ON' },
    pageSize: 20,
  }),
  password_policies: policiesOf('Password policies', 'PASSWORD'),
  authenticator_policies: policiesOf('Authenticator enrollment policies', 'MFA_ENROLL'),
  application_policies: policiesOf('Sign-in policies of applications', 'ACCESS_POLICY'),
  enrollment_policies: policiesOf('User profile policies', 'PROFILE_ENROLLMENT'),
  routing_policies: policiesOf('Policies of identity provider routing', 'IDP_DISCOVERY'),
  sign_on_policy_rules: listOf({
    title: 'Sign-on policy rules',
    path: '/policies/{parent.id}/rules',
    docs: 'Policy',
    schema: schemas.PolicyRule,
    ...ofPolicies,
  }),
};

const servers: Readonly<Record<string, HttpObject>> = {
  authorization_servers: listOf(
    {
      title: 'Authorization servers',
      path: '/authorizationServers',
      docs: 'AuthorizationServer',
      schema: schemas.AuthorizationServer,
      pageSize: 200,
    },
    writesOf('/authorizationServers', [
      'name',
      'description',
      'audiences',
      'issuer',
      'issuerMode',
      'credentials',
      'status',
      'accessTokenEncryptedResponseAlgorithm',
      'jwks',
      'jwks_uri',
    ]),
  ),
  authorization_server_policies: listOf(
    {
      title: 'Policies of authorization servers',
      path: '/authorizationServers/{parent.id}/policies',
      docs: 'AuthorizationServerPolicies',
      schema: schemas.ServerPolicy,
      ...ofServers,
    },
    writesOf(`${server}/policies`, policyMembers),
  ),
  authorization_server_rules: objectOf(
    {
      title: 'Rules of policies of authorization servers',
      docs: 'AuthorizationServerRules',
      key: ['authorization_server_id', 'policy_id', 'id'],
    },
    writesOf(`${server}/policies/{policy_id}/rules`, [...policyMembers, 'actions']),
  ),
  authorization_server_claims: listOf(
    {
      title: 'Claims of authorization servers',
      path: '/authorizationServers/{parent.id}/claims',
      docs: 'AuthorizationServerClaims',
      schema: schemas.Claim,
      ...ofServers,
    },
    writesOf(`${server}/claims`, [
      'name',
      'status',
      'claimType',
      'valueType',
      'value',
      'group_filter_type',
      'alwaysIncludeInToken',
      'conditions',
      'system',
    ]),
  ),
  authorization_server_scopes: listOf(
    {
      title: 'Scopes of authorization servers',
      path: '/authorizationServers/{parent.id}/scopes',
      docs: 'AuthorizationServerScopes',
      schema: schemas.Scope,
      ...ofServers,
      pageSize: 200,
    },
    writesOf(`${server}/scopes`, [
      'name',
      'displayName',
      'description',
      'consent',
      'default',
      'metadataPublish',
      'optional',
      'system',
    ]),
  ),
};

const brands: Readonly<Record<string, HttpObject>> = {
  brands: listOf(
    { title: 'Brands', path: '/brands', docs: 'Brands', schema: schemas.Brand, pageSize: 200 },
    writesOf('/brands', [
      'name',
      'agreeToCustomPrivacyPolicy',
      'customPrivacyPolicyUrl',
      'defaultApp',
      'emailDomainId',
      'locale',
      'removePoweredByOkta',
    ]),
  ),
  email_customizations: objectOf(
    { title: 'E-mails of brands', docs: 'CustomTemplates', key: ['brand_id', 'template_name', 'id'] },
    writesOf(emails, ['language', 'isDefault', 'subject', 'body']),
  ),
  sign_in_pages: objectOf(
    { title: 'Sign-in pages of brands', docs: 'CustomPages', key: 'brand_id' },
    {
      upsert: idempotent(
        'PUT /brands/{brand_id}/pages/sign-in/customized',
        keeping('/brands/{brand_id}/pages/sign-in/customized', [
          'pageContent',
          'contentSecurityPolicySetting',
          'widgetCustomizations',
          'widgetVersion',
        ]),
      ),
      delete: idempotent('DELETE /brands/{brand_id}/pages/sign-in/customized'),
    },
  ),
  custom_domains: listOf(
    {
      title: 'Custom domains',
      path: '/domains',
      docs: 'CustomDomain',
      schema: schemas.Domain,
      recordsPath: 'domains',
    },
    writesOf('/domains'),
  ),
};

const schemasOfProfiles: Readonly<Record<string, HttpObject>> = {
  user_schemas: objectOf(
    { title: 'Profile schemas of users', docs: 'Schema', key: 'schema_id' },
    { update: idempotent('POST /meta/schemas/user/{schema_id}') },
  ),
  application_schemas: objectOf(
    { title: 'Profile schemas of application users', docs: 'Schema', key: 'application_id' },
    { update: idempotent('POST /meta/schemas/apps/{application_id}/default') },
  ),
  linked_objects: listOf(
    {
      title: 'Linked object definitions',
      path: '/meta/schemas/user/linkedObjects',
      docs: 'LinkedObject',
      schema: schemas.LinkedObject,
      key: 'primary.name',
      find: false,
    },
    {
      delete: idempotent('DELETE /meta/schemas/user/linkedObjects/{primary.name}', { body: 'none' }),
    },
  ),
  ui_schemas: listOf(
    { title: 'Schemas of forms', path: '/meta/uischemas', docs: 'UISchema', schema: schemas.UiSchema },
    writesOf('/meta/uischemas'),
  ),
};

const hooks: Readonly<Record<string, HttpObject>> = {
  event_hooks: listOf(
    { title: 'Event hooks', path: '/eventHooks', docs: 'EventHook', schema: schemas.EventHook },
    writesOf('/eventHooks'),
  ),
  event_hook_activations: activationsOf('Activation of event hooks', '/eventHooks', 'EventHook'),
  inline_hooks: listOf(
    { title: 'Inline hooks', path: '/inlineHooks', docs: 'InlineHook', schema: schemas.Setting },
    writesOf('/inlineHooks'),
  ),
  inline_hook_activations: activationsOf('Activation of inline hooks', '/inlineHooks', 'InlineHook'),
  log_streams: listOf(
    { title: 'Log streams', path: '/logStreams', docs: 'LogStream', schema: schemas.Setting, pageSize: 200 },
    writesOf('/logStreams'),
  ),
  log_stream_activations: activationsOf('Activation of log streams', '/logStreams', 'LogStream'),
};

const security: Readonly<Record<string, HttpObject>> = {
  network_zones: listOf(
    { title: 'Network zones', path: '/zones', docs: 'NetworkZone', schema: schemas.Setting, pageSize: 200 },
    writesOf('/zones', [
      'type',
      'name',
      'status',
      'usage',
      'gateways',
      'proxies',
      'asns',
      'locations',
      'proxyType',
      'ipServiceCategories',
    ]),
  ),
  network_zone_activations: activationsOf('Activation of network zones', '/zones', 'NetworkZone'),
  identity_providers: listOf(
    {
      title: 'Identity providers',
      path: '/idps',
      docs: 'IdentityProvider',
      schema: schemas.Setting,
      pageSize: 200,
    },
    writesOf('/idps'),
  ),
  identity_provider_activations: activationsOf('Activation of identity providers', '/idps', 'IdentityProvider'),
  identity_provider_keys: listOf(
    {
      title: 'Keys of identity providers',
      path: '/idps/credentials/keys',
      docs: 'IdentityProviderKeys',
      schema: schemas.IdpKey,
      key: 'kid',
      pageSize: 200,
    },
    writesAt({ path: '/idps/credentials/keys', id: 'kid', only: ['create', 'delete'] }),
  ),
  trusted_origins: listOf(
    {
      title: 'Trusted origins',
      path: '/trustedOrigins',
      docs: 'TrustedOrigin',
      schema: schemas.TrustedOrigin,
      pageSize: 200,
    },
    writesOf('/trustedOrigins', ['name', 'origin', 'scopes', 'status']),
  ),
  authenticators: listOf({
    title: 'Authenticators',
    path: '/authenticators',
    docs: 'Authenticator',
    schema: schemas.Authenticator,
  }),
  authenticator_activations: activationsOf('Activation of authenticators', '/authenticators', 'Authenticator'),
  behaviors: listOf(
    { title: 'Behavior rules', path: '/behaviors', docs: 'Behavior', schema: schemas.Setting },
    writesOf('/behaviors', ['name', 'type', 'status', 'settings']),
  ),
  captchas: listOf(
    { title: 'CAPTCHAs', path: '/captchas', docs: 'CAPTCHA', schema: schemas.Captcha },
    writesOf('/captchas'),
  ),
  device_assurances: listOf(
    {
      title: 'Device assurance policies',
      path: '/device-assurances',
      docs: 'DeviceAssurance',
      schema: schemas.DeviceAssurance,
    },
    writesOf('/device-assurances'),
  ),
  features: listOf({ title: 'Features', path: '/features', docs: 'Feature', schema: schemas.Feature }),
  realms: listOf(
    { title: 'Realms', path: '/realms', docs: 'Realm', schema: schemas.Realm, pageSize: 200 },
    writesOf('/realms', { keepsRest: ['profile'], keepsWithin: ['profile'] }),
  ),
  roles: listOf(
    {
      title: 'Custom roles',
      path: '/iam/roles',
      docs: 'RoleECustom',
      schema: schemas.Role,
      recordsPath: 'roles',
      paginate: { kind: 'next_url', path: '_links.next.href' },
    },
    writesOf('/iam/roles', ['label', 'description']),
  ),
  resource_sets: listOf(
    {
      title: 'Resource sets',
      path: '/iam/resource-sets',
      docs: 'RoleCResourceSet',
      schema: schemas.Role,
      recordsPath: '["resource-sets"]',
      paginate: { kind: 'next_url', path: '_links.next.href' },
    },
    writesOf('/iam/resource-sets', ['label', 'description']),
  ),
  sessions: objectOf(
    { title: 'Sessions: deleting one signs its user out', docs: 'Session', key: 'id' },
    { delete: idempotent('DELETE /sessions/{id}', { body: 'none', effect: 'reversible' }) },
  ),
};

export const settings: Readonly<Record<string, HttpObject>> = {
  ...policies,
  ...servers,
  ...brands,
  ...schemasOfProfiles,
  ...hooks,
  ...security,
};
