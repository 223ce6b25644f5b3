import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/settings.ts';
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts';

const timeoutMs = 180_000;

let hub: HubProcess;
/** Stands for the checkout: what the commands write stays out of ours. */
let folder: string;

beforeAll(async () => {
  hub = await startHubProcess({});
  folder = await mkdtemp(join(tmpdir(), 'hub-readme-'));
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await symlink(join(projectRoot, 'cli/hub'), join(folder, 'node_modules/.bin/hub'));
}, timeoutMs);

afterAll(async () => {
  await hub.stop();
  await rm(folder, { recursive: true, force: true });
}, timeoutMs);

/** What a reader would copy. */
async function readTour(): Promise<string> {
  const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
  const [, tour] = /<!-- tour -->\s*```sh\n(.*?)```/s.exec(readme) ?? [];
  expect(tour).toContain('hub integrations execute');
  return tour ?? '';
}

async function paste(commands: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('sh', ['-eu', '-c', commands], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, HUB_DATA_DIR: hub.dataDir },
  });
}

/** The tests build on one another. */
describe('test/e2e/readme', { timeout: timeoutMs }, () => {
  it('has a tour that works by copy and paste, every command of it', async () => {
    const { stdout, stderr } = await paste(await readTour());

    expect(stdout).toContain('id: cisa_kev');
    expect(stdout).toContain('ok: true');
    expect(stdout).toContain('valid: true');
    expect(stderr).toMatch(/✓ run_\w+ succeeded · [\d,]+ read · [\d,]+ written/);
    expect(stderr).toContain('0 to create, 0 to change, 0 to delete, ');
  });

  it('leaves the organization as files, without secrets', async () => {
    const files = await readdir(join(folder, 'organization'), { recursive: true });

    expect(files).toContain('integrations/kev-by-hand.yaml');
    const text = await Promise.all(
      files
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => readFile(join(folder, 'organization', file), 'utf8')),
    );
    expect(text.join('\n')).not.toContain(new URL(hub.facts.demo_database_url).password);
  });

  it('is followed by a doctor who finds nothing wrong', async () => {
    const { stdout } = await paste('node_modules/.bin/hub doctor --json');

    const findings: { check: string; status: string }[] = JSON.parse(stdout);
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'workers', status: 'ok' }));
  });
});
