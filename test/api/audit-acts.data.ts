import { ownDefinition } from '../harness/flows/own-connector.ts';

/** What the log keeps of a change: both sides of what differs, or the one that there is. `none`: nothing is changed but made. */
export type Sides = 'before' | 'after' | 'both' | 'none';

/** One call of each route that changes something, in an order in which all of them can be done. */
export interface Act {
  operation: string;
  action: string;
  sides: Sides;
  /** `{connection}` stands for the id of what was made last of a kind. */
  body?: object;
  /** Of the path, besides `id`. */
  params?: Readonly<Record<string, string>>;
  headers?: Record<string, string>;
  /** Whose id the path has, where it is not what its first part names. */
  of?: string;
}

/** What must be found in no event. */
export const canary = 'CANARY-of-the-audit-log';

const database = {
  service_type: 'postgres',
  credentials: { user: 'hub', password: canary },
  config: { host: 'db.example', database: 'warehouse' },
};
const flow = {
  source: { connection_id: '{feed}', object: 'vulnerabilities' },
  target: { connection_id: '{connection}', object: 'kev', operation: 'upsert', match_on: ['cve_id'] },
  mapping: [{ to: 'cve_id', from: 'cveID', required: true }],
};
/** A vendor's events start it. */
const pushed = {
  ...flow,
  source: { connection_id: '{http}', object: '/people', key: ['id'] },
  triggers: [{ type: 'webhook' }, { type: 'event' }],
};
const issuer = {
  name: 'Issuer',
  issuer: 'https://login.example/tenant',
  audience: 'https://hub.example/{organization}',
  jwks_uri: 'https://login.example/keys',
  algorithms: ['RS256'],
  scope_rules: [{ claim: 'roles', value: 'reader', scopes: ['runs:read'] }],
};

