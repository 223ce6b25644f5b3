import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, folders, hashSources, toBuildPaths } from '../../web/build/sources.ts';
import { buildDashboard } from './dashboard.ts';

let root: string;

/** A checkout whose builder says what it is about, and fails. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-dashboard-'));
  for (const folder of [...folders, 'web/build']) await mkdir(join(root, folder), { recursive: true });
  for (const file of files) await writeFile(join(root, file), '{}');
  await writeFile(join(root, 'web/build/main.ts'), "process.stderr.write('no such module'); process.exitCode = 1;");
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function listSaid(signal = new AbortController().signal): Promise<string[]> {
  const said: string[] = [];
  await buildDashboard(root, (text) => said.push(text), signal);
  return said;
}

describe('start/servers/dashboard', () => {
  it('says once that the dashboard could not be built and why, and goes on', async () => {
    expect(await listSaid()).toEqual([
      'The dashboard could not be built; API and command line work without it. no such module',
    ]);
  });

  it('goes on where the builder is killed, as for want of memory', async () => {
    const builder = join(root, 'web/build/main.ts');
    const before = await readFile(builder, 'utf8');
    await writeFile(builder, "process.kill(process.pid, 'SIGKILL');");

    expect(await listSaid()).toEqual([
      expect.stringMatching(/^The dashboard could not be built; API and command line/),
    ]);
    await writeFile(builder, before);
  });

  it('says nothing of a build that was ended because the hub is told to stop', async () => {
    expect(await listSaid(AbortSignal.abort())).toEqual([]);
  });

  it('says of a checkout without sources what is missing, and goes on', async () => {
    const said: string[] = [];
    await buildDashboard(join(root, 'nowhere'), (text) => said.push(text), new AbortController().signal);

    expect(said).toHaveLength(1);
    expect(said[0]).toContain('ENOENT');
  });

  it('builds nothing where the sources are as they were', async () => {
    const { folder, current } = toBuildPaths(root);
    const name = hashSources(root);
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(current, `${name}\n`);

    expect(await listSaid()).toEqual([]);
  });
});
