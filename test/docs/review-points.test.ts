import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIntegration } from '../../start/main-job/demo-flow.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { hasTitle } from './has-title.ts';
import { listSteps, readPages } from './pages.ts';

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');

/** Rows of the table: `| 1.3a | what holds now | \`file\`: title<br>\`file\`: title |`. */
const rows = [...(await read('test/review-points.md')).matchAll(/^\| (\d\S*) +\| [^|]+ \| (.+?) +\|$/gm)].map(
  ([, point = '', cell = '']) => ({ point, cell }),
);

const named = rows.flatMap(({ point, cell }) =>
  [...cell.matchAll(/`([^`]+\.ts)`: (.+?)(?=<br>|$)/g)].map(([, file = '', title = '']) => ({ point, file, title })),
);

/** How many points each section of the review has. */
const sections = { 1: 14, 2: 3, 3: 6, 4: 6, 5: 7 };

describe('test/docs/review-points', () => {
  it('has each point, in their order', () => {
    const points = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
    );

    expect([...new Set(rows.map(({ point }) => point.replace(/[a-z]$/, '')))]).toEqual([...points, '6']);
    expect(new Set(rows.map(({ point }) => point)).size).toBe(rows.length);
  });

  it('names a test for each point, but for figures of a machine', () => {
    const tested = new Set(named.map(({ point }) => point));

    expect(rows.map(({ point }) => point).filter((point) => !tested.has(point))).toEqual(['6']);
  });

  it.each(named)('finds the test of $point: $title', async ({ file, title }) => {
    expect(hasTitle(await read(file), title)).toBe(true);
  });

  it('has a licence, a changelog and a security policy', async () => {
    const [license, changelog, security] = await Promise.all(['LICENSE', 'CHANGELOG.md', 'SECURITY.md'].map(read));

    expect(license).toContain('Apache License');
    expect(changelog).toContain('## Unreleased');
    expect(security).toMatch(/vulnerabilit/i);
  });

  it('has pages whose commands write to no table of the main job', async () => {
    const { target } = demoIntegration({ name: 'x', account_id: 'x', sourceId: 'x', targetId: 'x' });
    const written = (await readPages()).flatMap((page) =>
      listSteps(page).flatMap(({ commands }) => listTargets(commands).map((table) => `${page.path}: ${table}`)),
    );

    expect(written).toContain('README.md: ransomware');
    expect(written).toContain('docs/set-up.md: kev_set_up');
    expect(written.filter((table) => table.endsWith(`: ${target.object}`))).toEqual([]);
  });

  it('has a quick suite of what is beside the source', async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read('package.json'));

    expect(scripts['test:quick']).toBe(`${scripts['test']} --exclude='test/**'`);
    expect(await read('CONTRIBUTING.md')).toContain('`npm run test:quick`');
  });
});

/** Objects that targets name, in YAML: the members below `target`, or beside it in braces. */
function listTargets(text: string): string[] {
  const targets = text.matchAll(/target"?: *(?:\{[^}]*\}|(?:\n +[^\n]+)+)/g);
  return [...targets].flatMap(([block]) => /\bobject"?: *["']?([\w.]+)/.exec(block)?.[1] ?? []);
}
