import type { JsonObject } from '../../core/json.ts';

const source = { connection_id: 'conn_01kanm3t1fe7krd5v2mgxzs2v8', object: 'vulnerabilities', key: ['cveID'] };
const target = {
  connection_id: 'conn_01kanm4a7hf3vs8c1n9pyrq6kd',
  object: 'kev',
  operation: 'upsert',
  match_on: ['cve_id'],
};
const mapping = [
  { to: 'cve_id', from: 'cveID', required: true },
  { to: 'vendor', from: 'vendorProject', convert: 'trim' },
  { to: 'ransomware', from: 'knownRansomwareCampaignUse', lookup: { Known: true }, default: false },
];

const calendar = {
  name: 'Office hours',
  timezone: 'Europe/Berlin',
  weekly: [{ on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }],
  dates: [{ from: '2026-12-24', to: '2027-01-01', hours: [] }],
};

const connector = {
  id: 'postgres',
  name: 'PostgreSQL',
  vendor: 'PostgreSQL Global Development Group',
  category: 'generic',
  tags: ['sql'],
  version: '1.0.0',
  docs_url: 'https://www.postgresql.org/docs/current/',
  verification: {
    level: 'documented',
    source: 'https://www.postgresql.org/docs/current/',
    as_of: '2026-11-01',
    operations: { verified: 0, total: 4 },
    sheets: { complete: 0, objects: 0 },
    peers: ['PostgreSQL'],
  },
};

const run = {
  revision: 3,
  trigger: 'manual',
  status: 'succeeded',
  counters: {
    read: 1404,
    created: 1404,
    updated: 0,
    deleted: 0,
    written: 1404,
    skipped: 0,
    unchanged: 0,
    filtered: 0,
    failed: 0,
    deduplicated: 0,
  },
  queued_at: '2026-11-21T11:35:00.000Z',
  started_at: '2026-11-21T11:35:00.021Z',
  finished_at: '2026-11-21T11:35:01.204Z',
  created_at: '2026-11-21T11:35:00.000Z',
  updated_at: '2026-11-21T11:35:01.204Z',
};

const connectorDefinition = {
  name: 'Acme',
  docsUrl: 'https://acme.example/docs',
  auth: [{ kind: 'bearer' }],
  http: { baseUrl: 'https://api.acme.example' },
  test: { request: { method: 'GET', path: '/v1/me' } },
  objects: {
    tickets: {
      title: 'Tickets',
      key: 'id',
      operations: {
        list: {
          kind: 'pages',
          request: { method: 'GET', path: '/v1/tickets' },
          format: { kind: 'json', recordsPath: 'data' },
          paginate: { kind: 'cursor', parameter: 'cursor', path: 'next', pageSize: 100 },
        },
      },
    },
  },
};

/**
 * Members of shapes whose generated examples would say little. What a shape requires beyond them is generated.
 *
 * By the name of the shape in the document.
 */
