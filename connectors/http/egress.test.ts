import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import { connector } from './index.ts';

let stub: HttpStub;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

async function read(host: string, allow: readonly string[]): Promise<unknown> {
  const session = openTestSession(connector, { config: { base_url: `http://${host}:${stub.port}` }, allow });
  try {
    return (await readAll(session.openSource({ object: '/items', options: {} }))).pages;
  } finally {
    await session.close();
  }
}

const loopback = ['127.0.0.1', '2130706433', '0x7f.1', '127.1', '①②⑦.⓪.⓪.①', '[::ffff:127.0.0.1]', 'localhost'];

describe('connectors/http/egress', () => {
  it.each([...loopback, '[::1]', '[::7f00:1]', '169.254.169.254', '10.0.0.1', '0.0.0.0'])(
    'does not reach %s unless the operator opened it',
    async (host) => {
      await expect(read(host, [])).rejects.toMatchObject({ name: 'ConnectorError', kind: 'config' });

      expect(stub.requests).toEqual([]);
    },
  );

  it.each(loopback)('reaches %s where the operator opened the address and port', async (host) => {
    stub.on('GET /items', { json: [{ id: 1 }] });

    expect(await read(host, [`127.0.0.1:${stub.port}`])).toEqual([[{ id: 1 }]]);
  });

  it.each([
    ['a network', () => '127.0.0.0/8'],
    ['a network and port', () => `127.0.0.0/8:${stub.port}`],
    ['a name and port', () => `localhost:${stub.port}`],
  ])('reaches localhost where the operator opened %s', async (_, rule) => {
    stub.on('GET /items', { json: [] });

    expect(await read('localhost', [rule()])).toEqual([[]]);
  });

  it.each([
    ['another port', () => [`127.0.0.1:${stub.port + 1}`]],
    ['another network', () => ['10.0.0.0/8']],
    ['another name', () => [`localhost:${stub.port}`]],
  ])('is not opened by a rule for %s', async (_, rules) => {
    await expect(read('127.0.0.1', rules())).rejects.toMatchObject({ kind: 'config' });
  });

  it('does not call the public internet without encryption', async () => {
    const session = openTestSession(connector, { config: { base_url: 'http://192.0.1.1' }, allow: [] });

    const reading = readAll(session.openSource({ object: '/items', options: {} }));

    await expect(reading).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('https') });
    await session.close();
  });
});
