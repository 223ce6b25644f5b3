import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { type CliUnderTest, makeCliFolder, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;

beforeAll(async () => {
  cli = await startCliUnderTest();
});

afterAll(() => cli.close());

/** The command as a process, with outputs as they are given. */
function startProcess(args: readonly string[], stdout: 'pipe' | number) {
  return spawn(process.execPath, [join(projectRoot, 'cli/main.ts'), ...args], {
    cwd: cli.path,
    env: { HOME: cli.path, HUB_URL: cli.url, HUB_API_KEY: cli.api.organization.api_key },
    stdio: ['ignore', stdout, 'pipe'],
  });
}

describe('test/cli/bad-input', { timeout: 120_000 }, () => {
  it.each([
    ['no address', { HUB_URL: 'hub.example' }, 'HUB_URL is no address'],
    ['another protocol', { HUB_URL: 'file:///etc/passwd' }, 'HUB_URL is no address'],
    ['a key of two lines', { HUB_API_KEY: 'CANARY\nof a key' }, 'HUB_API_KEY is no API key'],
  ])('says what is wrong with %s, and shows no key', async (_, env, reason) => {
    const { code, err } = await cli.run(['me'], { env });

    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
    expect(err).not.toContain('CANARY');
  });

  it('names the line of a number that would lose digits, and does not show it', async () => {
    const record = '---\nname: Ada\nid: 9007199254740993\n';

    const { code, err } = await cli.run(['formulas', 'evaluate', '--formula', 'id', '--input', record]);

    expect([code, err]).toEqual([2, expect.stringContaining('the number in line 3 is too long: it needs quotes')]);
    expect(err).not.toContain('9007199254740993');
  });

  it.each([
    [['connections', 'get', ''], '<id> is empty'],
    [['runs', 'cancel', ' '], '<id> is empty'],
    [['connectors', 'validate', '--definition', '@missing.json'], 'missing.json cannot be read: '],
    [['apply', '-f', '', '--yes'], '--file takes a file or a folder'],
    [['apply', '-f', '/dev/null', '--yes'], '/dev/null holds no resource'],
    [['export', '/dev/null'], '/dev/null cannot be made: '],
    [['triggers', 'list', '--type', 'schedule'], 'Allowed choices are scheduled, event, webhook, after, manual.'],
    [['export', '/proc/nope'], '/proc/nope cannot be made: '],
  ])('refuses %j', async (args, reason) => {
    const { code, err } = await cli.run(args);

    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it.each([
    ['one resource', '{ kind: account, name: Acme }'],
    ['several', 'kind: account\nname: Acme\n---\nkind: account\nname: Other\n'],
    ['a list', '[{ kind: account, name: Acme }]'],
  ])('points to apply where the file of a call holds %s as code', async (_, stdin) => {
    const { code, err } = await cli.run(['accounts', 'create', '-f', '-'], { stdin });

    expect([code, err]).toEqual([2, expect.stringContaining('hub apply -f FILE')]);
  });

  it('does not take a folder without files for an organization without anything', async () => {
    await cli.run(['accounts', 'create', '--name', 'Kept']);
    const empty = await makeCliFolder();

    const { code, err } = await cli.run(['apply', '-f', empty.path, '--prune', '--yes']);

    expect([code, err]).toEqual([2, expect.stringContaining('holds no resource')]);
    expect((await cli.run(['accounts', 'get', 'Kept'])).code).toBe(0);
    await empty.remove();
  });

  it('takes what a hub left behind that was killed for none', async () => {
    const folder = await makeCliFolder();
    await writeFile(join(folder.path, 'hub.json'), '{"api_url": "http');

    const { code, err } = await folder.run(['me'], { env: { HUB_DATA_DIR: folder.path } });

    expect([code, err]).toEqual([2, expect.stringContaining('No hub is known')]);
    await folder.remove();
  });

  it('says where it cannot keep a login', async () => {
    const folder = await makeCliFolder();
    const stdin = cli.api.organization.api_key;

    const { code, err } = await folder.run(['login', '--url', cli.url], {
      stdin,
      env: { HUB_CONFIG_DIR: '/dev/null/x' },
    });

    expect([code, err]).toEqual([2, expect.stringContaining('/dev/null/x/profiles.json cannot be written')]);
    await folder.remove();
  });

  it('ends as it should when nobody reads its errors', async () => {
    const child = startProcess(['connections', 'get', 'nothing'], 'pipe');
    child.stderr?.destroy();

    expect(await once(child, 'exit')).toEqual([5, null]);
  });

  it.skipIf(process.platform !== 'linux')('says so when its output cannot be written', async () => {
    const full = await open('/dev/full', 'w');
    const child = startProcess(['me'], full.fd);
    const [err, [code]] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
    await full.close();

    expect([code, err]).toEqual([1, expect.stringContaining('The output cannot be written: ')]);
  });
});
