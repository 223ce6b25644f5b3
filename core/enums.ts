/** Closed lists that feed both the tables (Drizzle) and the shapes of the API (zod). */
import { runStatuses } from './pure/run-status.ts';

export { runStatuses };

export const accountStatuses = ['active', 'inactive', 'pending'] as const;
export const connectionStatuses = ['active', 'error', 'expired', 'disabled'] as const;
export const integrationStatuses = ['draft', 'inactive', 'active'] as const;
export const workflowTypes = ['scheduled', 'event', 'webhook', 'after', 'manual'] as const;
export const workflowStatuses = ['active', 'paused', 'inactive'] as const;
export const concurrencyModes = ['queue', 'skip', 'replace'] as const;
export const runTriggers = ['manual', 'schedule', 'event', 'webhook', 'after', 'call', 'retry'] as const;
/** Outcomes of a run that start runs of other integrations. */
export const followedOutcomes = ['succeeded', 'partially_succeeded', 'failed'] as const;
/** How an integration names another one. `after`: runs of the other start its own; `call` and `sync`: steps of its own start the other. */
export const linkKinds = ['after', 'call', 'sync', 'event'] as const;
/** What steps of a flow ask of other integrations: to carry an input, or to run. */
export const callKinds = ['call', 'sync'] as const;
export const callStatuses = ['asked', 'started', 'ended'] as const;
/**
 * How a call ended: as its item did, or its run; `started`: nobody waits for more. `refused`: there was no run; `left`: a run
 * ended that left the item behind.
 */
export const callOutcomes = [
  'succeeded',
  'skipped',
  'partially_succeeded',
  'failed',
  'canceled',
  'interrupted',
  'started',
  'refused',
  'left',
] as const;
/** What may close a gate before steps of a run. */
export const gateKinds = ['window', 'connection'] as const;
/** Why a connection closes one: its system does not answer, refuses its credentials, or it is disabled. */
export const gateReasons = ['unavailable', 'refused', 'disabled'] as const;
/** What became of a time that a schedule asked for. */
export const tickStatuses = ['ran', 'skipped', 'missed', 'paused'] as const;
/** Where an item of a flow stands: on its way, at a wait, behind another item of its record, or at its end. */
export const itemStatuses = [
  'proposed',
  'ready',
  'parked',
  'held',
  'succeeded',
  'skipped',
  'failed',
  'canceled',
  'interrupted',
] as const;
/** Which changes of a record go through a flow that came while an earlier one did: the newest, or all of them. */
export const sameKeyModes = ['latest', 'all'] as const;
/** What items wait for. */
export const waitKinds = ['time', 'approval', 'callback', 'event', 'check', 'batch', 'retry', ...callKinds] as const;
/** What became of a wait: `expired` is the time that ran out, for which a wait of `time` is there; `withdrawn`: a newer item of the record ends this one. */
export const waitStatuses = [
  'open',
  'expired',
  'approved',
  'rejected',
  'answered',
  'met',
  'canceled',
  'withdrawn',
] as const;
/** What happened to the record that an item is about. */
export const itemChanges = ['created', 'updated', 'deleted'] as const;
/** What became of an item at a step. */
export const itemStepOutcomes = ['passed', 'skipped', 'failed', 'interrupted'] as const;
/** What a caller may ask a connection to write, and what became of it. `unknown`: the answer was lost, and nobody can be asked. */
export const writeOperations = ['create', 'update', 'upsert', 'delete'] as const;
/** Operations that connectors give a name of its own, for what changing a record by its fields does not say. */
export const namedOperations = [
  'acknowledge',
  'activate',
  'archive',
  'assign',
  'close',
  'comment',
  'deactivate',
  'expire_password',
  'invite',
  'note',
  'reopen',
  'reset_factors',
  'reset_password',
  'resolve',
  'revoke_sessions',
  'suspend',
  'transition',
  'unlock',
  'unsuspend',
] as const;
export const operationStatuses = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const;
export const operationOutcomes = ['created', 'updated', 'unchanged', 'written', 'deleted'] as const;
/** Why it started no run that does anything. */
export const tickReasons = [
  'run_in_progress',
  'in_calendar',
  'too_many_waiting',
  'too_late',
  'later_one_ran',
  'schedule_changed',
  'workflow_paused',
  'integration_inactive',
  'account_inactive',
  'connection_unusable',
] as const;
/** Why a run removes nothing of what vanished from its source; the last two: why it makes no items of what changed there. */
export const withheldReasons = [
  'unidentified_records',
  'all_missing',
  'above_guard',
  'too_many_items',
  'too_many_changes',
] as const;
export const apiKeyModes = ['live', 'test'] as const;
export const apiKeyStatuses = ['active', 'disabled', 'expired'] as const;
export const credentialKinds = ['api_key', 'oauth_client', 'external', 'session'] as const;

