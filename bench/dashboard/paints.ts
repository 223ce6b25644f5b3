import { listPages } from '../../test/web/pages.ts';
import type { Calibration } from './calibrate.ts';
import { type Figure, findMiddle } from './budgets.ts';
import { readFirstPaint } from './first-paint.ts';
import type { Person } from './person.ts';
import { round } from '../memory.ts';

/** First contentful paint with an empty cache, in ms. */
const budgets = {
  overview: 600,
  runs: 600,
  connections: 600,
  integration: 600,
  'run-failed': 600,
  'new-connection': 600,
  'new-integration': 600,
  'build-mapping': 1000,
  'build-steps': 1000,
} as const satisfies Record<string, number>;

/** Opens each page as somebody does who was never there: without anything of it in the browser. */
export async function measurePaints(
  person: Person,
  { calibration, repeats }: { calibration: Calibration; repeats: number },
): Promise<Figure[]> {
  const paths = listPages(person.scene);
  const times = new Map<string, number[]>();
  for (let turn = 0; turn < repeats; turn += 1) {
    await calibration.take();
    for (const name of Object.keys(budgets)) {
      const page = await person.open();
      await page.goto(`${person.url}/app${paths[name] ?? ''}`);
      times.set(name, [...(times.get(name) ?? []), await readFirstPaint(page)]);
      // Who is not signed in gets another page, and sooner.
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.context().close();
    }
  }
  const { general: slowdown } = await calibration.sum();
  return Object.entries(budgets).map(([name, max]) => ({
    name: `first paint, ${name}`,
    value: round(findMiddle(times.get(name) ?? [])),
    max,
    unit: 'ms',
    slowdown,
  }));
}
