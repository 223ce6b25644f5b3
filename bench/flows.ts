/**
 * Flows on a whole hub: items through four steps beside a bare loop and a workflow for each, one input, items that wait, the
 * children of a loop, and payloads.
 *
 * `npm run bench:flows [-- --items 10000 --ended 1000000 --parked 100000 --seconds 10 --only items,inputs]`. The last line is
 * JSON; what was left out is null. Exits 1 when anything was lost, or when a bar is missed; bars hold at the sizes that are the
 * defaults.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startFlowBench } from './flows/flow-bench.ts';
import { measureChildren } from './flows/measure-children.ts';
import { measureInputs } from './flows/measure-inputs.ts';
import { measureItems } from './flows/measure-items.ts';
import { measurePayloads } from './flows/measure-payloads.ts';
import { measureWaits } from './flows/measure-waits.ts';

const parts = ['items', 'inputs', 'waits', 'children', 'payloads'] as const;
const sizes = { items: '10000', ended: '1000000', parked: '100000', seconds: '10' } as const;
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: sizes.items },
    ended: { type: 'string', default: sizes.ended },
    parked: { type: 'string', default: sizes.parked },
    seconds: { type: 'string', default: sizes.seconds },
    only: { type: 'string', default: parts.join(',') },
  },
});
const count = z.coerce.number().int().min(0);
const seconds = z.coerce.number().min(1).parse(values.seconds);
const only = z.array(z.enum(parts)).parse(values.only.split(','));

/** What a figure is at least, or at most. */
const bars: Record<string, { min?: number; max?: number }> = {
  ratio_bare: { min: 0.4 },
  ratio_workflow_per_item: { min: 10 },
  p50_ratio_short: { max: 1.3 },
  parked_rss_delta_mb: { max: 30 },
  resumed_per_s: { min: 2000 },
  payloads_per_s: { min: 1000 },
  row_versions_per_item: { max: 12 },
  wal_bytes_per_item: { max: 8192 },
};
const { items, ended, parked, seconds: lasts } = values;
const isWholeSize = JSON.stringify({ items, ended, parked, seconds: lasts }) === JSON.stringify(sizes);

const figures: Record<string, number | null> = {
  ratio_bare: null,
  ratio_workflow_per_item: null,
  p50_ratio_short: null,
  parked_rss_delta_mb: null,
  resumed_per_s: null,
  payloads_per_s: null,
  row_versions_per_item: null,
  wal_bytes_per_item: null,
};
const bench = await startFlowBench();
try {
  if (only.includes('items')) {
    Object.assign(
      figures,
      await measureItems(bench, { items: count.parse(values.items), ended: count.parse(values.ended) }),
    );
  }
  if (only.includes('inputs')) Object.assign(figures, await measureInputs(bench, seconds));
  if (only.includes('waits')) Object.assign(figures, await measureWaits(bench, count.parse(values.parked)));
  if (only.includes('children')) await measureChildren(bench);
  if (only.includes('payloads')) Object.assign(figures, await measurePayloads(bench, seconds));
  if (isWholeSize) judge();
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await bench.stop();
}
process.exit();

function judge(): void {
  for (const [name, { min = -Infinity, max = Infinity }] of Object.entries(bars)) {
    const figure = figures[name] ?? null;
    if (figure === null || (figure >= min && figure <= max)) continue;
    process.stdout.write(`A bar is missed: ${name} ${Number.isFinite(min) ? `from ${min}` : `to ${max}`}.\n`);
    process.exitCode = 1;
  }
}
