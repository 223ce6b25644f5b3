import { flowTexts } from './flow-texts.data.ts';
import { overviewTexts } from './overview-texts.data.ts';
import { peopleTexts } from './people-texts.data.ts';

/** What a schema of the document describes, and those of its members whose meaning their name alone does not give. */
export interface ComponentText {
  description: string;
  /** By the name of the member, at any depth of the schema. */
  members?: Readonly<Record<string, string>>;
}

const verification = {
  as_of: 'Date of the vendor description, `YYYY-MM-DD`.',
  level: 'How far the operations are proven: from the documentation, from a description, or against it.',
  source: 'What the operations were verified against.',
  verified: 'Operations that were verified.',
  complete: 'Objects with a complete sheet.',
  objects: 'Objects that the connector has.',
};
const connector = {
  auth: 'Ways to authenticate. A connection uses one.',
  category: 'The kind of system.',
  config_schema: 'JSON Schema of `config`.',
  effect: 'What the operation can cause in the system: nothing, or a change that can or cannot be undone.',
  examples: 'Examples of use.',
  help: 'How objects are named.',
  incremental: 'True if the read can return only what changed since the last run.',
  key: 'Members that identify a record.',
  kind: 'The kind of operation or of authentication.',
  limit: 'Calls in the period.',
  options: 'Options of the source or target.',
  per_ms: 'Length of the period, in milliseconds.',
  rate_limits: 'Limits that the hub observes, unless the vendor reports others.',
  role: 'Whether the object is read or written.',
  signature: 'How the vendor proves that an event comes from it.',
  type: 'The type of trigger.',
  version: 'Version of the connector.',
};
const connectorVersion = { version: 'Number of the version.' };
const account = { status: 'State of the account: integrations of an inactive one start no runs.' };
const apiKey = {
  last4: 'The last four characters of the key.',
  last_used_at: 'When it was last used.',
  last_used_route: 'The operation that it was last used for.',
  mode: 'Shown in the text of the key. Both modes reach the same data.',
  rotated_from: 'Id of the key that this one replaced.',
  status: 'Whether it can be used.',
};
const oauthClient = {
  auth_method: 'How the client authenticates at the token endpoint.',
  secret_last4: 'The last four characters of the secret.',
};
const run = {
  connector: 'Id of the connector that reported the error.',
  operation: 'The operation that failed.',
  queued_at: 'When it was created.',
  reason: 'Why removals were withheld.',
  records: 'Records whose removal was withheld.',
  retry_of: 'Id of the run that this one retries.',
  status: 'State of the run.',
};
const integration = {
  source: 'Where records come from.',
  target: 'Where records are written.',
  script: 'A script that changes each record before the mapping.',
  aggregate: 'Groups all records of a run.',
  on_error: 'What happens to records that cannot be processed.',
  enrich: 'Other objects that complete each record, before script and mapping.',
  mapping: 'How the fields of the target get their values.',
  triggers: 'What starts runs. Every integration can be started manually.',
  concurrency: 'What happens if a run starts while another one is running: wait, be skipped, or replace it.',
  readiness: 'What is missing before the integration can run.',
  status: 'State of the integration: a draft is incomplete, an inactive one starts no runs.',
};
const tokenIssuer = {
  algorithms: 'Signature algorithms that are accepted.',
  audience: 'The `aud` claim that tokens must have.',
  issuer: 'The `iss` claim that tokens must have.',
  jwks_uri: "Address of the issuer's public keys.",
  scope_rules: 'Which claims give which scopes. A token gets the scopes of every rule that it satisfies.',
  subjects: 'Values of `sub` that are accepted. Absent: every value.',
};
const webhookEndpoint = {
  disabled_reason: 'Why the endpoint was disabled.',
  events: 'Types of events that are sent, or groups of them: `run.failed`, `connection.*`, `*`.',
};

