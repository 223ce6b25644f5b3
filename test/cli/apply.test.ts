import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../as-code/kinds.ts';
import { everything } from './everything.data.ts';
import { type CliUnderTest, startCliUnderTest } from './harness.ts';

const secret = 'CANARY-password-of-the-warehouse';
const credentials = { HUB_CREDENTIALS_WAREHOUSE_PROD: JSON.stringify({ user: 'hub', password: secret }) };
let first: CliUnderTest;
let second: CliUnderTest;

beforeAll(async () => {
  [first, second] = await Promise.all([startCliUnderTest(), startCliUnderTest()]);
  await writeFile(join(first.path, 'everything.yaml'), everything);
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

async function readFolder(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.yaml')).toSorted();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')])),
  );
}

async function listNames(cli: CliUnderTest, group: string, ...more: string[]): Promise<string[]> {
  const { out } = await cli.run([group, 'list', '--field', 'name', ...more]);
  return out.split('\n').filter((line) => line !== '');
}

const apply = (cli: CliUnderTest, path: string, ...more: string[]) =>
  cli.run(['apply', '-f', path, '--yes', '--secrets-to', 'secrets', ...more], { env: credentials });

async function write(cli: CliUnderTest, file: string, text: string): Promise<string> {
  await mkdir(join(cli.path, file, '..'), { recursive: true });
  await writeFile(join(cli.path, file), text);
  return file;
}

/** What somebody else does meanwhile. */
async function changeMunich(): Promise<void> {
  await second.api.admin`
    update accounts set row_version = row_version + 1, metadata = '{"by":"hand"}' where name = 'Munich'`;
}

