import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { commands } from '../cli/commands.data.ts';
import { metrics } from '../core/telemetry/metrics.data.ts';
import { projectRoot } from '../start/state/settings.ts';
import { listNamedMetrics } from './harness/named-metrics.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const rules = rulesFile.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap((group) => group.rules);

const panel = z.looseObject({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  gridPos: z.strictObject({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
  targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).optional(),
});
const dashboard = z
  .looseObject({ uid: z.string(), title: z.string(), schemaVersion: z.number(), panels: z.array(panel) })
  .parse(JSON.parse(read('deploy/grafana/integration-hub.json')));

const queries = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

const labelsOf = new Map<string, readonly string[]>(
  Object.entries(metrics).map(([name, { labels }]) => [name, Object.keys(labels)]),
);
/** What Prometheus adds, and what a histogram has. */
const anyLabels = ['job', 'instance', 'le'];

const pages = readdirSync(join(projectRoot, 'docs/runbooks')).filter((page) => page !== 'README.md');
const commandNames = new Set([
  ...commands.map(({ words }) => words.join(' ')),
  ...[...read('docs/cli.md').matchAll(/^\| `hub ([a-z -]+?)(?: [<[][^`]*)?`/gm)].map(([, name = '']) => name),
]);

describe('test/monitoring', () => {
  it('has an alert of each name once', () => {
    const names = rules.map(({ alert }) => alert);

    expect(names).toEqual([...new Set(names)]);
    for (const name of names) expect(name).toMatch(/^Hub[A-Z][A-Za-z]+$/);
  });

  it('has a page for each alert, and an alert for each page', () => {
    const named = rules.map(({ annotations }) => annotations.runbook.replace('docs/runbooks/', ''));

    expect(named.toSorted()).toEqual(pages.toSorted());
    for (const { alert, annotations } of rules) {
      expect(read(annotations.runbook)).toContain(`\nAlert: \`${alert}\`.\n`);
      expect(read('docs/runbooks/README.md')).toContain(`| \`${alert}\``);
    }
  });

  it('tries each alert by planted series', () => {
    const { tests } = z
      .looseObject({ tests: z.array(z.looseObject({ name: z.string() })) })
      .parse(parse(read('deploy/prometheus/alerts.test.yml')));
    const tried = new Set(tests.map(({ name }) => name.split(',')[0]));

    expect(rules.map(({ alert }) => alert).filter((alert) => !tried.has(alert))).toEqual([]);
  });

  it.each(pages)('says in %s what it means, what users notice, how to look and what to do', (page) => {
    const headings = [...read(`docs/runbooks/${page}`).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

    expect(headings).toEqual(['What it means', 'What users notice', 'How to look', 'What to do']);
  });

  it.each(pages)('names in %s commands that there are', (page) => {
    const named = [...read(`docs/runbooks/${page}`).matchAll(/(?:^|`)hub ([a-z-]+(?: [a-z-]+)?)/gm)].map(
      ([, name = '']) => name,
    );

    expect(named.filter((name) => !commandNames.has(name))).toEqual([]);
  });

  it.each(queries)('asks in "$of" for metrics and labels of the definitions ($expr)', ({ expr }) => {
    const names = listNamedMetrics(expr);
    const used = [...expr.matchAll(/(?:by|without) \(([a-z_, ]+)\)|(?:\{|,)([a-z]+)(?:=|!)/g)].flatMap(
      ([, grouped, matched]) => (grouped ?? matched ?? '').split(', '),
    );

    expect(names.length + (expr.includes('up{') ? 1 : 0)).toBeGreaterThan(0);
    if (names.some((name) => name.startsWith('temporal_'))) return;
    expect(names.filter((name) => !labelsOf.has(name))).toEqual([]);
    const known = new Set([...anyLabels, ...names.flatMap((name) => labelsOf.get(name) ?? [])]);
    expect(used.filter((label) => !known.has(label))).toEqual([]);
  });

  it('shows panels that do not overlap, each once', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );

    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('shows or watches every metric that it defines', () => {
    const asked = new Set(queries.flatMap(({ expr }) => listNamedMetrics(expr)));

    expect(Object.keys(metrics).filter((name) => !asked.has(name))).toEqual([
      'hub_live_streams',
      'process_start_time_seconds',
    ]);
  });
});
