import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OtlpCollector } from '../test/harness/servers/otlp-collector.ts';

const run = promisify(execFile);

/** Traces one span in a process of its own, and says which modules of OpenTelemetry it loaded and what was logged. */
const script = `
  import { createRequire } from 'node:module';
  import { readConfig } from './core/config.ts';
  import { openTracing } from './tracing/index.ts';
  const logged = [];
  const log = { info: (_, message) => logged.push(message), warn: (_, message) => logged.push(message) };
  const { tracer, close } = await openTracing(readConfig({ DATABASE_URL: 'x', ...process.env }), 'tested', log, Number(process.env.CLOSE_MS ?? 50_000));
  await tracer.run('a span', {}, () => Promise.resolve());
  await close();
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('@opentelemetry'));
  console.log(JSON.stringify({ enabled: tracer.enabled, loaded: loaded.length, logged }));
  process.exit();
`;

const resultSchema = z.object({ enabled: z.boolean(), loaded: z.number(), logged: z.array(z.string()) });

async function trace(env: Record<string, string>): Promise<z.infer<typeof resultSchema>> {
  const args = ['--input-type=module-typescript', '--eval', script];
  const { stdout } = await run(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    // Nothing is exported by the clock.
    env: { PATH: process.env['PATH'], OTEL_BSP_SCHEDULE_DELAY: '3600000', ...env },
  });
  return resultSchema.parse(JSON.parse(stdout));
}

describe('tracing/index', () => {
  it.each([
    ['nobody asks', {}],
    ['the exporter is none', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }],
    ['the SDK is off', { OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }],
  ])('loads nothing of OpenTelemetry where %s', async (_, env) => {
    expect(await trace(env)).toEqual({ enabled: false, loaded: 0, logged: [] });
  });

  it.each([
    ['an exporter', { OTEL_TRACES_EXPORTER: 'zipkin' }],
    ['a protocol', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ])('says so where %s is asked for that there is not', async (_, env) => {
    expect(await trace(env)).toMatchObject({ enabled: false, loaded: 0, logged: [expect.stringContaining('otlp')] });
  });

  it('sends what is left when the process ends, as the environment says', async () => {
    const collector = await OtlpCollector.start();

    const named = await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'from outside' });
    const unnamed = await trace({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
    const none = await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' });

    expect(named.loaded).toBeGreaterThan(10);
    expect([named, unnamed, none].map(({ enabled }) => enabled)).toEqual([true, true, true]);
    expect(collector.spans).toMatchObject([
      { name: 'a span', service: 'from outside' },
      { name: 'a span', service: 'tested' },
    ]);
    collector.stop();
  });

  it('ends although the collector takes nothing', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = z.object({ port: z.number() }).parse(silent.address());

    const traced = await trace({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      CLOSE_MS: '100',
      // Longer than the test may take: the process ends before.
      OTEL_EXPORTER_OTLP_TIMEOUT: '3600000',
      OTEL_BSP_EXPORT_TIMEOUT: '3600000',
    });

    expect(traced.enabled).toBe(true);
    silent.closeAllConnections();
    silent.close();
  });
});
