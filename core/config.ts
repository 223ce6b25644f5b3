import { z } from 'zod';

/**
 * The configuration of every process, from environment variables, read once.
 *
 * The table in README.md is generated from this shape: `.describe()` is its text.
 */
const port = z.coerce.number().int().min(0).max(65_535);
const rate = z.coerce.number().int().min(1).max(10_000_000);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

export const configShape = {
  DATABASE_URL: z
    .string()
    .min(1)
    .describe(
      'PostgreSQL for the application. Its login is, or may become, the role `hub_app`. `?host=/folder` reaches it through its Unix socket.',
    ),
  DATABASE_RELAY_URL: z
    .string()
    .optional()
    .describe('PostgreSQL for relay and reconciler (role `hub_relay`). Default: `DATABASE_URL`.'),
  DATABASE_OWNER_URL: z
    .string()
    .optional()
    .describe('PostgreSQL for migrations: the owner of the database. Default: `DATABASE_URL`.'),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(500).default(20).describe('Connections of one process.'),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233').describe('`host:port` of the Temporal server.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  TEMPORAL_UI_URL: z.string().optional().describe('Where the Temporal UI is, for links to runs.'),
  TEMPORAL_TASK_QUEUE: z.string().default('hub').describe('Task queue of the workers.'),
  PORT: port.default(8080).describe('Port of the API.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the API listens on, and where metrics are served.'),
  PUBLIC_URL: z
    .string()
    .optional()
    .describe(
      'Address under which clients reach the API; access tokens are issued and accepted under this name. Default: `http://HOST:PORT`.',
    ),
  HUB_KEY_FILE: z
    .string()
    .optional()
    .describe('File with the private key-encryption keys (mode 0600). Needed by workers; the API must not have it.'),
  HUB_PUBLIC_KEY_FILE: z.string().optional().describe('File with the public keys that credentials are sealed to.'),
  HUB_PEPPER: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Secret that API keys are hashed with and signing keys encrypted, at least 32 characters. Needed by the API.',
    ),
  HUB_EGRESS_ALLOW: list.describe(
    'Private addresses that connectors, and look-ups of the keys of token issuers, may reach, separated by commas: `host:port`, `cidr` or `cidr:port`. Default: none.',
  ),
  HUB_TRUSTED_PROXIES: list.describe(
    'Networks of the proxies in front of the API, separated by commas, whose `X-Forwarded-For` is believed. Default: none.',
  ),
  HUB_STRICT_CONTENT_TYPE: z
    .enum(['note', 'enforce'])
    .default('note')
    .describe('`enforce` refuses requests without `Content-Type`, also those without a body.'),
  HUB_RATE_KEY_PER_MINUTE: rate.default(600).describe('Requests a minute that one API key may make.'),
  HUB_RATE_KEY_BURST: rate.default(100).describe('Of these, how many at once.'),
  HUB_RATE_ORG_PER_MINUTE: rate.default(6000).describe('Requests a minute that one organization may make.'),
  HUB_RATE_ORG_BURST: rate.default(1000).describe('Of these, how many at once.'),
  HUB_RATE_ADDRESS_PER_MINUTE: rate
    .default(60)
    .describe('Requests a minute without a valid credential, from one address.'),
  HUB_RATE_ADDRESS_BURST: rate.default(60).describe('Of these, how many at once.'),
  HUB_WORKER_ROLE: z
    .enum(['all', 'workflow', 'io', 'relay'])
    .default('all')
    .describe('What this worker process does. `relay` carries orders from Postgres to Temporal and sweeps.'),
  HUB_ORG_SEGMENTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe('Segments that one organization may have at work at once, over all workers.'),
  HUB_SCRIPT_NETWORK: z
    .enum(['prefer', 'require'])
    .default('prefer')
    .describe(
      '`require`: workers and API do not start where the sandbox for custom scripts cannot have a network of its own, without any interface. `prefer`: they start, and say so.',
    ),
  HUB_SCRIPT_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe('Custom scripts that one worker runs at once. Each takes up to a processor and 100 MB.'),
  HUB_WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?(,\d{1,7}(\.\d{1,3})?){0,19}$/, 'Must be numbers, separated by commas.')
    .default('5,300,1800,7200,18000,36000,50400,72000,86400')
    .transform((text) => text.split(',').map(Number))
    .describe(
      'Waits between the attempts to deliver an event, in seconds, separated by commas. After the last attempt it is given up.',
    ),
  HUB_WEBHOOK_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(15)
    .describe('How long a webhook endpoint may take to answer.'),
  HUB_WEBHOOK_DISABLE_HOURS: z.coerce
    .number()
    .positive()
    .max(8760)
    .default(72)
    .describe('A webhook endpoint that takes nothing for so long is disabled.'),
  HUB_RUN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(365)
    .describe('Days for which a run that has ended is kept, with its failed records.'),
  HUB_RUN_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(90)
    .describe('Days for which what was written to the logs of runs is kept.'),
  HUB_METRICS_PORT: port
    .optional()
    .describe('Port on which the process serves its metrics for Prometheus, on `HOST`. Default: none, and no metrics.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('OpenTelemetry collector that traces are sent to: `http://HOST:4318`. Default: none are sent.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('The same with its whole path, for traces alone. Further `OTEL_*` variables: docs/tracing.md.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional().describe('How traces are sent: `http/protobuf`, the only way.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional().describe('The same, for traces alone.'),
  OTEL_TRACES_EXPORTER: z
    .string()
    .optional()
    .describe('`otlp` sends traces, `none` does not. Default: `otlp` where an endpoint is set.'),
  OTEL_SDK_DISABLED: z.string().optional().describe('`true` sends no traces, whatever else is set.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
} as const;

const configSchema = z.object(configShape);

export type Config = z.infer<typeof configSchema>;

/**
 * Parses the environment.
 *
 * @throws {Error} one sentence that names every wrong or missing variable, without its value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = configSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not usable. ${problems.join('; ')}. README.md lists every variable.`);
}