/** The tests build on one another, as the days of an organization do. */
describe('test/cli/apply', { timeout: 120_000 }, () => {
  it('tells of every variable that is missing before it changes anything', async () => {
    const { code, err } = await first.run(['apply', '-f', 'everything.yaml', '--yes', '--secrets-to', 'secrets']);

    expect([code, err]).toEqual([2, expect.stringContaining('the variable HUB_CREDENTIALS_WAREHOUSE_PROD is not set')]);
    expect(await listNames(first, 'accounts')).toEqual(['First']);
  });

  it('shows the plan and changes nothing when it is only asked for it', async () => {
    const { code, err } = await first.run(['apply', '-f', 'everything.yaml', '--dry-run'], { env: credentials });

    expect(code).toBe(9);
    expect(err).toContain('+ connection "Warehouse (prod)"');
    expect(err).toContain('15 to create, 0 to change, 0 to delete, 0 unchanged.');
    expect(await listNames(first, 'accounts')).toEqual(['First']);
  });

  it('asks for a place for secrets before it makes what has one', async () => {
    const { code, err } = await first.run(['apply', '-f', 'everything.yaml', '--yes'], { env: credentials });

    expect([code, err]).toEqual([2, expect.stringContaining('--secrets-to FILE')]);
  });

  it('makes everything that a file says, of every kind there is', async () => {
    const { code, err } = await apply(first, 'everything.yaml');

    expect([code, err]).toEqual([0, expect.stringContaining('15 to create')]);
    for (const { name } of kinds) expect(err).toContain(`✓ ${name} `);
    expect(err).not.toContain(secret);
    expect(err).toMatch(
      /✓ integration "Ready" created\n(?: {2}! .*\n)* {2}! target\.object: Also written by "Vulnerabilities"/,
    );
  });

  it('keeps secrets that are shown once where only their owner reads them', async () => {
    const file = join(first.path, 'secrets');

    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { resource: 'oauth-client "Nightly"', client_secret: expect.stringMatching(/^ihs_/) },
      { resource: 'webhook-endpoint "Pager"', secret: expect.stringMatching(/^whsec_/) },
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('does nothing when a file is applied again that leaves defaults out', async () => {
    const { code, err } = await first.run(['apply', '-f', 'everything.yaml', '--dry-run'], { env: credentials });

    expect([code, err]).toEqual([0, expect.stringContaining('0 to create, 0 to change, 0 to delete, 15 unchanged.')]);
  });

  it('does nothing when an export is applied, without any variable set', async () => {
    expect((await first.run(['export', 'exported'])).code).toBe(0);

    const { code, err } = await first.run(['apply', '-f', 'exported', '--prune', '--dry-run']);

    expect([code, err]).toEqual([0, expect.stringContaining('0 to create, 0 to change, 0 to delete, 16 unchanged.')]);
  });

  it('exports no secret and no id', async () => {
    const text = Object.values(await readFolder(join(first.path, 'exported'))).join('\n');

    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/);
    expect(text).toContain('credentials: !secret HUB_CREDENTIALS_WAREHOUSE_PROD\n');
  });

  it('makes an empty organization the same as the one that was exported', async () => {
    const exported = join(first.path, 'exported');
    const { code, err } = await apply(second, exported);
    expect([code, err]).toEqual([0, expect.stringContaining('15 to create')]);

    await second.run(['export', 'exported']);

    expect(await readFolder(join(second.path, 'exported'))).toEqual(await readFolder(exported));
    expect(Object.keys(await readFolder(exported))).toHaveLength(16);
  });

  it('changes what differs, and takes away what a file no longer says', async () => {
    const changed = everything
      .replace('filter: { field: cveID, operator: starts_with, value: CVE- } }', 'key: [cveID] }')
      .replace('active: true', 'active: false')
      .replace('DE: Germany', 'DE: Deutschland')
      .replace('external_ref: "007"\n', '')
      .replace('status: disabled', '');
    const { code, err } = await apply(first, await write(first, 'changed.yaml', changed));

    expect([code, err]).toEqual([0, expect.stringContaining('0 to create, 4 to change, 0 to delete, 11 unchanged.')]);
    expect(err).toContain('entries.DE: "Germany" → "Deutschland"');
    expect(err).toContain('external_ref: "007" → (none)');
    const again = await first.run(['apply', '-f', 'changed.yaml', '--dry-run'], { env: credentials });
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('15 unchanged')]);
    const integration = await first.run(['integrations', 'get', 'Vulnerabilities', '--json']);
    expect(JSON.parse(integration.out)).toMatchObject({ status: 'inactive', source: { key: ['cveID'] } });
  });

  it('says before it is done what the hub would refuse of a changed integration, and where that stands', async () => {
    const file = await write(first, 'wrong.yaml', everything.replaceAll('cveID', 'cveId'));
    const { code, err } = await first.run(['apply', '-f', file, '--dry-run'], { env: credentials });

    expect(code).toBe(2);
    expect(err).toMatch(/As it is now, the hub would refuse this:\n {2}wrong\.yaml:\d+: \S+: .*cveID/);
  });

  it('takes what is in force for the truth after a rollback', async () => {
    await apply(first, 'everything.yaml');
    await first.run(['integrations', 'update', 'Vulnerabilities', '-f', '-'], {
      stdin: '{"on_error":{"record":"fail"}}',
    });
    const { revision } = JSON.parse((await first.run(['integrations', 'get', 'Vulnerabilities', '--json'])).out);
    const rolledBack = await first.run(['integrations', 'activate-revision', 'Vulnerabilities', String(revision - 1)]);
    expect([rolledBack.code, rolledBack.err]).toEqual([0, '']);

    const { code, err } = await first.run(['apply', '-f', 'everything.yaml', '--dry-run'], { env: credentials });

    expect([code, err]).toEqual([0, expect.stringContaining('15 unchanged')]);
  });

  it('lets runs use what a file says, where they use an older revision that says something else', async () => {
    const read = async (): Promise<object> =>
      Object(JSON.parse((await first.run(['integrations', 'get', 'Vulnerabilities', '--json'])).out));
    const newest = everything.replace('{ abort_above_percent: 20 }', '{ abort_above_percent: 20, record: fail }');
    const [before, running, stopped] = [await read(), newest, newest.replace('active: true', 'active: false')];
    const revision = Number(Object(before).revision);

    await apply(first, await write(first, 'stopped.yaml', stopped));
    const afterStop = await read();
    await first.run(['integrations', 'activate-revision', 'Vulnerabilities', String(revision - 1)]);
    const { err } = await apply(first, await write(first, 'running.yaml', running));

    expect(before).toMatchObject({ status: 'active', active_revision: revision - 1 });
    expect(afterStop).toMatchObject({ status: 'inactive', revision, active_revision: revision });
    expect(err).toContain('1 to change');
    expect(await read()).toMatchObject({ status: 'active', revision, active_revision: revision });
  });

  it('deletes what no file holds when it is told to, and what refers to others first', async () => {
    const kept = 'kind: account\nname: Berlin\nmetadata: { floor: 4 }\n';
    const { code, err } = await apply(second, await write(second, 'kept.yaml', kept), '--prune');

    expect([code, err]).toEqual([0, expect.stringContaining('0 to create, 1 to change, 15 to delete, 0 unchanged.')]);
    expect(await listNames(second, 'connections')).toEqual([]);
    expect(JSON.parse((await second.run(['accounts', 'list', '--json'])).out)).toMatchObject([
      { name: 'Berlin', metadata: { floor: 4 } },
    ]);
  });

  it('goes on after a failure, leaves out what depends on it, and makes the rest the next time', async () => {
    const files = `
kind: connection
name: Broken
service_type: cisa_kev
config: { feed_url: 7 }
---
kind: integration
name: On broken
source: { connection_id: "\${connection:Broken}", object: vulnerabilities }
---
kind: account
name: Munich
`;
    const { code, err } = await apply(second, await write(second, 'broken.yaml', files));

    expect(code).toBe(8);
    expect(err).toContain('✓ account "Munich" created');
    expect(err).toMatch(/✗ connection "Broken": 400 invalid_request: .*\n {2}config\.feed_url: /);
    expect(err).toContain('✗ integration "On broken": left out, since connection "Broken" failed');
    const again = await apply(
      second,
      await write(second, 'broken.yaml', files.replace('feed_url: 7', 'feed_url: "https://feed.example/kev.json"')),
    );
    expect([again.code, again.err]).toEqual([
      0,
      expect.stringContaining('2 to create, 0 to change, 0 to delete, 1 unchanged.'),
    ]);
  });

  it('deletes nothing while what may take its place is missing', async () => {
    await apply(second, await write(second, 'renamed/old.yaml', 'kind: calendar\nname: Old name\ntimezone: UTC\n'));
    await write(second, 'renamed/old.yaml', 'kind: calendar\nname: New name\ntimezone: Nowhere/Else\n');

    const { code, err } = await apply(second, 'renamed', '--prune', '--kinds', 'calendar');

    expect(code).toBe(8);
    expect(err).toContain('✗ calendar "Old name": left out, since calendar "New name" failed');
    expect(await listNames(second, 'calendars')).toEqual(['Old name']);
    await write(second, 'renamed/old.yaml', 'kind: calendar\nname: New name\ntimezone: Europe/Berlin\n');
    expect((await apply(second, 'renamed', '--prune', '--kinds', 'calendar')).code).toBe(0);
    expect(await listNames(second, 'calendars')).toEqual(['New name']);
  });

  it('reads files that links lead to, as mounted configuration has them, whatever the case of their endings', async () => {
    await write(second, 'mounted/..2026/linked.yaml', 'kind: lookup-table\nname: Linked\nentries: { a: b }\n');
    await write(second, 'mounted/plain.YAML', 'kind: lookup-table\nname: Plain\nentries: { a: b }\n');
    await write(second, 'elsewhere/inner.yml', 'kind: lookup-table\nname: Inner\nentries: { a: b }\n');
    await symlink('..2026', join(second.path, 'mounted/..data'));
    await symlink('..data/linked.yaml', join(second.path, 'mounted/linked.yaml'));
    await symlink('../elsewhere', join(second.path, 'mounted/folder'));
    await symlink('../mounted', join(second.path, 'elsewhere/around'));

    expect((await apply(second, 'mounted')).code).toBe(0);

    expect(await listNames(second, 'lookup-tables')).toEqual(expect.arrayContaining(['Linked', 'Plain', 'Inner']));
    await symlink('nowhere.yaml', join(second.path, 'mounted/gone.yaml'));
    const { code, err } = await apply(second, 'mounted', '--prune');
    expect([code, err]).toEqual([2, expect.stringContaining('mounted/gone.yaml leads to nothing.')]);
  });

  it('shows what the same files make by the name that refers to it', async () => {
    const makeTable = (owner: string) => `kind: lookup-table\nname: Refers\nentries: { owner: "${owner}" }\n`;
    await apply(second, await write(second, 'refers.yaml', makeTable('nobody')));
    const table = makeTable('${account:Referred to}, $${account:not so}');
    await write(second, 'refers.yaml', `kind: account\nname: Referred to\n---\n${table}`);

    const { err } = await second.run(['apply', '-f', 'refers.yaml', '--dry-run']);

    expect(err).toContain('entries.owner: "nobody" → "${account:Referred to}, $${account:not so}"');
  });

  it('refuses a file whose text it cannot read as it is', async () => {
    await writeFile(join(second.path, 'latin.yaml'), Buffer.from('kind: account\nname: Caf\u00e9\n', 'latin1'));

    const { code, err } = await apply(second, 'latin.yaml');

    expect([code, err]).toEqual([2, expect.stringContaining('latin.yaml is not written in UTF-8.')]);
  });

  it('takes no reference in a name, which would stand as it is', async () => {
    const file = await write(second, 'named.yaml', 'kind: account\nname: Berlin ${env:STAGE}\n');

    const { code, err } = await apply(second, file);

    expect([code, err]).toEqual([2, expect.stringContaining('named.yaml:2: name is what the account is known by')]);
  });

  it('says so where things refer to one another and none can be the first', async () => {
    const toFile = (name: string, other: string) => `kind: integration
name: ${name}
input: { schema: { type: object, properties: { n: { type: integer } } }, key: [n] }
steps:
  - { id: pause, when: "integrations['\${integration:${other}}'].status == 'active'", wait: { for: 1s } }
`;
    const ring = [toFile('Ring A', 'Ring B'), toFile('Ring B', 'Ring A')].join('---\n');

    const refused = await apply(second, await write(second, 'ring.yaml', ring));

    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /ring\.yaml:\d+: integration "Ring A" refers back to this, so that neither can be the first\./,
    );
    // Where one is there already, the other can be made, in whatever order they stand.
    const alone = toFile('Ring B', 'Ring A').replace(/when: ".*?", /, '');
    expect((await apply(second, await write(second, 'ring.yaml', alone))).code).toBe(0);
    const { code, err } = await apply(second, await write(second, 'ring.yaml', ring));
    expect([code, err]).toEqual([0, expect.stringContaining('1 to create, 1 to change')]);
  });

  it('continues where one that was stopped ended', async () => {
    const names = ['A', 'B', 'C', 'D'];
    const file = await write(
      second,
      'many.yaml',
      names.map((name) => `kind: account\nname: Stopped ${name}\n`).join('---\n'),
    );
    const stop = new AbortController();
    const stopped = await second.run(['apply', '-f', file, '--yes'], {
      signal: stop.signal,
      onErr: (chunk) => {
        if (chunk.includes('"Stopped B" created')) stop.abort(new Error('Stopped.'));
      },
    });
    const { code, err } = await apply(second, file);

    expect(stopped.code).toBe(130);
    expect(code).toBe(0);
    expect(err).toMatch(/[12] to create, 0 to change, 0 to delete, [23] unchanged\./);
    expect(await listNames(second, 'accounts', '--q', 'Stopped')).toEqual(names.map((name) => `Stopped ${name}`));
  });

  it('does not write over what somebody changed after the plan was made', async () => {
    const file = await write(second, 'stale.yaml', 'kind: account\nname: Munich\nmetadata: { by: file }\n');
    const { id } = JSON.parse((await second.run(['accounts', 'get', 'Munich', '--json'])).out);
    const answer = Promise.withResolvers<string>();
    // The question comes when the plan is made; the answer waits for somebody else's change.
    const { code, err } = await second.run(['apply', '-f', file], {
      terminal: true,
      stdin: answer.promise,
      onErr: (chunk) => {
        if (chunk.includes('Do it?')) answer.resolve(changeMunich().then(() => 'y\n'));
      },
    });

    expect([code, err]).toEqual([8, expect.stringContaining('somebody made or changed it in the meantime')]);
    expect(JSON.parse((await second.run(['accounts', 'get', id, '--json'])).out)).toMatchObject({
      metadata: { by: 'hand' },
    });
  });

  it.each([
    ['kind: account\nname: A\n---\nkind: account\nname: A\n', 'account "A" stands in wrong.yaml already'],
    ['kind: gizmo\nname: A\n', 'kind must be one of account, lookup-table'],
    ['kind: account\n', 'name must be a text'],
    ['kind: account\nname: A\nactive: true\n', 'only an integration has it'],
    ['kind: account\nname: A\ncolour: red\n', 'kind account has no colour. It has name, status'],
    ['kind: [', 'wrong.yaml:'],
    [
      'kind: integration\nname: A\naccount_id: ${account:Nobody}\n',
      'there is no account named "Nobody", and no file makes one',
    ],
  ])('refuses a file that says %j, and says why', async (text, reason) => {
    const { code, err } = await apply(second, await write(second, 'wrong.yaml', text));

    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('makes one of a name, however many apply at once', async () => {
    const file = await write(second, 'raced.yaml', 'kind: lookup-table\nname: Raced\nentries: { a: b }\n');

    const outcomes = await Promise.all([1, 2, 3].map(() => apply(second, file)));

    expect((await listNames(second, 'lookup-tables')).filter((name) => name === 'Raced')).toHaveLength(1);
    for (const { code, err } of outcomes.filter((outcome) => outcome.code !== 0))
      expect([code, err]).toEqual([8, expect.stringContaining('somebody made or changed it in the meantime')]);
    expect(outcomes.some(({ code }) => code === 0)).toBe(true);
  });

  it('says which names stand for more than one thing', async () => {
    await second.run(['accounts', 'create', '--name', 'Munich']);

    const exported = await second.run(['export', 'doubled']);
    const applied = await apply(second, 'stale.yaml');

    expect([exported.code, exported.err]).toEqual([6, expect.stringContaining('account "Munich": acc_')]);
    expect([applied.code, applied.err]).toEqual([
      2,
      expect.stringContaining('more than one account is named "Munich"'),
    ]);
  });

  it('asks nobody where nobody is', async () => {
    const { code, err } = await first.run([
      'apply',
      '-f',
      await write(first, 'one.yaml', 'kind: account\nname: One\n'),
    ]);

    expect([code, err]).toEqual([2, expect.stringContaining('--yes')]);
  });
});