/** By the id of the schema; what is sent (`…Input`) and what is returned share a text where they share the id. */
export const componentTexts: Readonly<Record<string, ComponentText>> = {
  ...flowTexts,
  ...overviewTexts,
  ...peopleTexts,
  AcceptedEvents: {
    description: 'Confirms that the events of a delivery were stored.',
    members: { event_id: 'Id of the first event.', status: 'Always `success`.' },
  },
  AccessToken: {
    description: 'An access token. See https://www.rfc-editor.org/rfc/rfc6749#section-5.1',
    members: {
      access_token: 'The token, to be sent as `Authorization: Bearer …`.',
      expires_in: 'Seconds until it expires.',
      scope: 'Its scopes, separated by spaces.',
      token_type: 'Always `Bearer`.',
    },
  },
  Account: {
    description: 'A label for a unit of the organization, such as a department or a customer.',
    members: account,
  },
  AccountChange: {
    description: 'The members of an account to change. Absent members keep their values.',
    members: account,
  },
  AccountInput: { description: 'An account to create.', members: account },
  Aggregation: {
    description: 'How the records of a group become one value.',
    members: {
      avg: 'Path: the mean of its values.',
      collect: 'Path: the list of its values.',
      count: '`true` counts records; a path counts the records that have a value there.',
      distinct: 'Path: the list of its different values.',
      first: 'Path: its first value.',
      last: 'Path: its last value.',
      max: 'Path: its greatest value.',
      min: 'Path: its least value.',
      sum: 'Path: the sum of its values.',
    },
  },
  ApiKey: { description: 'An API key, without its secret.', members: apiKey },
  ApiKeyInput: { description: 'An API key to create.' },
  ApiKeyPatch: {
    description: 'The members of an API key to change. Absent members keep their values.',
    members: apiKey,
  },
  ApiKeyRotation: { description: 'How an API key is replaced.' },
  AuditCheckpoint: {
    description: 'The signed end of the chain of audit events.',
    members: {
      hash: 'Hash of the last event, as its `seal` has it.',
      key_id: 'Id of the key that signed it.',
      organization_id: 'Id of the organization.',
      sealed_at: 'When the last event was chained.',
    },
  },
  AuditEvent: {
    description: 'One entry of the audit log: who did what.',
    members: {
      action: 'What was done.',
      resource_id: 'Id of the resource that it was done to.',
      resource_type: 'The kind of resource that it was done to.',
    },
  },
  LiveLine: { description: 'A line of a live stream: that something changed, never what.' },
  AuditExportLine: { description: 'A line of an export: an event, or the checkpoint that ends it.' },
  AuditVerification: {
    description: 'The result of verifying the chain of audit events.',
    members: {
      count: 'How many events the problem concerns.',
      id: 'Id of the event that the problem concerns.',
      problems: 'What was found. Empty: the log is intact.',
      verified_to: 'The last event that was verified.',
    },
  },
  AuditVerificationInput: { description: 'Which part of the audit log to verify.' },
  Authorization: {
    description: 'An authorization that a person completes in a browser.',
    members: { state: 'Identifies the authorization; part of `authorize_url`.' },
  },
  AuthorizationInput: { description: 'A connection that a person authorizes.' },
  AuthorizationServerMetadata: {
    description: 'Metadata of the authorization server. See https://www.rfc-editor.org/rfc/rfc8414#section-2',
  },
  Caller: {
    description: 'What the credential of the request stands for.',
    members: { kind: 'The kind of credential.', organization: 'The organization that it belongs to.' },
  },
  Condition: {
    description: 'A condition on a record: a comparison, or conditions combined by `all`, `any` or `not`.',
    members: {
      all: 'True if every condition is.',
      any: 'True if at least one condition is.',
      field: 'Path in the record.',
      not: 'True if the condition is not.',
      operator: 'How the field is compared.',
      value: 'What the field is compared with.',
    },
  },
  Connection: {
    description: 'Stored configuration and encrypted credentials for one system.',
    members: { status: 'State of the connection: only an active one is used.' },
  },
  ConnectionChange: {
    description: 'The members of a connection to change. Absent members keep their values.',
    members: { status_reason: 'Why the connection is in `error` or `expired`.' },
  },
  ConnectionEventData: {
    description: 'The connection that an event is about.',
    members: { status: 'State of the connection.' },
  },
  ConnectionInput: { description: 'A connection to create.' },
  UnsavedConnection: { description: 'A connection to test before it is created.' },
  ConnectionSchema: {
    description: 'The objects and fields that a connection can reach.',
    members: { discovered_at: 'When the system was asked.', objects: 'The objects.' },
  },
  ConnectionTest: {
    description: 'The result of testing a connection.',
    members: {
      checks: 'What was checked, in order.',
      name: 'What was checked: the name, the network, the credentials, their rights.',
      latency_ms: 'How long the test took, in milliseconds.',
      ok: 'True if it succeeded.',
    },
  },
  Connector: {
    description: 'A connector with everything that is needed to use it.',
    members: {
      ...connector,
      ...verification,
      id: 'Unique id within the connector.',
      objects: 'The objects that it knows.',
      operations: 'What can be done with the records.',
    },
  },
  ConnectorSummary: { description: 'A connector in a list.', members: { ...connector, ...verification } },
  ConversionOptions: {
    description: 'A conversion that has options. `to` says which.',
    members: {
      currency: 'Currency code of ISO 4217.',
      false: 'Words that become false.',
      format: "Format of the text, in Unicode's date field symbols: `dd.MM.yyyy HH:mm`.",
      from: 'The unit of the value.',
      timezone: 'Time zone: an IANA name (`Europe/Berlin`) or an offset (`+02:00`).',
      to: 'What the value becomes.',
      true: 'Words that become true.',
      unit: 'The unit of the result, or of the epoch.',
    },
  },
  CredentialsInput: { description: 'New credentials of a connection.' },
  DeadLetter: {
    description: 'A failed record: a record that could not be processed.',
    members: { status: 'Whether a later run processed it, or somebody dismissed it.' },
  },
  DiscoveredField: { description: 'A field of an object.', members: { type: 'Type of the values.' } },
  DiscoveredObject: {
    description: 'An object that a connection can reach.',
    members: {
      fields_from: 'Where the fields are known from: the connector, the catalog of the system, or sample records.',
      operations: 'Ids of the operations that it supports.',
    },
  },
  Error: {
    description: 'The response to a request that failed.',
    members: { error: 'What went wrong.', status: 'Always `error`.' },
  },
  EvaluateFormulaInput: { description: 'A formula to evaluate.', members: { formula: 'The formula.' } },
  EventPayload: {
    description: 'An event, as it is sent to webhook endpoints.',
    members: { data: 'What the event is about.', timestamp: 'When it happened.', type: 'Type of the event.' },
  },
  ExecuteInput: { description: 'Options of the run to start.' },
  ExplainedField: { description: 'How a field of the target got its value.' },
  ExplainedFilter: {
    description: 'Why the filter kept or left out the record.',
    members: { rule: 'Path of the rule in the definition.' },
  },
  ExplainedSource: { description: 'A field of the record that was read.' },
  ExplainedStep: {
    description: 'A step of the computation of a value.',
    members: { kind: 'The kind of step.' },
  },
  FieldError: { description: 'One thing that is wrong with the request.' },
  FindOperationInput: {
    description: 'What to find, and by which field.',
    members: { options: 'As those of a source.' },
  },
  FinishedAuthorization: {
    description: 'The connection that was authorized.',
    members: { status: 'Always `success`.' },
  },
  FormulaEvaluation: { description: 'The value of a formula.' },
  FormulaFunction: {
    description: 'A function that formulas can call.',
    members: {
      description: 'What the function does.',
      examples: 'Examples of use.',
      formula: 'A formula that calls it.',
      group: 'The group of functions that it belongs to.',
      parameters: 'Its parameters, in order.',
      result: 'What it returns.',
      text: 'The signature as text.',
      type: 'Type of the values.',
    },
  },
  FormulaWarning: { description: 'Something in a formula that is probably not intended.' },
  Hook: {
    description: 'The address to which a vendor sends events that start runs.',
    members: {
      last_event_at: 'When the last event was received.',
      previous_credentials_expire_at: 'Until when the previous credentials are accepted as well.',
    },
  },
  HookCredentialsInput: { description: 'The credentials by which a hook recognizes the vendor.' },
  HookSubscription: { description: 'What the hub registers with the vendor, so that it sends events to a hook.' },
  HookEvent: { description: 'An event that a vendor sent.', members: { received_at: 'When it was received.' } },
  Integration: { description: 'A source, a target and the mapping between them.', members: integration },
  IntegrationAggregate: { description: 'Groups all records of a run; the mapping reads one record for each group.' },
  IntegrationChange: {
    description: 'The members of an integration to change. Absent members keep their values; null removes one.',
    members: integration,
  },
  IntegrationEnrichment: { description: 'Another object that completes each record.' },
  IntegrationErrorPolicy: { description: 'What happens to records that cannot be processed.' },
  IntegrationEventData: { description: 'The integration that an event is about.', members: integration },
  IntegrationInput: { description: 'An integration to create.', members: integration },
  IntegrationPatch: { description: 'A JSON merge patch of an integration.', members: integration },
  IntegrationDraft: { description: 'What a person has not saved yet of an integration.' },
  IntegrationDraftInput: { description: 'What is not saved yet of an integration, to be kept.' },
  IntegrationDraftSummary: { description: 'That a person has unsaved work on an integration.' },
  IntegrationRevision: {
    description: 'An immutable version of the definition of an integration.',
    members: { definition: 'The definition.' },
  },
  ConnectorDefinitionInput: { description: "The definition of an organization's own connector." },
  ConnectorDraft: { description: 'A definition to be completed, and what is left to be decided.' },
  ConnectorDraftInput: { description: 'A description of an API, and what to draft of it.' },
  ConnectorValidation: { description: 'What a definition of a connector would be refused for.' },
  ConnectorInput: { description: "A connector of an organization's own to add." },
  ConnectorVersion: { description: "A version of an organization's own connector.", members: connectorVersion },
  ConnectorVersionRecord: {
    description: "A version of an organization's own connector, with its definition.",
    members: connectorVersion,
  },
  IntegrationRevisionSummary: { description: 'A revision in a list.' },
  IntegrationSource: { description: 'Where records come from.' },
  IntegrationTarget: { description: 'Where records are written.' },
  IntegrationTrigger: { description: 'What starts runs.', members: { type: 'The type of trigger.' } },
  IntegrationValidation: { description: 'The result of checking an integration.' },
  JsonValue: { description: 'Any JSON value.' },
  Limits: {
    description: 'The limits of this installation.',
    members: {
      schedules: 'Limits of triggers, of schedules above all.',
      accounts: 'Accounts.',
      audit_events: 'Audit events.',
      body: 'Bodies of requests.',
      connections: 'Connections.',
      connectors: "Connectors of an organization's own.",
      idempotency: 'Idempotency keys.',
      lists: 'Lists.',
      lookup_tables: 'Lookup tables.',
      operations: 'Single operations.',
      request: 'Requests.',
      runs: 'Runs.',
      webhooks: 'Webhook endpoints.',
    },
  },
  ListOperationInput: { description: 'How much to read.', members: { options: 'As those of a source.' } },
  Calendar: { description: 'Times at which something may be done, or may not.' },
  CalendarChange: { description: 'The members of a calendar to change. Absent members keep their values.' },
  CalendarChanges: { description: 'Whether a calendar is open, and when that changes.' },
  CalendarDates: { description: 'Days with hours of their own.' },
  CalendarHours: { description: 'Hours of a day.' },
  CalendarInput: { description: 'A calendar to create.' },
  CalendarWeekly: { description: 'Hours of some days of each week.' },
  RunGate: { description: 'What a run, or items of it, wait before.' },
  IntegrationGate: { description: 'What runs of an integration, or items of them, wait before.' },
  LookupEntries: { description: 'The entries of a lookup table: the key, and the value that replaces it.' },
  LookupEntriesInput: { description: 'The new entries of a lookup table.' },
  LookupEntriesPatch: { description: 'Entries to add or change; null removes one.' },
  LookupTable: { description: 'Values by key that mapping rules and formulas can look up.' },
  LookupTableChange: { description: 'The members of a lookup table to change. Absent members keep their values.' },
  LookupTableInput: { description: 'A lookup table to create.' },
  LookupTableVersion: { description: 'A version of the entries of a lookup table.' },
  MappingDefaults: { description: 'What mapping rules do unless they say otherwise.' },
  MappingRule: { description: 'How one field of the target gets its value.', members: { table: 'Id of the table.' } },
  MemberChanges: { description: 'What changed, by member.' },
  NewApiKey: { description: 'An API key with its secret, which is returned only once.', members: apiKey },
  OauthClient: { description: 'An OAuth client, without its secret.', members: oauthClient },
  OauthClientInput: { description: 'An OAuth client to register.', members: oauthClient },
  OauthClientWithSecret: {
    description: 'An OAuth client with its secret, which is returned only once.',
    members: oauthClient,
  },
  NotificationEventData: { description: 'What people are notified of.', members: { cause: 'The cause.' } },
  Operation: {
    description: 'A write of one record that was asked for without an integration.',
    members: {
      object: 'The object that is written to.',
      operation: 'What is done.',
      attempts: 'How often a worker took it up.',
      ended_at: 'When it ended.',
      code: 'A machine-readable code.',
      message: 'What went wrong.',
      field: 'The field that the system refused.',
    },
  },
  OperationInput: {
    description: 'What is written, and how its record is found.',
    members: { options: 'As those of a target.' },
  },
  OauthError: {
    description: 'An error of the token endpoint. See https://www.rfc-editor.org/rfc/rfc6749#section-5.2',
    members: { error: 'A stable code for programs.', error_description: 'A message for developers.' },
  },
  PageMeta: { description: 'Which part of a list the response holds.' },
  Pending: {
    description: 'The result is not available yet. Repeat the request.',
    members: { state: 'Always `pending`.' },
  },
  PreviewInput: { description: 'What to preview.' },
  PreviewedRecord: { description: 'A record and what the integration would write for it.' },
  ProtectedResourceMetadata: {
    description: 'Metadata of the API for OAuth clients. See https://www.rfc-editor.org/rfc/rfc9728#section-2',
    members: {
      authorization_servers: 'Issuers of the authorization servers whose tokens are accepted.',
      bearer_methods_supported: 'How tokens are sent.',
      resource: 'Identifier of the API, the audience of its tokens.',
      resource_name: 'Display name of the API.',
    },
  },
  PublicJwks: {
    description: 'A set of public keys. See https://www.rfc-editor.org/rfc/rfc7517#section-5',
    members: { alg: 'Signature algorithm that the key is used with. Absent: that of its type.' },
  },
  ReadRecords: { description: 'Records as the system has them now.' },
  Readiness: {
    description: 'Whether the integration can run, and what is missing.',
    members: { missing: 'What is missing, one entry each.', step: 'The part of the integration to complete.' },
  },
  RecordEventData: { description: 'The failed record that an event is about.' },
  RecordExplanation: {
    description: 'Why a record became what it became.',
    members: { filter: 'What the filter decided.' },
  },
  RecordValidation: { description: 'What records must look like.' },
  RedeliverInput: {
    description: 'Which deliveries to send again.',
    members: { status: 'The state of the deliveries to send again.' },
  },
  Redelivered: {
    description: 'What is sent again.',
    members: { redelivered: 'Number of deliveries that are sent again.' },
  },
  RemovalGuard: { description: 'The limit above which a run performs no removals at all.' },
  RetryInput: { description: 'How to retry a run.' },
  Run: {
    description: 'One execution of an integration.',
    members: {
      ...run,
      checkpoint: 'How far the run has read.',
      page: 'Pages that are done.',
      error: 'Why the run failed.',
      stream: 'The stream that is read.',
      temporal: 'The execution in Temporal.',
    },
  },
  RunEventData: { description: 'The run that an event is about.', members: { ...run, error: 'Why the run failed.' } },
  RunLogEntry: {
    description: 'An entry in the log of a run.',
    members: { details: 'Further facts, by code.' },
  },
  RunRecordExplanation: {
    description: 'What a run did with a record, and why.',
    members: {
      explanation: 'Step by step, by the definition that the run used.',
      outcome: 'What the run did with the record.',
      source_key: 'Key of the record in the source.',
    },
  },
  RunStep: {
    description: 'A part of the integration, and how far the run got with it.',
    members: { component: 'The part.', status: 'How far the run got with the part, or how it ended there.' },
  },
  ScopeRule: { description: 'Scopes for tokens whose claims have certain values.' },
  Script: {
    description: 'A script that changes each record before the mapping.',
    members: { language: 'Language of the script.' },
  },
  SecretRotation: { description: 'How the secret is replaced.' },
  SigningKeys: {
    description: "The public keys that verify the hub's access tokens.",
    members: { alg: 'Signature algorithm.' },
  },
  TextPosition: {
    description: 'A position in a text.',
    members: { column: 'Column, from 1.', line: 'Line, from 1.' },
  },
  TestNotification: { description: 'A test notification that was sent.' },
  TokenIssuer: { description: 'An issuer outside the hub whose tokens are accepted.', members: tokenIssuer },
  TokenIssuerInput: { description: 'A token issuer to register.', members: tokenIssuer },
  ValidateInput: { description: 'A definition to check without saving it.' },
  WebhookChallenge: {
    description: 'How a sender asks whether this address is the hub, and what is answered.',
    members: {
      algorithm: 'Of the digest. Default: `sha256`.',
      answer: '`text`: the challenge as it came. Or JSON with the challenge in a member, or with a digest of it.',
      digest: 'Member of the answer that holds the HMAC of the challenge.',
      echo: 'Member of the answer that holds the challenge itself.',
      encoding: 'Of the digest. Default: `hex`.',
      equals: 'The text that has to stand there.',
      member: 'Member of the answer that holds the challenge.',
      method: 'Of the request. Default: `POST`.',
      prefix: 'What stands before the digest.',
      when: 'What tells a challenge from a delivery, where its place alone does not. All of them have to hold.',
    },
  },
  WebhookDeclaration: {
    description: 'How deliveries of any sender are verified, and where their events are.',
    members: {
      algorithm: 'Default: `sha256`.',
      challenges: 'Requests by which the sender asks whether this address is the hub.',
      encoding: 'Of the digest. Default: `hex`.',
      events: 'Where the events of a delivery are, and what each says of itself. Default: the body is one event.',
      header: 'Name of the header.',
      prefix: 'What names of headers begin with. Default: `webhook`.',
      unit: 'Seconds or milliseconds since 1970, or a date and time of ISO 8601.',
    },
  },
  WebhookEventLocation: {
    description: 'Where a value of an event stands.',
    members: { in: 'Which part of the delivery, or of the event.' },
  },
  WebhookLocation: {
    description: 'Where a value stands in a delivery: a header, a query parameter or the body.',
    members: { in: 'Which part of the delivery.' },
  },
  WebhookDelivery: {
    description: 'The sending of one event to one webhook endpoint, with its attempts.',
    members: {
      at: 'When the attempt was made.',
      body: 'The event.',
      content_type: 'Content type of the response.',
      duration_ms: 'How long the attempt took, in milliseconds.',
      method: 'Method of the request.',
      number: 'Number of the attempt, from 1.',
      request: 'The request that is sent.',
      status: 'State of the delivery, or the status code of a response.',
    },
  },
  WebhookEndpoint: { description: 'Your address, to which the hub sends its events.', members: webhookEndpoint },
  WebhookEndpointEventData: {
    description: 'The webhook endpoint that an event is about.',
    members: webhookEndpoint,
  },
  WebhookEndpointInput: { description: 'A webhook endpoint to add.', members: webhookEndpoint },
  WebhookEndpointWithSecret: {
    description: 'A webhook endpoint with its signing secret, which is returned only once.',
    members: webhookEndpoint,
  },
  ScheduleWeek: { description: 'Seven days of all schedules.' },
  SchedulePreview: {
    description: 'The next times of a schedule.',
    members: { at: 'When a run would start, without a delay.', times: 'At most ten, ascending.' },
  },
  SchedulePreviewInput: { description: 'A schedule to preview.' },
  WebhookTrigger: {
    description: 'Starts runs when the vendor of the source, or another sender, delivers something.',
    members: { type: 'The type of trigger.' },
  },
  WebhookTriggerInput: {
    description: 'A webhook trigger, as it is written.',
    members: { type: 'The type of trigger.' },
  },
  ScheduleTrigger: { description: 'Starts runs by the clock.', members: { type: 'The type of trigger.' } },
  Item: {
    description: 'A change of a record on its way through the steps of a flow.',
    members: { id: 'Id of the item.', integration_id: 'Id of the integration.' },
  },
  ItemDetail: {
    description: 'A change of a record, with the steps that it has come through.',
    members: { id: 'Id of the item.', integration_id: 'Id of the integration.' },
  },
  Tick: {
    description: 'One time of a schedule, and what became of it.',
    members: { id: 'Id of the tick.', run_id: 'Id of the run that it made.' },
  },
  WorkflowSchedule: { description: 'When a workflow starts runs by the clock.' },
  Workflow: {
    description: 'An integration together with one of its triggers.',
    members: {
      components: 'Its parts, in the order in which a record passes them.',
      status: 'State of the workflow: only an active one starts runs.',
      type: 'The type of trigger.',
    },
  },
  WorkflowComponent: {
    description: 'A part of a workflow.',
    members: {
      abort_above_percent: 'The run fails if more than this percentage of its records fail.',
      kind: 'The kind of part.',
      operation: 'What is done with the object.',
      record: 'What happens to a record that cannot be processed.',
      rules: 'Number of mapping rules.',
      type: 'The type of trigger or transform.',
    },
  },
};
