import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toId, toUuid } from '../../core/ids.ts';
import { openDatabase, withTenant } from '../../drizzle/index.ts';
import { openQueue } from '../../services/runs/queue/run-queue.ts';
import { startRun } from '../../services/runs/queue/start-run.ts';
import { createTracer } from '../../tracing/otel-tracer.ts';
import { createPeopleFlow, readRun } from '../harness/flow.ts';
import { readHistory, readPayloads } from '../harness/histories.ts';
import { openReconciler } from '../harness/processes/open-reconciler.ts';
import { type CollectedSpan, OtlpCollector } from '../harness/servers/otlp-collector.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { toPerson } from '../harness/people.ts';

const token = 'CANARY-token-77c1a09e';
const inQuery = 'CANARY-query-31f0b2d8';
const callerTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const timeoutMs = 60_000;

let collector: OtlpCollector;
let hub: PeopleHub;

beforeAll(async () => {
  collector = await OtlpCollector.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', LOG_LEVEL: 'info' };
  hub = await startPeopleHub('traced', { token, env });
  hub.source.records = [toPerson(1), toPerson(2)];
}, startTimeoutMs);

afterAll(async () => {
  await hub.stop();
  collector.stop();
}, stopTimeoutMs);

function createTracedFlow(name: string): Promise<string> {
  const from = { object: 'people', options: { path: `/people?key=${inQuery}` } };
  return createPeopleFlow(hub.api, name, { source: hub.sourceId, target: hub.targetId, from });
}