/** What people may do in an organization. @see services/access/people/roles.data.ts for the scopes of each */
export const roles = ['viewer', 'operator', 'approver', 'builder', 'admin', 'auditor', 'owner'] as const;
export const membershipStatuses = ['active', 'suspended'] as const;
/** How a person showed who they are. */
export const signInMethods = ['password', 'totp', 'recovery_code', 'invitation', 'passkey', 'oidc', 'saml'] as const;
/** Whether an organization asks its members for a second factor. */
export const secondFactorPolicies = ['optional', 'required'] as const;
/** What lets in a person whose organization asks for a second factor: set one up, or show the one that there is. */
export const secondFactorNeeds = ['set_up', 'confirm'] as const;
/** Where a link for a new password comes from: the person asked by mail, a member or key of the organization, or the operator. */
export const resetIssuers = ['mail', 'member', 'operator'] as const;
export const ssoKinds = ['oidc', 'saml'] as const;
/** Who may become a member by single sign-on: everybody of a verified domain, or only who was invited or came by SCIM. */
export const ssoProvisionings = ['jit', 'invited'] as const;
/** Who decides about the members of a group: people of the organization, or its identity provider. */
export const groupSources = ['manual', 'scim'] as const;
/** What can fail when a sign-in is tested. @see core/messages/sso-checks.ts for what to change */
export const ssoChecks = [
  'provider',
  'credentials',
  'denied',
  'request',
  'document',
  'assertion',
  'encryption',
  'content_encryption',
  'key_encryption',
  'algorithm',
  'signature',
  'issuer',
  'destination',
  'recipient',
  'audience',
  'time',
  'contents',
  'email',
  'domain',
  'invitation',
  'membership',
  'role',
] as const;
/** Why the metadata of a provider was not taken. */
export const metadataProblems = [
  'unreachable',
  'invalid',
  'entity_id_changed',
  'certificate_added',
  'certificates_replaced',
] as const;
/** How near the end of a certificate is, in days. */
export const certificateEnds = ['later', 'in_30_days', 'in_7_days', 'in_1_day', 'ended'] as const;
/** Which parts of a SAML answer must be signed. */
export const samlSignatures = ['assertion', 'response', 'either', 'both'] as const;
export const secondFactorKinds = ['totp'] as const;

/** @see https://www.rfc-editor.org/rfc/rfc8414#section-2 `token_endpoint_auth_methods_supported` */
export const oauthAuthMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/**
 * Signatures that we accept of others: of clients that sign assertions, and of external issuers.
 *
 * @see docs/access.md#access-tokens
 */
export const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** `generic` holds the protocols: HTTP, SQL, object storage. */
export const connectorCategories = ['cloud', 'hr', 'identity', 'security', 'network', 'itsm', 'generic'] as const;

/** What people are told of approvals that wait for them: of those of a step of a run, in one message. */
export const approvalCauses = ['approval_requested', 'approval_reminder', 'approval_escalated'] as const;
/** What people are notified of. One message for an integration or connection and cause, however often it happens. */
export const notificationCauses = [
  'failed',
  'partially_succeeded',
  'withheld',
  'waiting_too_long',
  'connection_broken',
  'recovered',
  ...approvalCauses,
  'test',
] as const;

