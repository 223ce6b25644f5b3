/**
 * Which folder may import which: see docs/architecture.md#rooms.
 *
 * A room is a folder, or one file of it where that file is the place that wires a process together. The longest entry
 * that fits a file counts; `*` stands for one folder name. A folder that is not listed may import nothing but itself.
 */
export interface Room {
  /** Folders and files that may be imported by value, besides the room itself. */
  imports: readonly string[] | 'any';
  /** Folders that may be imported as types only. */
  types?: readonly string[];
  /** Folders that its tests may import besides. */
  tests?: readonly string[];
  /** Packages and `node:` modules; `*` stands for the rest of a name. */
  packages: readonly string[] | 'any';
}

const protocolPackages = [
  '@aws-crypto/*',
  '@smithy/*',
  'csv-parse',
  'csv-parse/*',
  'fast-xml-parser',
  'imapflow',
  'jose',
  'ldapts',
  'mysql2/promise',
  'net-snmp',
  'nodemailer/lib/mail-composer',
  'nodemailer/lib/smtp-connection',
  'postal-mime',
  'postgres',
  'ssh2',
  'undici',
  'zod',
  'node:*',
];

const serverPackages = [
  '@temporalio/client',
  '@temporalio/common',
  'drizzle-orm',
  'drizzle-orm/*',
  'postgres',
  'zod',
  'node:*',
];

/** Verbs over those of other entities. */
const servicesRoom = {
  imports: [
    'core',
    'drizzle',
    'vault',
    'catalogue',
    'connectors/drivers',
    'connectors/kit',
    'connectors/registry.ts',
    'services',
  ],
  packages: serverPackages,
} satisfies Room;

const namedRoom: Room = {
  imports: ['core', 'drizzle', 'engine', 'flow', 'formula', 'transforms', 'services/shared', 'services/audit-events'],
  packages: serverPackages,
};

/** A transport knows what all share, and no other transport. */
const driver: Room = { imports: ['connectors/drivers/shared', 'connectors/kit', 'core'], packages: protocolPackages };