async function execute(integrationId: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${hub.facts.api_url}/v1/integrations/${integrationId}/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.facts.api_key}`, 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  return z.object({ data: z.object({ id: z.string() }) }).parse(await response.json()).data.id;
}

function waitForRun(runId: string): Promise<CollectedSpan> {
  return collector.waitFor((span) => span.name === 'run' && span.attributes['hub.run.id'] === runId);
}

/** What a process of the hub has written so far. */
function readLog(process: 'api' | 'worker'): unknown[] {
  const lines = readFileSync(join(hub.dataDir, 'logs', `${process}.log`), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{') && line.endsWith('}')).map((line): unknown => JSON.parse(line));
}

/** Everything under a span; what ends before its parent was sent before it or with it. */
function below({ spanId }: CollectedSpan): CollectedSpan[] {
  return collector.spans.filter(({ parentId }) => parentId === spanId);
}

function find(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`${name} is none of ${spans.map((span) => span.name).join(', ')}.`);
  return found;
}

/** The segment that read to the end. On a machine that is busy otherwise, the first stretch may have been cut. */
function findDone(spans: readonly CollectedSpan[]): CollectedSpan {
  const found = spans.find(({ attributes }) => attributes['hub.segment.status'] === 'done');
  if (found === undefined) throw new Error(`None of ${spans.length} segments read to the end.`);
  return found;
}

describe('test/e2e/tracing', () => {
  it(
    'shows a run as one tree, from the caller’s own span to each call',
    async () => {
      const flow = await createTracedFlow('traced');
      hub.source.asked = [];

      const runId = await execute(flow, { traceparent: `00-${callerTrace}-${callerSpan}-01` });

      const run = await waitForRun(runId);
      const request = await collector.waitFor(({ spanId }) => spanId === run.parentId);
      const segment = findDone(below(run));
      const [list, upsert] = [find(below(segment), 'list http'), find(below(segment), 'upsert postgres')];
      const call = find(below(list), 'GET');
      expect(request).toMatchObject({
        parentId: callerSpan,
        name: 'POST /v1/integrations/:id/execute',
        kind: 'server',
        service: 'hub-api',
        failed: false,
      });
      expect(request.attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/v1/integrations/:id/execute',
        'http.response.status_code': 202,
        'hub.organization.id': run.attributes['hub.organization.id'],
      });
      expect(run.attributes).toMatchObject({
        'hub.integration.id': flow,
        'hub.run.trigger': 'manual',
        'hub.run.status': 'succeeded',
        'hub.records.created': 2,
      });
      expect(list.attributes).toMatchObject({ 'hub.connection.id': hub.sourceId, 'hub.records.count': 2 });
      expect(upsert.attributes).toMatchObject({ 'hub.connection.id': hub.targetId, 'hub.connector.id': 'postgres' });
      expect(call).toMatchObject({ kind: 'client', service: 'hub-worker', failed: false });
      expect(call.attributes).toMatchObject({
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
        'hub.connector.id': 'http',
      });
      const tree = [request, run, segment, list, upsert, call];
      expect(new Set(tree.map(({ traceId }) => traceId))).toEqual(new Set([callerTrace]));
      expect(run.startedAt).toBeLessThanOrEqual(segment.startedAt);
      // Where a span is given its beginning, its end is told in whole milliseconds.
      expect(run.endedAt + 1).toBeGreaterThan(segment.endedAt);

      // What is traced shows neither in what the source is sent nor in what Temporal keeps.
      expect(hub.source.asked).not.toEqual([]);
      expect(hub.source.asked.flatMap((headers) => Object.keys(headers))).not.toContain('traceparent');
      const kept = readPayloads(await readHistory(hub.facts.temporal_address, runId)).join('\n');
      expect(kept).toContain(runId);
      expect(kept).not.toContain(callerTrace);
    },
    timeoutMs,
  );

  it(
    'begins a trace with a run that no request made',
    async () => {
      const flow = await createTracedFlow('by events');
      const integrationId = toUuid('integration', flow) ?? '';
      const admin = postgres(hub.facts.database_url, { max: 1 });
      const [row] = await admin<{ org: string }[]>`select org_id as org from integrations where id = ${integrationId}`;
      const database = openDatabase(hub.facts.database_url, { role: 'hub_app', max: 2 });
      const orgId = row?.org ?? '';

      const id = await withTenant(database, orgId, async (tx) => {
        const queue = await openQueue(tx, { orgId, integrationId, trigger: 'webhook' });
        return (await startRun(tx, queue, { now: new Date().toISOString() })).id;
      });

      const run = await waitForRun(toId('run', id));
      expect(run).toMatchObject({ parentId: undefined, traceId: id.replaceAll('-', '') });
      expect(run.attributes['hub.run.trigger']).toBe('webhook');
      expect(findDone(below(run))).toMatchObject({ name: 'segment', traceId: run.traceId });
      await Promise.all([admin.end(), database.close()]);
    },
    timeoutMs,
  );

  it(
    'tells by their codes what failed, and where',
    async () => {
      const flow = await createTracedFlow('failing');
      hub.source.status = 404;

      const run = await waitForRun(await execute(flow, {}));
      hub.source.status = 200;

      expect(run).toMatchObject({ failed: true });
      expect(run.attributes).toMatchObject({ 'hub.run.status': 'failed', 'error.type': 'not_found' });
      // The first stretch, and the segment that met the same again.
      const segments = below(run);
      expect(segments.length).toBeGreaterThan(1);
      const last = segments.at(-1) ?? run;
      expect(last).toMatchObject({ name: 'segment', failed: true, attributes: { 'error.type': 'not_found' } });
      const list = find(below(last), 'list http');
      expect(list.attributes['error.type']).toBe('not_found');
      expect(find(below(list), 'GET')).toMatchObject({ failed: true, attributes: { 'error.type': '404' } });
      const request = await collector.waitFor(({ spanId }) => spanId === run.parentId);
      expect(request).toMatchObject({ parentId: undefined, failed: false });
    },
    timeoutMs,
  );

  it(
    'names in the lines of logs the span that they were written in',
    async () => {
      const flow = await createTracedFlow('logged');
      hub.source.status = 404;
      const runId = await execute(flow, {});
      const run = await waitForRun(runId);
      hub.source.status = 200;
      const request = await collector.waitFor(({ spanId }) => spanId === run.parentId);

      const answered = { request_id: request.attributes['hub.request.id'], msg: 'Answered a request.' };
      const failed = { run_id: runId, msg: 'segment failed' };
      const written = (of: CollectedSpan): object => ({ trace_id: run.traceId, span_id: of.spanId });
      await expect
        .poll(() => readLog('api'))
        .toContainEqual(expect.objectContaining({ ...answered, ...written(request) }));
      expect(readLog('worker')).toContainEqual(expect.objectContaining({ ...failed, ...written(run) }));
      expect(readLog('worker')).toContainEqual(expect.not.objectContaining({ trace_id: expect.anything() }));
    },
    timeoutMs,
  );

  it(
    'records a run whose workflow was ended from outside as failed',
    async () => {
      const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
      const { tracer, provider } = createTracer({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
      const reconciler = await openReconciler(hub.facts, tracer);
      const flow = await createTracedFlow('ended from outside');
      const hold = hub.source.hold();
      const runId = await execute(flow, {});
      await hold.asked;

      await reconciler.client.workflow.getHandle(runId).terminate();
      // Its outbox message may still be in the table for a moment, which keeps reconcilers away.
      const reconciled = async (): Promise<unknown> => (
        await reconciler.reconcile(),
        (await readRun(hub.api, runId)).status
      );
      await expect.poll(reconciled).toBe('failed');
      hold.release();

      const run = await waitForRun(runId);
      const request = await collector.waitFor(({ spanId }) => spanId === run.parentId);
      expect(run).toMatchObject({ failed: true, traceId: request.traceId });
      expect(run.attributes).toMatchObject({ 'hub.run.status': 'failed', 'error.type': 'interrupted' });
      await Promise.all([reconciler.close(), provider.shutdown()]);
    },
    timeoutMs,
  );

  it(
    'keeps the code of what a caller did wrong, and traces no probe',
    async () => {
      await fetch(`${hub.facts.api_url}/health/live`);
      await fetch(`${hub.facts.api_url}/v1/runs/${inQuery}?secret=${inQuery}`, {
        headers: {
          authorization: `Bearer ${token}`,
          traceparent: `00-${callerTrace.replace('4', '5')}-${callerSpan}-01`,
        },
      });

      const refused = await collector.waitFor(({ traceId }) => traceId.startsWith('5bf92f'));
      expect(refused).toMatchObject({ name: 'GET /v1/runs/:id', failed: false });
      expect(refused.attributes).toMatchObject({ 'http.response.status_code': 401, 'error.type': 'unauthorized' });
      expect(collector.spans.filter(({ name }) => name.includes('/health'))).toEqual([]);
    },
    timeoutMs,
  );

  it('sends no secret and no query', () => {
    const sent = Buffer.concat(collector.bodies);

    expect(sent.includes('hub.connection.id')).toBe(true);
    for (const secret of [token, inQuery, hub.facts.api_key, 'target-password']) {
      expect(sent.includes(secret)).toBe(false);
    }
  });
});
