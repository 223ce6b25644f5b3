/**
 * Flows on a whole hub: items through four steps beside a bare loop and a workflow for each, one input, items that wait, the
 * children of a loop, and payloads.
 *
 * `npm run bench:flows [-- --items 10000 --ended 1000000 --parked 100000 --seconds 10 --only items,inputs]`. The last line is
 * JSON; what was left out is null. Exits 1 when anything was lost.
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
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    ended: { type: 'string', default: '1000000' },
    parked: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: parts.join(',') },
  },
});
const count = z.coerce.number().int().min(0);
const seconds = z.coerce.number().min(1).parse(values.seconds);
const only = z.array(z.enum(parts)).parse(values.only.split(','));

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
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await bench.stop();
}
process.exit();
