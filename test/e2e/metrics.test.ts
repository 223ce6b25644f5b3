import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listConnectors } from '../../connectors/registry.ts';
import { errorCodes } from '../../core/errors.ts';
import { type MetricDefinition, metrics } from '../../core/telemetry/metrics.data.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { listNamedMetrics } from '../harness/named-metrics.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { type Sample, type Scrape, scrape } from '../harness/scrape.ts';

const definitions: Readonly<Record<string, MetricDefinition>> = metrics;

const runOf = z.object({
  data: z.object({
    status: z.string(),
    counters: z.object({
      read: z.number(),
      created: z.number(),
      updated: z.number(),
      deleted: z.number(),
      skipped: z.number(),
      failed: z.number(),
    }),
  }),
});

/** A start takes long on a machine that is busy otherwise; one that fails says why before. */
const timeoutMs = 180_000;

let hub: HubProcess;
let run: z.infer<typeof runOf>['data'];
let api: Scrape;
let worker: Scrape;

const ask = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${hub.facts.api_key}` };
  return (await fetch(`${hub.facts.api_url}${path}`, { headers })).json();
};

beforeAll(async () => {
  hub = await startHubProcess({});
  const { main_job: job, metrics_urls: urls } = hub.facts;
  run = runOf.parse(await ask(`/v1/runs/${job?.run_id ?? ''}`)).data;
  await ask('/v1/runs/run_that_is_none');
  await ask('/CANARY-path-81c2');
  [api, worker] = await Promise.all([scrape(urls.api), scrape(urls.worker)]);
}, timeoutMs);
afterAll(() => hub.stop(), timeoutMs);

/** Name of the metric that a sample belongs to. */
function toFamily({ name }: Sample, { types }: Scrape): string {
  const family = name.replace(/_(?:bucket|sum|count)$/, '');
  return types.get(family) === 'histogram' ? family : name;
}

describe('test/e2e/metrics', () => {
  it('counts what the run counted', () => {
    const { read, created, updated, deleted, skipped, failed } = run.counters;

    expect(run.status).toBe('succeeded');
    expect(read).toBeGreaterThan(1000);
    expect(worker.sum('hub_records_read_total')).toBe(read);
    const settled = (outcome: string): number => worker.sum('hub_records_settled_total', { outcome });
    expect({
      created: settled('created'),
      updated: settled('updated'),
      deleted: settled('deleted'),
      skipped: settled('skipped'),
      failed: settled('failed'),
    }).toEqual({ created, updated, deleted, skipped, failed });
    expect(worker.sum('hub_ledger_rows_total', { change: 'settled' })).toBe(created + updated);
    expect(worker.sum('hub_run_duration_seconds_count')).toBe(1);
    expect(worker.sum('hub_run_duration_seconds_count', { outcome: 'succeeded', trigger: 'manual' })).toBe(1);
  });

  it('counts calls of both systems, and none that went wrong', () => {
    const calls = (labels: Record<string, string>): number =>
      worker.sum('hub_vendor_call_duration_seconds_count', labels);

    expect(calls({ connector: 'cisa_kev', outcome: 'ok' })).toBeGreaterThan(0);
    expect(calls({ connector: 'postgres', outcome: 'ok' })).toBeGreaterThan(0);
    expect(calls({ outcome: 'ok' })).toBe(calls({}));
  });

  it('counts requests by the template of their path', () => {
    const requests = (labels: Record<string, string>): number =>
      api.sum('hub_http_request_duration_seconds_count', labels);

    expect(requests({ method: 'GET', route: '/runs/{id}', status: '2xx' })).toBeGreaterThan(0);
    expect(requests({ method: 'GET', route: '/runs/{id}', status: '4xx' })).toBe(1);
    expect(requests({ method: 'GET', route: 'none', status: '4xx' })).toBe(1);
  });

  it('shows the state of the database, the pools and the processes', () => {
    expect(worker.sum('hub_state_reads_total', { outcome: 'read' })).toBeGreaterThan(0);
    expect(worker.sum('hub_state_reads_total', { outcome: 'failed' })).toBe(0);
    expect(worker.samples.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'hub_outbox_length',
        'hub_outbox_age_seconds',
        'hub_event_queue_length',
        'hub_event_queue_overdue_seconds',
        'hub_schedule_overdue_seconds',
        'hub_schedule_queue_length',
        'hub_audit_seal_lag_seconds',
      ]),
    );
    for (const process of [api, worker]) {
      expect(process.sum('hub_database_connections_max')).toBe(20);
      expect(process.sum('process_resident_memory_bytes')).toBeGreaterThan(20_000_000);
      expect(process.sum('process_cpu_seconds_total')).toBeGreaterThan(0);
    }
  });

  it("gives Temporal's own metrics in the same scrape", () => {
    expect(worker.sum('temporal_workflow_completed_total')).toBe(1);
    expect(api.text).not.toContain('temporal_');
  });

  it('has every metric of its definitions, and no other of its own', () => {
    const own = [...api.types.keys(), ...worker.types.keys()].filter((name) => !name.startsWith('temporal_'));

    expect(new Set(own)).toEqual(new Set(Object.keys(definitions)));
  });

  it('has what dashboard and alerts ask for', () => {
    const known = new Set([...api.types.keys(), ...worker.types.keys()]);
    const asked = ['deploy/prometheus/alerts.yml', 'deploy/grafana/integration-hub.json'].flatMap((file) =>
      listNamedMetrics(readFileSync(join(projectRoot, file), 'utf8')),
    );

    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('labels with values of closed lists, connectors, routes and codes only', () => {
    const open: Record<string, readonly string[]> = {
      connector: listConnectors().map(({ id }) => id),
      code: Object.keys(errorCodes),
    };
    for (const process of [api, worker]) {
      for (const sample of process.samples.filter(({ name }) => !name.startsWith('temporal_'))) {
        const { labels = {} } = definitions[toFamily(sample, process)] ?? {};
        for (const [label, value] of Object.entries(sample.labels)) {
          if (label === 'le') continue;
          const declared = labels[label] ?? [];
          if (label === 'route') expect(value).toMatch(/^(?:none|\/[\w./{}:-]*)$/);
          else expect(typeof declared === 'string' ? open[label] : declared).toContain(value);
        }
      }
    }
  });

  it('holds no id, key or address', () => {
    const { api_key: key, database_url: url, main_job: job } = hub.facts;
    const pattern = /\b(?:org|acc|conn|int|run|wf|key|evt)_[0-9a-z]{20,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/;
    for (const { text } of [api, worker]) {
      for (const secret of [key, new URL(url).password, job?.run_id ?? key, 'CANARY']) {
        expect(text).not.toContain(secret);
      }
      expect(text.match(pattern)?.[0]).toBeUndefined();
    }
  });
});
