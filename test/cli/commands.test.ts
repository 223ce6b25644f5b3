import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands.data.ts';
import { createProgram } from '../../cli/program.ts';
import { operations } from '../../client/operations.data.ts';
import { routes } from '../../api/routes/index.ts';
import { systemClock } from '../../core/clock.ts';
import { addIntegration, makeFlow } from '../api/flows.ts';
import { type CliUnderTest, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;

beforeAll(async () => {
  cli = await startCliUnderTest();
});

afterAll(async () => {
  await cli.close();
});

/** `hub` acts with a key, which has no profile. */
const personal = new Set(routes.filter(({ scope }) => scope === 'person').map(({ operationId }) => operationId));

describe('test/cli/commands', { timeout: 120_000 }, () => {
  it('can be made all together: no two options of one share a flag', () => {
    const context = {
      env: {},
      cwd: '/',
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      clock: systemClock,
      signal: new AbortController().signal,
    };

    expect(createProgram(context, () => undefined).commands.length).toBeGreaterThan(15);
    expect(new Set(commands.map(({ operation }) => operation))).toEqual(
      new Set(Object.keys(operations).filter((name) => !personal.has(name))),
    );
  });

  it('makes, shows, changes and deletes a resource, by its name or its id', async () => {
    const made = await cli.run(['accounts', 'create', '--name', 'Berlin', '--metadata', '{floor: 3}', '--field', 'id']);
    const id = made.out.trim();
    const updated = await cli.run(['accounts', 'update', 'Berlin', '--status', 'inactive', '--json']);
    const shown = await cli.run(['accounts', 'get', id]);
    const deleted = await cli.run(['accounts', 'delete', 'Berlin', '--json']);

    expect(id).toMatch(/^acc_/);
    expect(JSON.parse(updated.out)).toMatchObject({ id, status: 'inactive', metadata: { floor: 3 } });
    expect(shown.out).toContain(`id: ${id}\nname: Berlin\nstatus: inactive\n`);
    expect(JSON.parse(deleted.out)).toEqual({ id, deleted: true });
  });

  it('reads members from a file or standard input, with names in the place of ids', async () => {
    await cli.run(['accounts', 'create', '--name', 'Owner']);
    const stdin = 'name: Feed\nservice_type: cisa_kev\ncredentials: {}\naccount_id: ${account:Owner}\n';

    const made = await cli.run(['connections', 'create', '-f', '-', '--name', 'Feed of Owner', '--json'], { stdin });

    expect([made.code, made.err]).toEqual([0, '']);
    const shown = JSON.parse((await cli.run(['connections', 'get', 'Feed of Owner', '--json'])).out);
    const owner = (await cli.run(['accounts', 'get', 'Owner', '--field', 'id'])).out.trim();
    expect(shown).toMatchObject({ service_type: 'cisa_kev', account_id: owner });
  });

  it('lays lists out as a table for people, and as data for scripts', async () => {
    await cli.run(['lookup-tables', 'create', '--name', 'Short', '--entries', '{"a":1}']);

    const table = await cli.run(['lookup-tables', 'list']);
    const data = await cli.run(['lookup-tables', 'list', '--yaml']);
    const field = await cli.run(['lookup-tables', 'list', '--field', 'entry_count']);

    expect(table.out).toMatch(/^ID +NAME +VERSION +ENTRY COUNT +CREATED AT\nlut_\w+ {2}Short +1 +1 +20/);
    expect(data.out).toContain('name: Short');
    expect(field.out).toBe('1\n');
  });

  it('says that nothing has the member that --field asks for, and which there are', async () => {
    const list = await cli.run(['lookup-tables', 'list', '--field', 'nmae']);
    const one = await cli.run(['me', '--field', 'organization.nmae']);
    const none = await cli.run(['lookup-tables', 'list', '--q', 'of nobody', '--field', 'nmae']);

    expect([list.code, list.out.trim()]).toEqual([0, '']);
    expect(list.err).toMatch(/^Nothing here has `nmae`\. Members: id, name, .*\.\n$/);
    expect([one.code, one.out]).toEqual([0, '\n']);
    expect(one.err).toMatch(/^Nothing here has `organization\.nmae`\. Members: .*organization.*\.\n$/);
    expect(none.err).toBe('');
  });

  it('cuts nothing where no terminal shows it, and fits a table to a terminal', async () => {
    const name = `Long ${'x'.repeat(200)}`;
    await cli.run(['accounts', 'create', '--name', name]);

    const piped = await cli.run(['accounts', 'list', '--q', 'Long']);
    const shown = await cli.run(['accounts', 'list', '--q', 'Long'], { terminal: true });

    expect(piped.out).toContain(name);
    expect(shown.out).toMatch(/acc_\w{26} {2}Long x{24}…/);
  });

  it('tells its version', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');

    expect(await cli.run(['--version'])).toMatchObject({ code: 0, out: `${JSON.parse(manifest).version}\n` });
  });

  it('finds a workflow by the name that its list shows', async () => {
    await addIntegration(cli.api, { name: 'Named flow' });

    const found = await cli.run(['workflows', 'get', 'Named flow (manual)', '--field', 'name']);
    const missing = await cli.run(['workflows', 'get', 'Named flow (webhook)']);

    expect([found.code, found.out]).toEqual([0, 'Named flow (manual)\n']);
    expect([missing.code, missing.err]).toEqual([5, expect.stringContaining('There is no workflow named')]);
  });

  it('calls the integrations of runs by their names', async () => {
    await addIntegration(cli.api, { name: 'Listed flow' });
    await cli.run(['integrations', 'execute', 'Listed flow']);

    const { out } = await cli.run(['runs', 'list']);

    expect(out).toMatch(/^ID +INTEGRATION NAME +STATUS .*\nrun_\w+ {2}Listed flow +queued/);
  });

  it('previews records with what the target would be given, or what is wrong, and rules that found nothing', async () => {
    const { mapping } = await makeFlow(cli.api);
    const { id } = await addIntegration(cli.api, {
      name: 'Previewed',
      mapping: [...(Array.isArray(mapping) ? mapping.slice(0, 1) : []), { to: 'title', from: 'vulnerabilityName' }],
    });
    const records = '[{cveID: CVE-1, vulnerabilityName: Hole}, {cveID: CVE-2, vulnerabilityName: ~}, {cveID: ~}]';

    const good = await cli.run(['integrations', 'preview', id, '--records', records]);
    const data = await cli.run(['integrations', 'preview', id, '--records', records, '--field', 'outcome']);
    const blind = await cli.run(['integrations', 'preview', id, '--records', '[{cveID: CVE-1, vulnerabilityName: ~}]']);

    expect(good.out).toMatch(
      /^✓ CVE-1 mapped\n {4}cve_id: CVE-1\n {4}title: Hole\n✓ CVE-2 mapped\n {4}cve_id: CVE-2\n {4}title: null\n✗ \(no key\) failed\n {4}\w+.*: .+\n$/,
    );
    expect(good.err).toBe('');
    expect(blind.err).toBe('! No record has a value for:\n    mapping[1] (`title` from `vulnerabilityName`)\n');
    expect(data.out).toBe('mapped\nmapped\nfailed\n');
  });

  it('says when there is more than it shows', async () => {
    for (const name of ['Many 1', 'Many 2', 'Many 3']) await cli.run(['accounts', 'create', '--name', name]);

    const some = await cli.run(['accounts', 'list', '--q', 'Many', '--limit', '2', '--field', 'name']);
    const all = await cli.run(['accounts', 'list', '--q', 'Many', '--limit', '3', '--field', 'name']);

    expect([some.out, some.err]).toEqual(['Many 1\nMany 2\n', expect.stringContaining('--all shows the rest')]);
    expect([all.out, all.err]).toEqual(['Many 1\nMany 2\nMany 3\n', '']);
  });

  it('colours only on a terminal, and not where NO_COLOR is set', async () => {
    const escape = '\u001b[';
    const onTerminal = await cli.run(['accounts', 'list'], { terminal: true });
    const plain = await cli.run(['accounts', 'list'], { terminal: true, env: { NO_COLOR: '1' } });
    const piped = await cli.run(['accounts', 'list']);

    expect([onTerminal, plain, piped].map(({ out }) => out.includes(escape))).toEqual([true, false, false]);
  });

  it('tells every wrong field with its path, and the page of the code', async () => {
    const { code, out, err } = await cli.run([
      'connections',
      'create',
      '--name',
      'X',
      '--service-type',
      'oktta',
      '--credentials',
      '{}',
    ]);

    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^✗ 400 invalid_request: .+\n {2}service_type: unknown_service_type: .+\n {2}More: http.+\/docs\/errors\/invalid_request\n {2}Request: req_/,
    );
  });

  it('tells errors as data where data is wanted', async () => {
    const { code, err } = await cli.run(['accounts', 'create', '--json']);

    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({
      error: { status: 400, code: 'invalid_request', details: { errors: [{ path: 'name' }] } },
    });
  });

  it('shows control characters of others as what they are', async () => {
    const { out } = await cli.run([
      'formulas',
      'evaluate',
      '--formula',
      '"\\u001b]0;owned\\u0007"',
      '--input',
      '{}',
      '--field',
      'value',
    ]);
    const shown = await cli.run(['formulas', 'evaluate', '--formula', '"\\u009b2J"', '--input', '{}']);

    expect(out).toContain('owned');
    expect(shown.out.trimEnd()).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  it.each([
    ['nothing of that name', ['accounts', 'get', 'Nobody'], 5],
    ['an id that is not there', ['accounts', 'get', 'acc_01kanm3t1fe7krd5v2mgxzs2v8'], 5],
    ['a command that is none', ['accounts', 'destroy'], 2],
    ['an option that is none', ['accounts', 'list', '--colour', 'red'], 2],
    ['a value that is none', ['accounts', 'list', '--status', 'asleep'], 2],
    ['a file that is not there', ['accounts', 'create', '-f', 'nowhere.yaml'], 2],
    ['help', ['accounts', 'create', '--help'], 0],
  ])('ends with a code of its own for %s', async (_, args, code) => {
    expect((await cli.run(args)).code).toBe(code);
  });

  it('says that another version was changed', async () => {
    await cli.run(['accounts', 'create', '--name', 'Versioned']);

    const { code, err } = await cli.run([
      'accounts',
      'update',
      'Versioned',
      '--status',
      'inactive',
      '--if-match',
      '"7"',
    ]);

    expect([code, err]).toEqual([6, expect.stringContaining('412 precondition_failed')]);
  });

  it('says which scope a key lacks', async () => {
    const made = await cli.run(['keys', 'create', '--name', 'Narrow', '--scopes', 'runs:read', '--field', 'secret']);

    const { code, err } = await cli.run(['accounts', 'list'], { env: { HUB_API_KEY: made.out.trim() } });

    expect([code, err]).toEqual([4, expect.stringContaining('It needs accounts:read.')]);
  });

  it('rotates a key', async () => {
    await cli.run(['api-keys', 'create', '--name', 'Old', '--scopes', 'runs:read,accounts:read']);

    const rotated = await cli.run(['keys', 'rotate', 'Old', '--overlap-seconds', '60', '--json']);

    expect(JSON.parse(rotated.out)).toMatchObject({
      secret: expect.stringMatching(/^ihk_/),
      scopes: ['accounts:read', 'runs:read'],
    });
  });

  it('says that nobody answers, and where to look', async () => {
    const silent = createServer((_, response) => response.destroy()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;

    const { code, err } = await cli.run(['me'], { env: { HUB_URL: `http://127.0.0.1:${port}` } });

    silent.close();
    expect([code, err]).toEqual([3, expect.stringContaining('hub doctor')]);
  });
});