export const shapeExamples: Readonly<Record<string, JsonObject>> = {
  Account: { name: 'Berlin office', status: 'active' },
  AccountInput: { name: 'Berlin office', external_ref: 'site-7' },
  AccountChange: { name: 'Berlin office', status: 'inactive' },
  Connection: { name: 'Warehouse', service_type: 'postgres', status: 'active' },
  ConnectionInput: {
    name: 'Warehouse',
    service_type: 'postgres',
    credentials: { user: 'hub', password: 'correct horse battery staple' },
    config: { host: 'db.example.com', database: 'warehouse' },
  },
  ConnectionTest: {
    ok: false,
    checks: [
      { name: 'reach', ok: true, code: 'ok', message: 'The server answers.' },
      { name: 'sign_in', ok: false, code: 'auth_invalid', message: 'The server refuses the password.' },
    ],
    latency_ms: 42,
  },
  ConnectorSummary: connector,
  Connector: {
    ...connector,
    auth: [
      {
        id: 'password',
        title: 'User name and password',
        kind: 'basic',
        credentials_schema: {
          type: 'object',
          properties: { user: { type: 'string' }, password: { type: 'string', writeOnly: true } },
          required: ['user', 'password'],
        },
      },
    ],
    config_schema: {
      type: 'object',
      properties: { host: { type: 'string' }, database: { type: 'string' } },
      required: ['host', 'database'],
    },
    objects: [],
    triggers: [],
    rate_limits: [],
    hosts: ['{config.host}'],
  },
  IntegrationInput: { name: 'Exploited vulnerabilities', source, target, mapping },
  IntegrationChange: { name: 'Exploited vulnerabilities', mapping },
  IntegrationPatch: { name: 'Exploited vulnerabilities', target: { operation: 'create' }, on_error: null },
  Integration: {
    name: 'Exploited vulnerabilities',
    status: 'active',
    revision: 3,
    active_revision: 3,
    source,
    target,
    mapping,
    concurrency: 'queue',
    readiness: { ready: true, missing: [] },
  },
  ConnectorInput: { id: 'x_acme', definition: connectorDefinition },
  ConnectorDefinitionInput: { definition: connectorDefinition },
  ConnectorVersion: { version: 2, active: true },
  ConnectorVersionRecord: { version: 2, active: true, definition: connectorDefinition },
  ConnectorDraftInput: { document: 'openapi: 3.1.0', lists: ['/v1/tickets'], parameters: { tenant: 'acme' } },
  ConnectorDraft: {
    definition: connectorDefinition,
    findings: [
      {
        path: 'objects.tickets.operations.list',
        code: 'incremental_unknown',
        message: 'How changes are asked for is not known. The list is read in full each time.',
      },
    ],
  },
  Calendar: calendar,
  CalendarInput: calendar,
  CalendarChange: { dates: [{ from: '2026-12-24', to: '2027-01-01', hours: [] }] },
  LookupTable: { name: 'Employee states', version: 2, entry_count: 3 },
  LookupTableInput: { name: 'Employee states', entries: { A: 'ACTIVE', T: 'SUSPENDED' } },
  LookupTableChange: { name: 'States of employees' },
  Limits: {
    requests: {
      key: { per_minute: 600, burst: 100 },
      organization: { per_minute: 6000, burst: 1000 },
      unauthenticated_address: { per_minute: 60, burst: 20 },
    },
    body: {
      bytes: 1_048_576,
      integration_bytes: 4_194_304,
      hook_bytes: 5_242_880,
      depth: 64,
      keys: 10_000,
      values: 50_000,
      hook_values: 200_000,
      bytes_per_request: 65_536,
    },
    request: { header_bytes: 16_384, url_bytes: 8192, seconds: 30, header_seconds: 10, wait_seconds: 20 },
    lists: { per_page: 100, rows: 10_000, definition_bytes: 8_388_608 },
    accounts: { metadata_bytes: 65_536 },
    connections: { config_bytes: 65_536 },
    idempotency: { key_characters: 255, kept_hours: 24 },
    operations: { open: 100 },
    runs: { waiting_per_integration: 100 },
    webhooks: { endpoints: 50 },
    audit_events: { exports: 2 },
    live: { streams: 20 },
    connectors: { own: 20, definition_bytes: 262_144, objects: 100, versions_kept: 50, document_bytes: 4_194_304 },
    lookup_tables: { entries: 100_000, bytes: 4_194_304, versions_kept: 100, per_integration: 8 },
  },
  // The example of RFC 7517, Appendix A.1, with its thumbprint (RFC 7638) for a name, as the hub's own keys have.
  SigningKeys: {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
        y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
        kid: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
        use: 'sig',
        alg: 'ES256',
      },
    ],
  },
  PageMeta: { page: 1, per_page: 100, total: 1 },
  EvaluateFormulaInput: {
    formula: "title(job.title ?? 'Employee')",
    input: { job: { title: 'senior engineer' } },
    schema: {
      type: 'object',
      properties: { job: { type: 'object', properties: { title: { type: 'string' } } } },
    },
  },
  FormulaEvaluation: { value: 'Senior Engineer', type: 'text', fuel: 4, warnings: [] },
  FormulaFunction: {
    name: 'lower',
    kind: 'function',
    group: 'text',
    description: 'Writes a text in lower case.',
    signatures: [
      {
        text: 'lower(value: text) → text',
        parameters: [{ name: 'value', type: 'text' }],
        variadic: false,
        result: 'text',
      },
    ],
    examples: [{ formula: "lower('Ada')", result: 'ada' }],
  },
  ExecuteInput: { full_resync: true },
  Run: { ...run, checkpoint: { stream: 'vulnerabilities', page: 2 } },
  RunEventData: run,
  EventPayload: { type: 'run.succeeded', timestamp: run.finished_at },
  RunRecordExplanation: {
    source_key: 'CVE-2026-0001',
    revision: 3,
    outcome: 'written',
    message: 'This run wrote the record to the target.',
    target_id: 'CVE-2026-0001',
    record: 'read',
    records_read: 17,
    changed_since: false,
    explanation: {
      decided_by: 'mapping',
      message: 'Every rule of the mapping holds.',
      fields: [
        {
          to: 'vendor',
          rule: 'mapping[1]',
          sources: [{ path: 'vendorProject', value: ' Acme ' }],
          steps: [
            { kind: 'read', text: 'vendorProject', value: ' Acme ' },
            { kind: 'convert', text: 'trim', value: 'Acme' },
          ],
          value: 'Acme',
        },
      ],
    },
  },
  WebhookEndpointInput: {
    name: 'Alerts',
    url: 'https://hooks.example.com/hub',
    events: ['run.failed', 'run.partially_succeeded', 'connection.*'],
  },
  WebhookEndpoint: {
    name: 'Alerts',
    url: 'https://hooks.example.com/hub',
    events: ['run.failed', 'run.partially_succeeded', 'connection.*'],
    ordering: 'none',
    disabled: false,
  },
  Workflow: {
    name: 'Exploited vulnerabilities (manual)',
    type: 'manual',
    status: 'active',
    components: [
      { kind: 'trigger', type: 'manual' },
      { kind: 'action', operation: 'read', connection_id: source.connection_id, object: source.object },
      { kind: 'transform', type: 'mapping', rules: 3 },
      { kind: 'action', operation: 'upsert', connection_id: target.connection_id, object: target.object },
    ],
  },
};

/** Texts to choose from where a shape gives none: the first one that it allows. */
export const textExamples: readonly string[] = [
  'text',
  'Example',
  '2026-11-21T11:35:00.000Z',
  '2026-11-21',
  'https://example.com/',
  'user@example.com',
  '203.0.113.0/24',
  '203.0.113.7',
  '2001:db8::/32',
  '5f0c7f0e-2f0b-4a53-9a3c-0d5e3b1d9c11',
  '0'.repeat(64),
  '1',
];
