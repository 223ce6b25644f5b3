import { z } from 'zod';
import { egressRuleForms, readEgressRule } from './config/egress-rule.ts';

/**
 * The configuration of every process, from environment variables, read once.
 *
 * The table in docs/configuration.md is generated from this shape: `.describe()` is its text.
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

function checkEgressRules(rules: string[], ctx: z.RefinementCtx): void {
  for (const rule of rules.filter((one) => readEgressRule(one) === undefined)) {
    ctx.addIssue({ code: 'custom', message: `"${rule}" is none of these: ${egressRuleForms}.` });
  }
}

export const configShape = {
  DATABASE_URL: z
    .string()
    .min(1)
    .describe(
      'PostgreSQL for the application. Its login is the role `hub_app` or may `SET ROLE` to it. `?host=/folder` connects through a Unix socket.',
    ),
  DATABASE_RELAY_URL: z
    .string()
    .optional()
    .describe('PostgreSQL for the relay (role `hub_relay`). Default: `DATABASE_URL`.'),
  DATABASE_OWNER_URL: z
    .string()
    .optional()
    .describe('PostgreSQL for migrations: the owner of the database. Default: `DATABASE_URL`.'),
  DATABASE_POOL_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(20)
    .describe('Maximum number of database connections of one process.'),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233').describe('`host:port` of the Temporal server.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  TEMPORAL_UI_URL: z.string().optional().describe('Base URL of the Temporal UI, for links to runs.'),
  TEMPORAL_TASK_QUEUE: z.string().default('hub').describe('Task queue of the workers.'),
  PORT: port.default(8080).describe('Port of the API.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the API and the metrics server listen on.'),
  PUBLIC_URL: z
    .string()
    .optional()
    .describe(
      'URL under which clients reach the API. It is the issuer and the audience of access tokens, and what other systems call back. API and workers need the same one. Default: `http://HOST:PORT`.',
    ),
  HUB_KEY_FILE: z
    .string()
    .optional()
    .describe('File with the private key-encryption keys (mode 0600). Needed by workers; the API must not have it.'),
  HUB_PUBLIC_KEY_FILE: z.string().optional().describe('File with the public keys that credentials are encrypted to.'),
  HUB_PEPPER: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Secret that API keys are hashed with and signing keys encrypted, at least 32 characters. Needed by the API.',
    ),
  HUB_OPERATOR_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,512}$/, 'Must have 32 characters or more, without spaces.')
    .optional()
    .describe(
      'Secret by which the operator makes, limits and suspends organizations over the API, at least 32 characters. Default: nobody does.',
    ),
  HUB_EGRESS_ALLOW: list
    .superRefine(checkEgressRules)
    .describe(
      "Private addresses that connectors, webhook endpoints and key sets of token issuers may use, separated by commas: `address`, `cidr`, `host:port`, `address:port` or `cidr:port`, IPv6 with a port in brackets. The hub's own database and Temporal need `host:port`. Default: none.",
    ),
  HUB_TRUSTED_PROXIES: list.describe(
    'Networks of the proxies in front of the API whose `X-Forwarded-For` is trusted, separated by commas. Default: none.',
  ),
  HUB_STRICT_CONTENT_TYPE: z
    .enum(['note', 'enforce'])
    .default('note')
    .describe(
      '`enforce` rejects requests without `Content-Type`, including those without a body. `note` accepts and logs them.',
    ),
  HUB_RATE_KEY_PER_MINUTE: rate.default(600).describe('Requests per minute of one API key.'),
  HUB_RATE_KEY_BURST: rate.default(100).describe('Burst size: requests that one API key may make at once.'),
  HUB_RATE_ORG_PER_MINUTE: rate.default(6000).describe('Requests per minute of one organization.'),
  HUB_RATE_ORG_BURST: rate.default(1000).describe('Burst size of one organization.'),
  HUB_RATE_ADDRESS_PER_MINUTE: rate
    .default(60)
    .describe('Requests per minute without a valid credential, from one address.'),
  HUB_RATE_ADDRESS_BURST: rate.default(60).describe('Burst size of one address.'),
  HUB_WORKER_ROLE: z
    .enum(['all', 'workflow', 'io', 'relay'])
    .default('all')
    .describe(
      'What this worker process does. `relay` dispatches outbox messages to Temporal, reconciles runs and purges old rows.',
    ),
  HUB_ORG_SEGMENTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe('Maximum number of segments of one organization that run at once, over all workers.'),
  HUB_SCRIPT_NETWORK: z
    .enum(['prefer', 'require'])
    .default('prefer')
    .describe(
      '`require`: workers and API refuse to start if the script sandbox cannot have an empty network namespace. `prefer`: they start and log a warning.',
    ),
  HUB_SCRIPT_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe('Custom scripts that one worker runs at once. Each uses up to one CPU and 100 MB.'),
  HUB_WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?(,\d{1,7}(\.\d{1,3})?){0,19}$/, 'Must be numbers, separated by commas.')
    .default('5,300,1800,7200,18000,36000,50400,72000,86400')
    .transform((text) => text.split(',').map(Number))
    .describe(
      'Delays between the attempts to deliver an event, in seconds, separated by commas. After the last attempt the delivery fails.',
    ),
  HUB_WEBHOOK_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(15)
    .describe('Timeout of a request to a webhook endpoint, in seconds.'),
  HUB_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for notifications and links for a new password: `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`. `?encryption=disable` is for a server on a network that you trust.',
    ),
  HUB_SMTP_FROM: z.email().optional().describe('Sender of these messages.'),
  HUB_WEBHOOK_DISABLE_HOURS: z.coerce
    .number()
    .positive()
    .max(8760)
    .default(72)
    .describe('Disable a webhook endpoint after this many hours without a successful delivery.'),
  HUB_RUN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(365)
    .describe('Days for which finished runs and their failed records are kept.'),
  HUB_RUN_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(90).describe('Days for which run logs are kept.'),
  HUB_METRICS_PORT: port
    .optional()
    .describe('Port on which the process serves Prometheus metrics, on `HOST`. Default: metrics are off.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('OpenTelemetry collector to send traces to: `http://HOST:4318`. Default: tracing is off.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('The full URL for traces only. Further `OTEL_*` variables: docs/tracing.md.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .optional()
    .describe('Protocol of the exporter. Only `http/protobuf` is supported.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional().describe('The same, for traces only.'),
  OTEL_TRACES_EXPORTER: z
    .string()
    .optional()
    .describe('`otlp` sends traces, `none` does not. Default: `otlp` if an endpoint is set.'),
  OTEL_SDK_DISABLED: z.string().optional().describe('`true` turns tracing off, whatever else is set.'),
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
  throw new Error(
    `The configuration is not usable. ${problems.join('; ')}. docs/configuration.md lists every variable.`,
  );
}

/** The URL under which clients reach the API, without a slash at its end. */
export function readPublicUrl(config: Config): string {
  return (config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');
}