export const rooms: Readonly<Record<string, Room>> = {
  'core/pure': { imports: [], packages: [] },
  core: { imports: [], packages: ['uuid', 'zod'] },
  formula: {
    imports: ['core'],
    packages: ['@noble/hashes/*', 'any-ascii', 'ipaddr.js', 'libphonenumber-js/min', 're2js', 'uuid', 'node:module'],
  },
  transforms: { imports: ['core', 'formula'], packages: ['zod'] },
  'connectors/kit': {
    imports: ['core'],
    tests: ['connectors/drivers'],
    packages: [...protocolPackages, 're2js'],
  },
  'connectors/drivers': { imports: ['connectors/kit', 'core'], packages: protocolPackages },
  'connectors/drivers/shared': { imports: ['connectors/kit', 'core'], packages: protocolPackages },
  'connectors/drivers/http': driver,
  'connectors/drivers/sql': driver,
  'connectors/drivers/ldap': driver,
  'connectors/drivers/sftp': driver,
  'connectors/drivers/snmp': driver,
  'connectors/drivers/email': driver,
  'connectors/*': { imports: ['connectors/kit', 'core'], tests: ['connectors/drivers'], packages: protocolPackages },
  connectors: { imports: ['core'], packages: ['zod', 'node:fs', 'node:module', 'node:path'] },
  catalogue: { imports: ['core', 'connectors/kit', 'connectors/registry.ts', 'drizzle'], packages: [] },
  drafts: { imports: ['core'], packages: ['yaml', 'node:worker_threads'] },
  vault: { imports: ['core'], packages: ['@hpke/core', 'zod', 'node:*'] },
  engine: { imports: ['core', 'formula', 'transforms'], packages: ['zod', 'node:crypto'] },
  flow: { imports: ['core', 'formula', 'transforms', 'engine'], packages: ['zod'] },
  'script-runner': {
    imports: ['core'],
    packages: ['@jitl/quickjs-wasmfile-release-sync', 'quickjs-emscripten-core', 'zod', 'node:*'],
  },
  tracing: { imports: ['core'], packages: ['@opentelemetry/*', 'node:async_hooks'] },
  drizzle: { imports: ['core'], packages: ['drizzle-orm', 'drizzle-orm/*', 'postgres', 'zod', 'node:*'] },
  'services/shared': {
    imports: ['core', 'drizzle', 'vault', 'connectors/drivers'],
    types: ['services', 'services/access', 'services/audit-events', 'services/live'],
    packages: serverPackages,
  },
  'services/audit-events': { imports: ['core', 'drizzle', 'vault', 'services/shared'], packages: serverPackages },
  'services/connectors': {
    imports: ['core', 'drizzle', 'catalogue', 'connectors/kit', 'connectors/registry.ts', 'services/shared'],
    packages: serverPackages,
  },
  'services/access': {
    imports: ['core', 'drizzle', 'vault', 'connectors/drivers', 'services/shared', 'services/audit-events'],
    packages: [...serverPackages, 'jose', 'openid-client', '@node-saml/node-saml', '@simplewebauthn/server'],
  },
  // What directories call; nothing else of the access builds on it.
  'services/access/scim': {
    imports: ['core', 'drizzle', 'services/access', 'services/shared', 'services/audit-events'],
    packages: serverPackages,
  },
  // What triggers register with vendors.
  'services/triggers/subscriptions': {
    imports: ['core', 'drizzle', 'vault', 'catalogue', 'connectors/kit', 'services/shared'],
    types: ['flow', 'services'],
    packages: serverPackages,
  },
  // What definitions name, and the other services read.
  'services/calendars': namedRoom,
  'services/lookup-tables': namedRoom,
  services: {
    imports: [
      'core',
      'drizzle',
      'vault',
      'engine',
      'flow',
      'formula',
      'transforms',
      'catalogue',
      'connectors/drivers',
      'connectors/kit',
      'connectors/registry.ts',
      'services/access',
      'services/audit-events',
      'services/connectors',
      'services/calendars',
      'services/lookup-tables',
      'services/shared',
      'services/triggers/subscriptions',
    ],
    packages: serverPackages,
  },
  // What nothing else of the services builds on.
  'services/approvals': { ...servicesRoom, imports: [...servicesRoom.imports, 'flow', 'transforms'] },
  'services/connection-links': servicesRoom,
  'services/callbacks': { ...servicesRoom, imports: [...servicesRoom.imports, 'flow', 'transforms'] },
  'services/formulas': {
    ...servicesRoom,
    imports: [...servicesRoom.imports, 'formula', 'transforms', 'engine', 'flow'],
  },
  'services/custom-connectors': { ...servicesRoom, imports: [...servicesRoom.imports, 'drafts'] },
  'services/integration-drafts': {
    imports: ['core', 'drizzle', 'services/access', 'services/shared'],
    packages: serverPackages,
  },
  'services/event-endpoints': servicesRoom,
  'services/items': { ...servicesRoom, imports: [...servicesRoom.imports, 'flow', 'transforms'] },
  'services/integrations/preview': {
    ...servicesRoom,
    imports: [...servicesRoom.imports, 'formula', 'transforms', 'engine', 'flow'],
  },
  'services/runs/rehearse': { ...servicesRoom, imports: [...servicesRoom.imports, 'flow'] },
  'services/idempotency': { imports: ['core', 'drizzle'], packages: serverPackages },
  'services/limits': { imports: ['core', 'drizzle', 'services/shared'], packages: serverPackages },
  'services/live': {
    imports: ['core', 'drizzle', 'services/shared'],
    types: ['services/access'],
    packages: serverPackages,
  },
  'services/operations': { ...servicesRoom, imports: [...servicesRoom.imports, 'engine', 'transforms'] },
  'services/operator': {
    ...servicesRoom,
    imports: ['core', 'drizzle', 'services/access', 'services/audit-events', 'services/reset-links', 'services/shared'],
  },
  'services/organization': servicesRoom,
  'services/overview': servicesRoom,
  'services/reset-links': {
    ...servicesRoom,
    imports: ['core', 'drizzle', 'services/access', 'services/audit-events', 'services/shared'],
  },
  workflows: {
    imports: ['core/pure'],
    types: ['activities', 'core'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  sessions: { imports: ['core', 'catalogue', 'connectors', 'drizzle', 'vault'], packages: ['zod', 'node:*'] },
  runs: {
    imports: [
      'core',
      'formula',
      'transforms',
      'catalogue',
      'connectors',
      'vault',
      'engine',
      'flow',
      'drizzle',
      'services',
      'sessions',
    ],
    packages: ['@temporalio/activity', '@temporalio/common', 'postgres', 'zod', 'node:*'],
  },
  // What definitions would do with what runs were given; nothing else of the runs builds on it.
  'runs/rehearse': {
    imports: ['core', 'drizzle', 'engine', 'flow', 'services', 'runs'],
    packages: [],
  },
  // How one record or item came to what it is; nothing that carries runs out builds on it.
  'runs/explain': {
    imports: ['core', 'connectors', 'drizzle', 'engine', 'flow', 'transforms', 'sessions', 'runs'],
    packages: [],
  },
  'runs/operations': {
    imports: ['core', 'catalogue', 'connectors', 'drizzle', 'engine', 'services', 'sessions', 'runs'],
    packages: [],
  },
  'runs/subscriptions': {
    imports: ['core', 'catalogue', 'connectors', 'vault', 'drizzle', 'services', 'sessions', 'runs'],
    packages: ['zod', 'node:*'],
  },
  deliveries: {
    imports: ['core', 'connectors/drivers', 'vault', 'drizzle', 'services'],
    packages: ['zod', 'node:*'],
  },
  schedules: { imports: ['core', 'drizzle', 'services'], packages: ['pino'] },
  audit: { imports: ['core', 'vault', 'drizzle', 'services'], packages: ['pino', 'postgres', 'node:*'] },
  activities: { imports: ['core', 'engine', 'drizzle', 'services', 'sessions', 'runs', 'workflows'], packages: 'any' },
  worker: {
    imports: ['activities', 'catalogue', 'runs', 'sessions', 'deliveries', 'schedules', 'audit', 'drizzle', 'core'],
    types: ['workflows', 'connectors/drivers/shared', 'connectors/kit'],
    packages: 'any',
  },
  'worker/run-worker.ts': {
    imports: [
      'worker',
      'activities',
      'runs',
      'sessions',
      'deliveries',
      'schedules',
      'audit',
      'drizzle',
      'core',
      'vault',
      'script-runner',
      'metrics',
      'tracing',
    ],
    packages: 'any',
  },
  'worker/rewrap': { imports: ['core', 'drizzle', 'vault'], packages: [] },
  'worker/main.ts': { imports: ['worker', 'core', 'metrics'], packages: 'any' },
  metrics: { imports: ['core'], packages: ['prom-client', 'prom-client/lib/*', 'node:*'] },
  api: { imports: ['services', 'core'], packages: ['hono', 'hono/*', '@hono/*', 'pino', 'zod', 'node:*'] },
  'api/openapi': { imports: ['api', 'services', 'core'], packages: ['zod', 'node:*'] },
  'api/main.ts': {
    imports: [
      'api',
      'services',
      'core',
      'drizzle',
      'deliveries/send-mail.ts',
      'vault',
      'script-runner',
      'metrics',
      'tracing',
    ],
    packages: 'any',
  },
  client: { imports: [], packages: [] },
  'as-code': {
    imports: ['client', 'core/pure', 'core/json.ts', 'core/json/json-text.ts'],
    packages: ['yaml'],
  },
  examples: { imports: ['client'], packages: ['postgres', 'zod', 'node:*'] },
  web: {
    imports: ['client', 'core/pure', 'as-code'],
    packages: [
      'react',
      'react-dom',
      'react-dom/client',
      '@base-ui/react/*',
      '@tanstack/*',
      'uqr',
      '@fontsource-variable/inter/*',
      'yaml',
    ],
  },
  'web/build': { imports: [], packages: ['vite', '@vitejs/plugin-react', 'node:*'] },
  cli: { imports: ['client', 'core', 'as-code'], packages: ['commander', 'yaml', 'node:*'] },
  'cli/doctor.ts': { imports: ['cli', 'core', 'doctor', 'as-code'], packages: ['node:*'] },
  doctor: {
    imports: ['core', 'drizzle', 'vault', 'script-runner/network.ts'],
    packages: ['@temporalio/client', '@temporalio/envconfig', 'postgres', 'node:*'],
  },
  start: {
    imports: [
      'core',
      'drizzle',
      'vault/key-files.ts',
      'services/access/organizations',
      'services/reset-links',
      'web/build/sources.ts',
    ],
    types: ['engine', 'formula', 'transforms'],
    packages: 'any',
  },
  bench: { imports: 'any', packages: 'any' },
  test: { imports: 'any', packages: 'any' },
  tools: { imports: 'any', packages: 'any' },
};
