import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { listSteps, readPages } from './pages.ts';
import { type Checkout, findMissingLine, makeCheckout, walk } from './walk.ts';

/** On a machine that is busy otherwise every command takes long. */
const timeoutMs = 300_000;

const pages = (await readPages())
  .map((page) => ({ path: page.path, steps: listSteps(page) }))
  .filter(({ steps }) => steps.length > 0);

let hub: HubProcess;
let checkout: Checkout;

beforeAll(async () => {
  // Recipes have servers of their own on this machine.
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: '127.0.0.1/32' });
  checkout = await makeCheckout(hub.dataDir);
}, timeoutMs);

afterAll(async () => {
  await hub.stop();
  await checkout.remove();
}, timeoutMs);

/** The tests share a hub, and build on one another. */
describe('test/docs/walks', { timeout: timeoutMs }, () => {
  it.each(pages)('has in $path commands that work by copy and paste, and print what it says', async (page) => {
    const printed = await walk(page.path, page.steps, hub.dataDir, checkout.path);

    for (const [index, { output, line }] of page.steps.entries()) {
      const text = printed[index] ?? '';
      expect(findMissingLine(output, text), `${page.path}:${line} prints:\n${text}`).toBeUndefined();
    }
  });

  it('has pages that make tables of their own: they are walked on one hub', () => {
    const tables = pages.flatMap(({ steps }) => [
      ...new Set(
        steps.flatMap(({ commands }) =>
          [...commands.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
        ),
      ),
    ]);

    expect(tables.filter((name, index) => tables.indexOf(name) < index)).toEqual([]);
  });

  it('has walks through the README and the set-up', () => {
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/set-up.md']));
    expect(pages.flatMap(({ steps }) => steps.flatMap(({ output }) => output)).length).toBeGreaterThan(20);
  });

  it('exports the organization as files, without secrets', async () => {
    const folder = join(checkout.path, 'recipe-organization');
    const files = await readdir(folder, { recursive: true });

    expect(files).toContain('integrations/ransomware-findings.yaml');
    const texts = await Promise.all(
      files.filter((file) => file.endsWith('.yaml')).map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(texts.join('\n')).not.toContain(new URL(hub.facts.demo_database_url).password);
  });

  it('is followed by a doctor who finds nothing wrong', async () => {
    const { stdout } = await promisify(execFile)('node_modules/.bin/hub', ['doctor', '--json'], {
      cwd: checkout.path,
      env: { PATH: process.env['PATH'] ?? '', HOME: checkout.path, HUB_DATA_DIR: hub.dataDir },
    });

    const findings: { check: string; status: string }[] = JSON.parse(stdout);
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'workers', status: 'ok' }));
    expect(findings.filter(({ check, status }) => check.startsWith('metrics') && status === 'ok')).toHaveLength(2);
  });
});