export const acts: readonly Act[] = [
  {
    operation: 'createAccount',
    action: 'account.created',
    sides: 'after',
    body: { name: 'A', metadata: { password: canary } },
  },
  { operation: 'replaceAccountMembers', action: 'account.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'patchAccount', action: 'account.updated', sides: 'both', body: { metadata: { token: canary } } },
  { operation: 'deleteAccount', action: 'account.deleted', sides: 'before' },

  { operation: 'createApiKey', action: 'api_key.created', sides: 'after', body: { name: 'A', scopes: ['runs:read'] } },
  { operation: 'updateApiKey', action: 'api_key.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'rotateApiKey', action: 'api_key.rotated', sides: 'both', body: { overlap_seconds: 60 } },
  { operation: 'deleteApiKey', action: 'api_key.deleted', sides: 'before' },

  {
    operation: 'createInvitation',
    action: 'invitation.created',
    sides: 'after',
    body: { email: 'b@example.com', roles: [{ role: 'viewer' }] },
  },
  { operation: 'deleteInvitation', action: 'invitation.deleted', sides: 'before' },
  { operation: 'updateMember', action: 'member.updated', sides: 'both', body: { roles: [{ role: 'operator' }] } },
  {
    operation: 'createResetLink',
    action: 'member.reset_link_created',
    sides: 'after',
    body: { expires_in_hours: 1, second_factors: true },
  },
  { operation: 'endMemberSessions', action: 'member.sessions_ended', sides: 'none' },
  { operation: 'removeMember', action: 'member.removed', sides: 'before' },

  {
    operation: 'createConnector',
    action: 'connector.created',
    sides: 'after',
    body: { id: 'x_audited', definition: ownDefinition() },
  },
  {
    operation: 'replaceConnector',
    action: 'connector.updated',
    sides: 'both',
    body: { definition: ownDefinition({ name: 'Acme 2' }) },
  },
  {
    operation: 'activateConnectorVersion',
    action: 'connector.version_activated',
    sides: 'both',
    params: { version: '1' },
  },
  { operation: 'deleteConnector', action: 'connector.deleted', sides: 'before' },

  {
    operation: 'createLookupTable',
    action: 'lookup_table.created',
    sides: 'after',
    body: { name: 'A', entries: { a: 1 } },
  },
  { operation: 'replaceLookupTableMembers', action: 'lookup_table.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'patchLookupTable', action: 'lookup_table.updated', sides: 'both', body: { name: 'C' } },
  {
    operation: 'replaceLookupTableEntries',
    action: 'lookup_table.updated',
    sides: 'both',
    body: { entries: { a: 2, b: 3 } },
  },
  { operation: 'mergeLookupTableEntries', action: 'lookup_table.updated', sides: 'both', body: { entries: { c: 4 } } },
  { operation: 'deleteLookupTable', action: 'lookup_table.deleted', sides: 'before' },

  { operation: 'createCalendar', action: 'calendar.created', sides: 'after', body: { name: 'A' } },
  { operation: 'replaceCalendarMembers', action: 'calendar.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'patchCalendar', action: 'calendar.updated', sides: 'both', body: { timezone: 'Europe/Berlin' } },
  { operation: 'deleteCalendar', action: 'calendar.deleted', sides: 'before' },

  {
    operation: 'createOauthClient',
    action: 'oauth_client.created',
    sides: 'after',
    body: { name: 'A', scopes: ['runs:read'] },
  },
  { operation: 'replaceOauthClientMembers', action: 'oauth_client.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'patchOauthClient', action: 'oauth_client.updated', sides: 'both', body: { disabled: true } },
  { operation: 'rotateClientSecret', action: 'oauth_client.secret_rotated', sides: 'both' },
  { operation: 'deleteOauthClient', action: 'oauth_client.deleted', sides: 'before' },

  { operation: 'createTokenIssuer', action: 'token_issuer.created', sides: 'after', body: issuer },
  {
    operation: 'replaceTokenIssuerMembers',
    action: 'token_issuer.updated',
    sides: 'both',
    body: { audience: 'https://other.example/{organization}' },
  },
  { operation: 'patchTokenIssuer', action: 'token_issuer.updated', sides: 'both', body: { disabled: true } },
  { operation: 'deleteTokenIssuer', action: 'token_issuer.deleted', sides: 'before' },

  {
    operation: 'createGroup',
    action: 'group.created',
    sides: 'after',
    body: { name: 'A', roles: [{ role: 'viewer' }] },
  },
  { operation: 'updateGroup', action: 'group.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'deleteGroup', action: 'group.deleted', sides: 'before' },

  {
    operation: 'createSsoConnection',
    action: 'sso_connection.created',
    sides: 'after',
    body: { name: 'A', oidc: { issuer: 'https://login.example', client_id: 'hub', client_secret: canary } },
  },
  { operation: 'createSsoTest', action: 'sso_connection.test_started', sides: 'none' },
  { operation: 'addSsoDomain', action: 'sso_connection.domain_added', sides: 'none', body: { domain: 'corp.example' } },
  {
    operation: 'verifySsoDomain',
    action: 'sso_connection.domain_verified',
    sides: 'none',
    params: { domain: 'corp.example' },
  },
  {
    operation: 'updateSsoDomain',
    action: 'sso_connection.domain_enforced',
    sides: 'none',
    body: { enforced: true },
    params: { domain: 'corp.example' },
  },
  {
    operation: 'removeSsoDomain',
    action: 'sso_connection.domain_removed',
    sides: 'none',
    params: { domain: 'corp.example' },
  },
  {
    operation: 'updateSsoConnection',
    action: 'sso_connection.updated',
    sides: 'both',
    body: { name: 'B', oidc: { client_secret: canary } },
  },
  { operation: 'deleteSsoConnection', action: 'sso_connection.deleted', sides: 'before' },

  {
    operation: 'createWebhookEndpoint',
    action: 'webhook_endpoint.created',
    sides: 'after',
    body: { name: 'A', url: 'https://pager.example/hooks', events: ['connection.*'] },
  },
  {
    operation: 'replaceWebhookEndpointMembers',
    action: 'webhook_endpoint.updated',
    sides: 'both',
    body: { name: 'B' },
  },
  {
    operation: 'patchWebhookEndpoint',
    action: 'webhook_endpoint.updated',
    sides: 'both',
    body: { ordering: 'strict' },
  },

  {
    operation: 'updateOrganization',
    action: 'organization.updated',
    sides: 'both',
    body: { name: 'Renamed', logo: 'data:image/png;base64,iVBORw0KGgo=' },
  },
  {
    operation: 'updateSignInPolicy',
    action: 'organization.sign_in_policy_updated',
    sides: 'both',
    body: { second_factor: 'required' },
  },
  {
    operation: 'createConnectionLink',
    action: 'connection_link.created',
    sides: 'after',
    body: { account_id: '{customer}', service_types: ['postgres'] },
  },
  { operation: 'deleteConnectionLink', action: 'connection_link.deleted', sides: 'before' },
  { operation: 'testWebhookEndpoint', action: 'webhook_endpoint.tested', sides: 'none' },
  { operation: 'createConnection', action: 'connection.created', sides: 'after', body: { name: 'A', ...database } },
  { operation: 'replaceConnectionMembers', action: 'connection.updated', sides: 'both', body: { name: 'B' } },
  { operation: 'patchConnection', action: 'connection.updated', sides: 'both', body: { status: 'disabled' } },
  { operation: 'patchConnection', action: 'connection.updated', sides: 'both', body: { status: 'active' } },
  {
    operation: 'replaceCredentials',
    action: 'connection.credentials_replaced',
    sides: 'both',
    body: { credentials: { user: 'other', password: canary } },
  },
  { operation: 'rollBackCredentials', action: 'connection.credentials_rolled_back', sides: 'both' },
  {
    operation: 'runOperation',
    action: 'operation.created',
    sides: 'after',
    params: { object: 'kev', operation: 'upsert' },
    headers: { 'idempotency-key': 'audit' },
    body: { input: { cve_id: canary }, match_on: ['cve_id'], wait: 0 },
  },

  { operation: 'redeliver', action: 'webhook_endpoint.redelivered', sides: 'both', params: { event_id: '{event}' } },
  { operation: 'redeliverRange', action: 'webhook_endpoint.redelivered', sides: 'both', body: { status: 'delivered' } },
  { operation: 'rotateWebhookSecret', action: 'webhook_endpoint.secret_rotated', sides: 'both' },
  { operation: 'deleteWebhookEndpoint', action: 'webhook_endpoint.deleted', sides: 'before' },

  { operation: 'createIntegration', action: 'integration.created', sides: 'after', body: { name: 'A', ...flow } },
  { operation: 'replaceIntegrationMembers', action: 'integration.updated', sides: 'both', body: { name: 'B' } },
  {
    operation: 'patchIntegration',
    action: 'integration.updated',
    sides: 'both',
    body: { mapping: [{ to: 'cve_id', from: 'cveID' }] },
  },
  { operation: 'activateIntegration', action: 'integration.activated', sides: 'both' },
  {
    operation: 'activateIntegrationRevision',
    action: 'integration.activated',
    sides: 'both',
    params: { revision: '1' },
  },
  { operation: 'deactivateIntegration', action: 'integration.deactivated', sides: 'both' },
  { operation: 'executeIntegration', action: 'integration.executed', sides: 'none' },
  { operation: 'cancelRun', action: 'run.canceled', sides: 'both' },
  { operation: 'approve', action: 'approval.approved', sides: 'none', of: 'first' },
  { operation: 'reject', action: 'approval.rejected', sides: 'none', of: 'second' },
  {
    operation: 'decideApprovals',
    action: 'approval.rejected',
    sides: 'none',
    body: { decision: 'reject', ids: ['{third}'] },
  },
  { operation: 'cancelItem', action: 'item.canceled', sides: 'before' },
  { operation: 'cancelRunItems', action: 'run.items_canceled', sides: 'none', body: {}, of: 'canceled' },
  { operation: 'retryRun', action: 'run.retried', sides: 'none', body: { mode: 'restart' } },
  {
    operation: 'retryFailedRecords',
    action: 'run.records_retried',
    sides: 'none',
    body: { all: true },
    of: 'canceled',
  },
  {
    operation: 'dismissFailedRecords',
    action: 'run.records_dismissed',
    sides: 'none',
    body: { all: true },
    of: 'canceled',
  },
  { operation: 'skipStep', action: 'item.step_skipped', sides: 'none', body: {}, of: 'waiting' },
  { operation: 'moveItem', action: 'item.moved', sides: 'none', body: { step: 'ok' }, of: 'waiting' },
  { operation: 'retryItem', action: 'item.retried', sides: 'none', body: {}, of: 'failing' },
  { operation: 'retryRunItems', action: 'run.items_retried', sides: 'none', body: {}, of: 'run' },
  { operation: 'deleteIntegration', action: 'integration.deleted', sides: 'before' },

  {
    operation: 'createIntegration',
    action: 'integration.created',
    sides: 'after',
    body: { name: 'Pushed', ...pushed },
  },
  { operation: 'sendEvents', action: 'integration.events_sent', sides: 'none', body: { events: [{ id: 'e1' }] } },
  {
    operation: 'replaceHookCredentials',
    action: 'workflow.hook_credentials_replaced',
    sides: 'both',
    body: { credentials: { secret: `whsec_${Buffer.from(canary).toString('base64')}` } },
  },
  { operation: 'pauseWorkflow', action: 'workflow.paused', sides: 'both' },
  { operation: 'resumeWorkflow', action: 'workflow.resumed', sides: 'both' },
  { operation: 'deleteIntegration', action: 'integration.deleted', sides: 'before' },
  { operation: 'deleteConnection', action: 'connection.deleted', sides: 'before' },
];

/** Routes that are no GET and leave nothing in the log. */
export const unlogged: Readonly<Record<string, string>> = {
  refreshSsoMetadata: 'Without a provider nothing is read. What is taken or refused is logged: test/api/sso-metadata.',
  rotateSsoEncryptionKey: 'Of SAML only; it is logged: test/api/sso-encryption.',
  removeSsoEncryptionKey: 'Of SAML only; it is logged: test/api/sso-encryption.',
  authorizeConnection: 'Nothing is changed until the other side sends the browser back, which is logged then.',
};
