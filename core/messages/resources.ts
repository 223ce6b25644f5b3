/** Messages about stored resources other than integrations and runs. */
export const resourceMessages = {
  // Any resource
  versionMissing: 'Send If-Match with the ETag of the version that you change.',
  nameTaken: 'Something of this name is there already. Change that one, or choose another name.',
  versionOutdated: 'The resource has changed since. Read it again, then repeat the change.',
  idempotencyKeyReused: 'This Idempotency-Key was already used with a different request.',
  idempotencyInProgress: 'A request with this Idempotency-Key is still in progress. Try again later.',
  databaseUnavailable: 'The database is not available. Try again later.',
  pageTooDeep: 'The page is too deep.',
  pageTooDeepContinue: ({ rowsMax, after }: { rowsMax: number; after: string }) =>
    `Page numbers reach the first ${rowsMax} records of a list. Continue with after=${after}, the id of the last record that you have.`,
  cursorInvalid: 'The list cannot be continued from there.',
  cursorGone: 'The record with this id is gone. Start again, or list by creation time.',

  // Accounts and connections
  accountUnknown: 'The account does not exist.',
  accountIdUnknown: 'There is no account with this id.',
  accountInUse: 'Integrations or connections belong to this account. Move or delete them first.',
  accountNotPendingAgain: 'An account that was active or inactive cannot become pending again.',
  accountInactive: ({ name }: { name: string }) =>
    `The account "${name}" of this integration is inactive. Set its status to active first.`,
  connectorUnknown: 'There is no connector for this service_type.',
  connectorIdUnknown: 'This is not the id of a connector. GET /connectors lists them all.',
  connectorRemoved: ({ serviceType }: { serviceType: string }) =>
    `This version of the hub has no connector ${serviceType}.`,
  connectionInvalid: ({ connector }: { connector: string }) => `The connection to ${connector} is not valid.`,
  connectionTestFailed: 'The connection does not work, so it was not created.',
  connectionDisabled: ({ name }: { name: string }) => `The connection "${name}" is disabled. Enable it first.`,
  connectionInUse: 'Integrations use this connection. Change or delete them first.',
  integrationInUse: 'Other integrations call this one, or start after it. Change or delete them first.',
  connectionMemberFixed: 'This cannot be changed here.',
  credentialsElsewhere: 'Replace credentials with PUT /connections/{id}/credentials.',
  serviceTypeFixed: 'The service_type of a connection cannot change. Create another connection.',
  connectionReactivates: 'A successful test or new credentials make this connection active again.',
  connectionStatusesSettable: 'Only active and disabled can be set.',
  credentialsNotMoved: 'Stored credentials are not sent to another address.',
  destinationNeedsCredentials:
    'It decides where the credentials are sent. Send both to PUT /connections/{id}/credentials.',
  credentialsNotKept: 'There are no previous credentials, or they are no longer kept.',
  authorizationRequired: ({ connector }: { connector: string }) =>
    `A person has to authorize this connection to ${connector}.`,
  authorizationStart:
    'Send this to POST /connections/authorize, and the person to the `authorize_url` that it returns.',
  authorizationNotUsed: ({ connector }: { connector: string }) =>
    `Connections to ${connector} are not authorized by a person.`,
  authorizationNotUsedCreate: 'Send this to POST /connections.',
  authorizationOtherService: 'The service_type differs from that of the connection.',
  authorizationServiceTypeFixed: "Must be the existing connection's service_type.",
  authorizationUrlInvalid: 'The authorization page has no valid address.',
  authorizationUrlFromCredentials: 'The credentials must lead to a web address.',
  authorizationsTooMany: ({ max }: { max: number }) => `${max} authorizations are already pending. Try again later.`,
  connectionRequestsTooMany: ({ max }: { max: number }) =>
    `${max} requests to connections are already waiting. Try again later.`,
  authorizationGone: 'This authorization is unknown, finished, or more than ten minutes old. Begin again.',
  authorizationOvertaken: 'The credentials of the connection were replaced meanwhile. Begin again.',
  connectionLinkUnknown: 'This link was used already, has expired, or was taken back.',
  connectionLinksTooMany: ({ max }: { max: number }) =>
    `${max} links of this account are already open. Take some back, or wait until they expire.`,
  connectorNotOffered: 'The link does not offer this connector.',
  returnUrlInvalid: 'Must be an https address without user and password; http is for the loopback address only.',
  logoInvalid: 'Must be a PNG, JPEG, WebP or SVG picture as a data: address in base64.',
  connectionGone: 'The connection was deleted.',
  connectionUnusable: 'The connection could not be used.',
  connectionUnusableRemedy: 'Store the credentials again; if that does not help, the log of the worker says why.',
  recordsNotFindable: 'Records of this object cannot be found by a value.',
  recordsFoundBy: ({ fields }: { fields: readonly string[] }) =>
    `Records of this object are found by ${fields.map((field) => `\`${field}\``).join(' or ')} alone.`,
  recordsLackKey: ({ key }: { key: string }) =>
    `The system answered with records that have no field \`${key}\`, so it did not look for its values.`,
  workerUnavailable: 'No worker is available to contact the system. Try again later.',
  upstreamTimeout: 'The system did not respond in time. Try again later.',
  objectUnreadable: 'The object cannot be read.',
  objectNeedsIntegration: 'This object cannot be shown without an integration that defines how to read it.',

  // Single operations
  operationInvalid: 'The operation cannot be carried out so. Correct the listed fields.',
  operationKeyMissing: 'Send an Idempotency-Key of your own, so that a repeated request does not write twice.',
  operationTargetIdUnused: 'A record that is created has no id yet. Leave `target_id` out.',
  operationTargetUnnamed:
    'Say which record is meant: name its id in `target_id`, or the fields that identify it in `match_on`.',
  operationsTooMany: ({ max }: { max: number }) =>
    `${max} operations of this organization have not ended. Try again later.`,

  // Lookup tables and formulas
  lookupTablesTooMany: ({ max }: { max: number }) => `A definition can use at most ${max} lookup tables.`,
  lookupNameAmbiguous: ({ count }: { count: number }) =>
    `${count} lookup tables have this name. Refer to the table by its id.`,
  lookupNameInFormula: 'Formulas do not accept names of lookup tables. Refer to the table by its id.',
  lookupNameUnknown: ({ name }: { name: string }) => `There is no lookup table named ${JSON.stringify(name)}.`,
  lookupIdUnknown: 'There is no lookup table with this id.',
  lookupEntryEmpty: 'An entry must have a value. Omit it instead.',
  calendarInUse: 'Integrations use this calendar. Change or delete them first.',
  calendarInvalid: 'The calendar is not valid. Correct the listed fields.',
  calendarUnknown: ({ name }: { name: string }) => `There is no calendar ${JSON.stringify(name)}.`,
  calendarAmbiguous: ({ count }: { count: number }) =>
    `${count} calendars have this name. Refer to the calendar by its id.`,
  lookupTableInUse: 'Integrations use this lookup table. Change or delete them first.',
  lookupTableTooLarge: 'The lookup table would be too large.',
  lookupEntriesTooMany: ({ max, count }: { max: number; count: number }) =>
    `A lookup table can have at most ${max} entries; this would be ${count}.`,
  lookupEntriesTooLarge: ({ bytesMax }: { bytesMax: number }) =>
    `The entries of a lookup table can have at most ${bytesMax} bytes as JSON.`,
  formulaInvalid: 'The formula is not valid.',
  formulaFailed: 'The formula fails for this input.',

  // Webhook endpoints and audit events
  endpointDisabled: 'This endpoint is disabled. Enable it first.',
  endpointFormatFixed: 'The format of an endpoint cannot change. Add another endpoint.',
  endpointIntegrationUnknown: 'This is not the id of an integration.',
  endpointTakesNotifications: 'An endpoint of this format takes notifications only: choose `notification.*`.',
  mailtoInvalid: ({ max }: { max: number }) =>
    `Name up to ${max} addresses, separated by commas: \`mailto:ops@example.com\`; or \`mailto:approvers\`.`,
  credentialsEnd: ({ day, hasEnded }: { day: string; hasEnded: boolean }) =>
    hasEnded ? `Ended on ${day}. Replace them.` : `Ends on ${day}. Replace them before.`,
  notificationTitles: {
    failed: 'a run failed',
    partially_succeeded: 'records failed',
    withheld: 'removals were withheld',
    waiting_too_long: 'a run waits',
    connection_broken: 'the connection is broken',
    recovered: 'all is well again',
    test: 'this is a test',
  },
  approvalTitles: {
    approval_requested: ({ count }: { count: number }) =>
      count === 1 ? 'an approval is asked for' : `${count} approvals are asked for`,
    approval_reminder: ({ count }: { count: number }) =>
      count === 1 ? 'an approval is still open' : `${count} approvals are still open`,
    approval_escalated: ({ count }: { count: number }) =>
      count === 1 ? 'an approval waits for others as well' : `${count} approvals wait for others as well`,
  },
  notificationTexts: {
    failed: 'A run of this integration failed. Look at its log, correct the cause, then retry the run.',
    partially_succeeded:
      'A run of this integration ended with failed records. Look at them, correct the cause, then retry them.',
    withheld:
      'A run of this integration removed nothing of what vanished. Look at what it withheld, then allow it or correct the source.',
    waiting_too_long: 'A run of this integration has waited for an hour. Look at what it waits for.',
    connection_broken: 'The system refuses the credentials of this connection. Replace them, then test it.',
    recovered: 'The last run, or the last test, succeeded.',
    approval_requested: 'Items of this integration wait until people have decided on them.',
    approval_reminder: 'Items of this integration still wait until people have decided on them.',
    approval_escalated: 'Items of this integration have waited so long that others may decide on them as well.',
    test: 'Notifications reach you here.',
  },
  guardTexts: {
    approval_requested: 'A run of this integration held changes back until people have decided on them.',
    approval_reminder: 'Changes that a run of this integration held back still wait until people have decided on them.',
    approval_escalated:
      'Changes that a run of this integration held back have waited so long that others may decide on them as well.',
  },
  notificationCount: ({ count, since }: { count: number; since: string }) => `${count} times since ${since}.`,
  notificationCode: ({ code }: { code: string }) => `Code: ${code}`,
  notificationAsked: ({ question, more }: { question: string; more: number }) =>
    more === 0 ? question : `${question}\n… and ${more} more.`,
  notificationStep: ({ step }: { step: string }) => `Step: ${step}`,
  notificationDue: ({ at }: { at: string }) => `Decide until: ${at}`,
  notificationDecide: 'Decide',
  notificationDecideAt: ({ url }: { url: string }) => `Decide: ${url}`,
  approversUnreachable:
    'Nobody who may decide has an e-mail address. Name a member or a role that members have in `of`.',
  endpointToApprovers:
    'Mail to approvers takes notifications about approvals only: `notification.approval_requested`, `notification.approval_reminder` and `notification.approval_escalated`.',
  notificationRun: ({ run }: { run: string }) => `Run: ${run}`,
  mailRefusedFor: ({ count }: { count: number }) =>
    `The mail server refused ${count} of the recipients. Correct their addresses.`,
  mailUnavailable: 'The operator has named no mail server (HUB_SMTP_URL).',
  endpointsTooMany: ({ max }: { max: number }) =>
    `The organization already has the maximum of ${max} webhook endpoints. Delete one first.`,
  exportsTooMany: ({ who, limit }: { who: string; limit: number }) =>
    `${who} already has ${limit} exports of audit events in progress. Try again when one has ended.`,
  liveStreamsTooMany: ({ who, limit }: { who: string; limit: number }) =>
    `${who} already has ${limit} live streams open. Close one, or read the lists instead.`,
  liveUnavailable: 'Changes cannot be listened for at the moment. Read the lists instead, and try again.',
  exportStalled: 'The export was not read for a minute. Continue after the last event received (after_sequence).',

  // Findings in the audit log
  auditEventsMissing: 'Sealed events are missing.',
  auditEventUnchained: 'The event is not part of the chain.',
  auditEventChanged: 'The event differs from what was sealed.',
  auditEventForged: 'No process of the hub wrote this event, or it was changed before it was sealed.',
  auditEventsAfterEnd: 'Events follow the end of the chain.',
  auditLogEmpty: 'There are no events.',
  auditHeadDiffers: 'The chain ends in a hash other than the signed one.',
  auditHeadForged: "The end of the chain does not have the hub's signature.",
  auditHeadMissing: 'Events are sealed, but the end of their chain is missing.',
  auditKeyUnknown:
    'The file of public keys does not contain the key that signed the end of the chain. Create the file again.',
  auditCheckpointDiffers: 'The event at the trusted position has changed, or is missing.',
} as const;
