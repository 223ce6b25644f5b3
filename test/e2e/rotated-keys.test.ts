import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectApi } from '../../start/main-job/api-client.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { readPrivateKeys } from '../../vault/key-files.ts';
import { type HubFacts, type RunningHub, startHub, waitForFacts } from '../harness/processes/running-hub.ts';

const run = promisify(execFile);
const timeoutMs = 1_500_000;

let dataDir = '';
let hub: RunningHub | undefined;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hub-rotated-'));
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** @param isWanted What the hub has done by then. Default: it answers. */
async function start(isWanted: (facts: HubFacts) => boolean = () => true): Promise<HubFacts> {
  hub = startHub(dataDir);
  return waitForFacts(hub, dataDir, isWanted, 400_000);
}

const hasDoneMainJob = (facts: HubFacts): boolean => facts.main_job !== undefined;

async function stop(): Promise<void> {
  hub?.process.kill('SIGTERM');
  await hub?.ended;
}

function addKey(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, HUB_DATA_DIR: dataDir };
  return run(process.execPath, ['start/add-key.ts', ...args], { cwd: projectRoot, env });
}

const keyFile = (): string => join(dataDir, 'keys', 'private.json');
const listKeys = async (): Promise<string[]> => [...(await readPrivateKeys(keyFile())).keys()];

const finding = z.object({ check: z.string(), status: z.string(), message: z.string() });

/** What `hub doctor` says of keys. */
async function askDoctor(): Promise<z.infer<typeof finding>[]> {
  const env = { ...process.env, HUB_DATA_DIR: dataDir };
  const args = ['cli/main.ts', 'doctor', '--json', '--reference', 'http://127.0.0.1:1'];
  // A finding about something else, such as the disk of the machine, is none of ours.
  const { stdout } = await run(process.execPath, args, { cwd: projectRoot, env }).catch(
    (error: { stdout: string }) => error,
  );
  return z
    .array(finding)
    .parse(JSON.parse(stdout))
    .filter(({ check }) => check.includes('key'));
}

/** Whether a worker opens the credentials of every connection. */
async function testConnections(facts: HubFacts): Promise<boolean[]> {
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const connections = await api.call('GET', '/connections', z.array(z.object({ id: z.string() })));
  const tests = connections.map(({ id }) => api.call('POST', `/connections/${id}/test`, z.object({ ok: z.boolean() })));
  return (await Promise.all(tests)).map(({ ok }) => ok);
}

async function verifyAudit(facts: HubFacts): Promise<boolean> {
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  return (await api.call('POST', '/audit-events/verify', z.object({ ok: z.boolean() }))).ok;
}

describe('test/e2e/rotated-keys', { timeout: timeoutMs }, () => {
  it('says where a key is added before there is a hub', async () => {
    await expect(addKey()).rejects.toMatchObject({
      stderr: expect.stringMatching(/There are no keys in .*npm run create-secrets -- --add-key/su),
    });
  });

  it('seals everything to a key that was added, after which the old one is taken out', async () => {
    await start(hasDoneMainJob);
    const [old = ''] = await listKeys();

    const { stdout } = await addKey();

    const [, added = ''] = await listKeys();
    expect(stdout).toContain(`Added the key ${added} to ${keyFile()}`);
    expect(stdout).toContain('npm start');
    await stop();

    await start();
    const retired = `Nothing that is stored is sealed with ${old}: it can be taken out of the key file.`;
    const answer = (): Promise<string[]> => askDoctor().then((found) => found.map(({ message }) => message));
    await expect.poll(answer, { timeout: 240_000, interval: 1000 }).toContain(retired);
    await stop();

    const file = z.object({ keys: z.array(z.looseObject({ key_id: z.string() })) });
    const { keys } = file.parse(JSON.parse(readFileSync(keyFile(), 'utf8')));
    writeFileSync(keyFile(), JSON.stringify({ keys: keys.filter(({ key_id: id }) => id !== old) }), { mode: 0o600 });
    const facts = await start(hasDoneMainJob);

    expect(await listKeys()).toEqual([added]);
    expect(await testConnections(facts)).toEqual([true, true]);
    expect(await verifyAudit(facts)).toBe(true);
    expect(facts.main_job?.status).toBe('succeeded');
    expect(await askDoctor()).toEqual([expect.objectContaining({ check: 'key file', status: 'ok' })]);
  });

  it('takes no arguments', async () => {
    await expect(addKey('--newest')).rejects.toMatchObject({ stderr: expect.stringContaining('npm run add-key') });
  });
});
