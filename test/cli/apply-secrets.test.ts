import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createOpener, readPrivateKeys } from '../../vault/index.ts';
import { type CliUnderTest, type Ended, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;

beforeAll(async () => {
  cli = await startCliUnderTest();
});

afterAll(() => cli.close());

const write = (file: string, text: string): Promise<void> => writeFile(join(cli.path, file), text);

const apply = (file: string, env: Record<string, string> = {}, ...more: string[]): Promise<Ended> =>
  cli.run(['apply', '-f', file, '--yes', ...more], { env });

/** A connection to a database, as a file says it. */
const connection = (name: string, credentials: string): string =>
  `kind: connection\nname: ${name}\nservice_type: postgres\nconfig: { host: db.example, database: d }\ncredentials: ${credentials}\n`;

/** What the hub keeps for a connection. */
async function readStored(name: string): Promise<unknown> {
  const [stored] = await cli.api.admin<{ orgId: string; connectionId: string; version: number; sealed: Buffer }[]>`
    select c.org_id as "orgId", c.connection_id as "connectionId", c.version, c.sealed
    from connection_credentials c join connections on connections.id = c.connection_id
    where connections.name = ${name} order by c.version desc limit 1`;
  if (stored === undefined) throw new Error(`Nothing is stored for ${name}.`);
  const { sealed, ...owner } = stored;
  const opener = createOpener(await readPrivateKeys(cli.api.keyFile), systemClock);
  return opener.open({ purpose: 'credential', ...owner }, sealed);
}

/** Where the only chat of the organization is written to. */
async function readStoredAddress(): Promise<unknown> {
  const [stored] = await cli.api.admin<{ orgId: string; endpointId: string; sealed: Buffer }[]>`
    select org_id as "orgId", id as "endpointId", sealed_url as sealed from webhook_endpoints where format = 'slack'`;
  if (stored === undefined) throw new Error('There is no chat.');
  const { sealed, ...owner } = stored;
  const opener = createOpener(await readPrivateKeys(cli.api.keyFile), systemClock);
  return opener.open({ purpose: 'webhook', ...owner, version: 0 }, sealed);
}

describe('test/cli/apply-secrets', { timeout: 120_000 }, () => {
  it('sends secrets from variables, from files and from the middle of a text', async () => {
    await write('password.txt', 'from a file\n');
    await write('variable.yaml', connection('Variable', '{ user: hub, password: !secret DB_PASSWORD }'));
    await write('file.yaml', connection('File', '{ user: hub, password: !secret file:password.txt }'));
    await write('text.yaml', connection('Text', '{ user: hub, password: "<${secret:DB_PASSWORD}>" }'));
    const whole = { kind: 'connection', name: 'Whole', service_type: 'postgres', config: { host: 'h', database: 'd' } };
    await write('whole.json', JSON.stringify({ ...whole, credentials: { $secret: 'DB_CREDENTIALS' } }));

    const env = { DB_PASSWORD: 'CANARY', DB_CREDENTIALS: '{"user":"other","password":"CANARY too"}' };
    const applied = await apply('.', env);

    expect([applied.code, applied.err]).toEqual([0, expect.stringContaining('4 to create')]);
    expect(applied.err + applied.out).not.toContain('CANARY');
    expect(await readStored('Variable')).toEqual({ user: 'hub', password: 'CANARY' });
    expect(await readStored('File')).toEqual({ user: 'hub', password: 'from a file' });
    expect(await readStored('Text')).toEqual({ user: 'hub', password: '<CANARY>' });
    expect(await readStored('Whole')).toEqual({ user: 'other', password: 'CANARY too' });
  });

  it('leaves stored secrets alone and says so, and writes them when it is told to', async () => {
    const kept = await apply('variable.yaml');
    const shown = await apply('variable.yaml', { DB_PASSWORD: 'CANARY 2' }, '--credentials', '--dry-run');
    const written = await apply('variable.yaml', { DB_PASSWORD: 'CANARY 2' }, '--credentials');

    expect([kept.code, kept.err]).toEqual([0, expect.stringContaining('Credentials of 1 are left as they are')]);
    expect([shown.code, shown.err]).toEqual([9, expect.stringContaining('credentials: written again')]);
    expect(written.code).toBe(0);
    expect(shown.err + written.err).not.toContain('CANARY');
    expect(await readStored('Variable')).toEqual({ user: 'hub', password: 'CANARY 2' });
  });

  it('moves a connection to another address together with its credentials, and says how where it has no leave to', async () => {
    const moved = connection('Moved', '{ user: hub, password: !secret DB_PASSWORD }');
    await write('moved.yaml', moved);
    await apply('moved.yaml', { DB_PASSWORD: 'CANARY' });
    await write('moved.yaml', `${moved.replace('db.example', 'other.example')}status: disabled\n`);

    const refused = await apply('moved.yaml', { DB_PASSWORD: 'CANARY 2' });
    const written = await apply('moved.yaml', { DB_PASSWORD: 'CANARY 2' }, '--credentials');

    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('hub apply --credentials')]);
    expect([written.code, written.err]).toEqual([
      0,
      expect.stringContaining('config.host: "db.example" → "other.example"'),
    ]);
    expect(await readStored('Moved')).toEqual({ user: 'hub', password: 'CANARY 2' });
    const { list } = await cli.api.request('GET', '/v1/connections?q=Moved');
    expect(list[0]).toMatchObject({ config: { host: 'other.example' }, status: 'disabled' });
  });

  it('names everything that is missing before it changes anything', async () => {
    const files = [
      connection('New', '{ user: !secret NO_USER, password: !secret file:nowhere/password }'),
      connection('Newer', '!secret EMPTY'),
      connection('Newest', '!secret NOT_JSON'),
    ];
    await write('missing.yaml', files.join('---\n'));

    const { code, err } = await apply('missing.yaml', { EMPTY: '', NOT_JSON: 'CANARY' });

    expect(code).toBe(2);
    expect(err).toContain('the variable NO_USER is not set');
    expect(err).toMatch(/nowhere\/password cannot be read: ENOENT/);
    expect(err).toContain('the variable EMPTY is not set, or empty');
    expect(err).toContain('missing.yaml:17: credentials must be an object');
    expect(err).not.toContain('CANARY');
    expect((await cli.run(['connections', 'list', '--field', 'name', '--q', 'New'])).out).toBe('');
  });

  it.each([
    ['kind: account\nname: A\nmetadata: { note: !secret X }\n', 'metadata is no place for !secret X'],
    ['kind: account\nname: A\nmetadata: { "$secret": X }\n', 'metadata is no place for !secret X'],
    [connection('A', '{ user: hub, password: !secrt X }'), 'Unresolved tag: !secrt'],
    [connection('A', '{ user: hub, password: !secret }'), '!secret takes the name of a variable, or file: and a path'],
    [connection('A', '!secret { user: hub }'), 'Unresolved tag: !secret'],
  ])('refuses a file that says %j', async (text, reason) => {
    await write('refused.yaml', text);

    const { code, err } = await apply('refused.yaml', { X: 'CANARY' });

    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('exports a variable of its own for each connection, and what only looks like a secret as what it is', async () => {
    const names = ['Ökta (prod)', 'okta prod', '倉庫', '港'];
    const look = 'kind: account\nname: Look-alike\nmetadata: { deep: { "$$secret": X }, text: "$${secret:X}" }\n';
    await write('names.yaml', names.map((name) => connection(name, '!secret SOME')).join('---\n'));
    await write('look.yaml', look);
    const env = { SOME: '{"user":"hub","password":"p"}' };
    const made = [await apply('names.yaml', env), await apply('look.yaml')];

    const exported = await cli.run(['export', 'exported']);
    const again = await apply('exported', {}, '--prune');
    const files = await Promise.all(
      ['okta-prod', 'okta-prod-2', 'unnamed', 'unnamed-2'].map((file) =>
        readFile(join(cli.path, `exported/connections/${file}.yaml`), 'utf8'),
      ),
    );

    expect([...made, exported].map(({ code }) => code)).toEqual([0, 0, 0]);
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('0 to create, 0 to change, 0 to delete')]);
    expect(files.map((text) => /credentials: (.*)/.exec(text)?.[1])).toEqual([
      '!secret HUB_CREDENTIALS_OKTA_PROD',
      '!secret HUB_CREDENTIALS_OKTA_PROD_2',
      '!secret HUB_CREDENTIALS_UNNAMED',
      '!secret HUB_CREDENTIALS_UNNAMED_2',
    ]);
    const { out } = await cli.run(['accounts', 'get', 'Look-alike', '--json']);
    expect(JSON.parse(out)).toMatchObject({ metadata: { deep: { $secret: 'X' }, text: '${secret:X}' } });
  });

  it('keeps the address of a chat as a secret, which is written once, shown nowhere and exported as a variable', async () => {
    const chat = (url: string, events: string): string =>
      `kind: webhook-endpoint\nname: Chat\nformat: slack\nurl: ${url}\nevents: [${events}]\n`;
    const address = 'https://hooks.example.com/services/CANARY';
    await write('chat.yaml', chat('!secret CHAT_URL', 'notification.failed'));
    const made = await apply('chat.yaml', { CHAT_URL: address }, '--secrets-to', 'kept');

    const again = await apply('chat.yaml');
    await write('chat.yaml', chat(address, 'notification.failed'));
    const plain = await apply('chat.yaml');
    await write('chat.yaml', chat('!secret CHAT_URL', 'notification.recovered'));
    const changed = await apply('chat.yaml');
    const stored = await readStoredAddress();
    const renewed = await apply('chat.yaml', { CHAT_URL: `${address}-2` }, '--credentials');
    const exported = await cli.run(['export', 'chats', '--kinds', 'webhook-endpoint']);
    const text = await readFile(join(cli.path, 'chats/webhook-endpoints/chat.yaml'), 'utf8');

    expect([made.code, made.err]).toEqual([0, expect.stringContaining('1 to create')]);
    for (const { code, err } of [again, plain]) {
      expect([code, err]).toEqual([0, expect.stringContaining('0 to change, 0 to delete, 1 unchanged')]);
      expect(err).toContain('Credentials of 1 are left as they are');
    }
    expect([changed.code, changed.err]).toEqual([0, expect.stringContaining('events.0: "notification.failed" →')]);
    expect(stored).toEqual({ url: address });
    expect([renewed.code, renewed.err]).toEqual([0, expect.stringContaining('url: written again')]);
    expect(await readStoredAddress()).toEqual({ url: `${address}-2` });
    expect([exported.code, text]).toEqual([0, expect.stringContaining('url: !secret HUB_URL_CHAT')]);
    const shown = [made, again, plain, changed, renewed].map(({ out, err }) => out + err).join('');
    expect(shown).not.toContain('CANARY');
  });

  it('takes secrets in bodies of other commands, and names all that are missing', async () => {
    await write(
      'body.yaml',
      connection('By hand', '{ user: !secret A, password: !secret B }').replace(/^kind.*\n/, ''),
    );

    const missing = await cli.run(['connections', 'create', '-f', 'body.yaml']);
    const made = await cli.run(['connections', 'create', '-f', 'body.yaml'], { env: { A: 'hub', B: 'b' } });

    expect([missing.code, missing.err]).toEqual([2, expect.stringMatching(/A is not set.*B is not set/)]);
    expect([made.code, await readStored('By hand')]).toEqual([0, { user: 'hub', password: 'b' }]);
  });
});
