import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { type CliFolder, type CliUnderTest, makeCliFolder, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;
/** Without any login. */
let stranger: CliFolder;

beforeAll(async () => {
  cli = await startCliUnderTest();
  stranger = await makeCliFolder();
});

afterAll(async () => {
  await cli.close();
  await stranger.remove();
});

describe('test/cli/login', { timeout: 120_000 }, () => {
  it('says what to do where no hub is known', async () => {
    const { code, err } = await stranger.run(['me']);

    expect([code, err]).toEqual([2, expect.stringContaining('hub login --url')]);
  });

  it('keeps a key that the hub takes where only its owner reads it', async () => {
    const stdin = `${cli.api.organization.api_key}\n`;
    const { code, err, out } = await stranger.run(['login', '--url', cli.url], { stdin });

    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('Logged in to First');
    expect(err).not.toContain(cli.api.organization.api_key);
    const file = join(stranger.path, 'config', 'profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(cli.api.organization.api_key);
    expect((await stranger.run(['me', '--field', 'organization.name'])).out).toBe('First\n');
  });

  it.skipIf(!hasTerminals())('asks for a key on a terminal, and does not show what is typed', async () => {
    const folder = await makeCliFolder();
    const key = cli.api.organization.api_key;
    const command = `"${process.execPath}" "${join(projectRoot, 'cli/main.ts')}" login --url "${cli.url}"`;
    const child = spawn('script', ['-q', '-e', '-c', command, '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, HUB_CONFIG_DIR: join(folder.path, 'config') },
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!shown.includes('API key: ') && (shown + text).includes('API key: ')) child.stdin.write(`${key}\n`);
      shown += text;
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));

    const stored = await readFile(join(folder.path, 'config', 'profiles.json'), 'utf8');
    await folder.remove();
    expect([code, shown]).toEqual([0, expect.stringContaining('Logged in to First')]);
    expect(shown).not.toContain(key);
    expect(stored).toContain(key);
  });

  it('keeps no key that the hub refuses', async () => {
    const { code } = await stranger.run(['login', '--url', cli.url, '--name', 'wrong'], { stdin: 'ihk_live_wrong' });

    expect(code).toBe(4);
    expect((await stranger.run(['profiles', 'list', '--field', 'name'])).out).toBe('default\n');
  });

  it('finds the hub that runs on this machine by itself', async () => {
    const data = join(stranger.path, 'data');
    await mkdir(data, { recursive: true });
    await writeFile(
      join(data, 'hub.json'),
      JSON.stringify({ api_url: cli.url, api_key: cli.api.organization.api_key }),
    );
    const other = await makeCliFolder({ HUB_DATA_DIR: data });

    const before = await other.run(['me', '--field', 'organization.name']);
    const login = await other.run(['login']);
    const listed = await other.run(['profiles', 'list', '--json']);
    await other.remove();

    expect(before.out).toBe('First\n');
    expect([login.code, login.err]).toEqual([0, expect.stringContaining('(profile local)')]);
    expect(JSON.parse(listed.out)).toEqual([{ name: 'local', used: true, hub: join(data, 'hub.json') }]);
    expect(listed.out).not.toContain('ihk_');
  });

  it('changes between hubs, and forgets one', async () => {
    await stranger.run(['login', '--name', 'here']);

    const used = await stranger.run(['profiles', 'list', '--json']);
    await stranger.run(['profiles', 'use', 'default']);
    const asked = await stranger.run(['me', '--profile', 'here', '--field', 'organization.name']);
    const gone = await stranger.run(['logout', 'here']);
    const missing = await stranger.run(['me', '--profile', 'here']);

    expect(JSON.parse(used.out)).toMatchObject([
      { name: 'default', used: false },
      { name: 'here', used: true },
    ]);
    expect([asked.out, gone.code, missing.code]).toEqual(['First\n', 0, 2]);
  });

  it('sends the key of one hub to no other', async () => {
    const { code, err } = await stranger.run(['me'], { env: { HUB_URL: 'http://127.0.0.1:1' } });

    expect([code, err]).toEqual([2, expect.stringContaining('HUB_URL and HUB_API_KEY belong together')]);
  });

  it('uses no keys that others can read', async () => {
    const file = join(stranger.path, 'config', 'profiles.json');
    await chmod(file, 0o644);

    const { code, err } = await stranger.run(['me']);

    await chmod(file, 0o600);
    expect([code, err]).toEqual([2, expect.stringContaining(`chmod 600 ${file}`)]);
  });
});

/** `script` of util-linux gives a command a terminal. Where it is not there, the run says that this is not tested. */
function hasTerminals(): boolean {
  try {
    execFileSync('script', ['-q', '-e', '-c', 'true', '/dev/null'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      'login: typing a key on a terminal is not tested, since there is no `script` of util-linux.\n',
    );
    return false;
  }
}