/** Types of events that webhook endpoints can receive. Triggers make the events, under these names (migration `event_rules`). */
export const eventTypes = [
  ...runStatuses.map((status) => `run.${status}` as const),
  'record.dead_lettered',
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  'approval.expired',
  'approval.withdrawn',
  'item.interrupted',
  'connection.created',
  'connection.updated',
  'connection.deleted',
  ...connectionStatuses.map((status) => `connection.${status}` as const),
  'integration.created',
  'integration.updated',
  'integration.activated',
  'integration.deactivated',
  'integration.deleted',
  'webhook_endpoint.disabled',
  ...notificationCauses.map((cause) => `notification.${cause}` as const),
] as const;

/** Whole groups of events, those of later versions included. */
export const eventGroups = [
  'run.*',
  'record.*',
  'approval.*',
  'item.*',
  'connection.*',
  'integration.*',
  'webhook_endpoint.*',
  'notification.*',
  '*',
] as const;

/** `standard`: Standard Webhooks, signed. The others are read by people: they take notifications only. */
export const webhookFormats = ['standard', 'slack', 'teams', 'email'] as const;
/** `strict`: an event waits until the one before it was taken, or given up. */
export const webhookOrderings = ['none', 'strict'] as const;
export const webhookDisabledReasons = ['manual', 'gone', 'failing'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

export type AccountStatus = (typeof accountStatuses)[number];
export type ConnectionStatus = (typeof connectionStatuses)[number];
export type IntegrationStatus = (typeof integrationStatuses)[number];
export type WorkflowType = (typeof workflowTypes)[number];
export type WorkflowStatus = (typeof workflowStatuses)[number];
export type WaitKind = (typeof waitKinds)[number];
export type WaitStatus = (typeof waitStatuses)[number];
export type ItemStatus = (typeof itemStatuses)[number];
export type OperationStatus = (typeof operationStatuses)[number];
export type OperationOutcome = (typeof operationOutcomes)[number];
export type TickStatus = (typeof tickStatuses)[number];
export type TickReason = (typeof tickReasons)[number];
export type ConcurrencyMode = (typeof concurrencyModes)[number];
export type ApiKeyMode = (typeof apiKeyModes)[number];
export type Role = (typeof roles)[number];
export type MembershipStatus = (typeof membershipStatuses)[number];
export type GroupSource = (typeof groupSources)[number];
export type SsoKind = (typeof ssoKinds)[number];
export type MetadataProblem = (typeof metadataProblems)[number];
export type CertificateEnd = (typeof certificateEnds)[number];
export type SsoCheck = (typeof ssoChecks)[number];
export type SsoProvisioning = (typeof ssoProvisionings)[number];
export type SamlSignature = (typeof samlSignatures)[number];
export type SecondFactorNeed = (typeof secondFactorNeeds)[number];
export type SignInMethod = (typeof signInMethods)[number];
export type CredentialKind = (typeof credentialKinds)[number];
export type WithheldReason = (typeof withheldReasons)[number];
export type GateKind = (typeof gateKinds)[number];
export type GateReason = (typeof gateReasons)[number];
export type CallKind = (typeof callKinds)[number];
export type CallOutcome = (typeof callOutcomes)[number];
export type LinkKind = (typeof linkKinds)[number];
export type FollowedOutcome = (typeof followedOutcomes)[number];
export type RunTrigger = (typeof runTriggers)[number];
export type OauthAuthMethod = (typeof oauthAuthMethods)[number];
export type ConnectorCategory = (typeof connectorCategories)[number];
export type EventType = (typeof eventTypes)[number];
export type WebhookFormat = (typeof webhookFormats)[number];
export type ApprovalCause = (typeof approvalCauses)[number];
export type NotificationCause = (typeof notificationCauses)[number];
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];
