import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpStub } from '../../../test/harness/http.ts';
import { createGuardedPoster, type GuardedPoster } from './guarded-post.ts';

let stub: HttpStub;
let posters: GuardedPoster[];

beforeEach(async () => {
  stub = await HttpStub.start();
  posters = [];
});

afterEach(async () => {
  for (const poster of posters) await poster.close();
  await stub.stop();
});

function open(allow: readonly string[]): GuardedPoster {
  const poster = createGuardedPoster({ allow }, { bytesMax: 100 });
  posters.push(poster);
  return poster;
}

const message = { headers: { 'x-test': 'yes' }, body: '{"a":1}', timeoutMs: 20_000 };

describe('connectors/drivers/http/guarded-post', () => {
  it('sends a body and gives the beginning of the answer, however long that is', async () => {
    stub.on('POST /hook', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      // Never ends by itself.
      response.write('x'.repeat(1000));
      return undefined;
    });

    const outcome = await open([`127.0.0.1:${stub.port}`]).post(`${stub.url}/hook`, message);

    expect(outcome).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain' } });
    expect(outcome.status !== undefined && outcome.beginning.toString()).toBe('x'.repeat(100));
    expect(stub.requests).toMatchObject([{ method: 'POST', body: '{"a":1}', headers: { 'x-test': 'yes' } }]);
  });

  it('takes the status of an answer whose body breaks off', async () => {
    stub.on('POST /hook', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '50' });
      response.write('begun', () => response.destroy());
      return undefined;
    });

    const outcome = await open([`127.0.0.1:${stub.port}`]).post(`${stub.url}/hook`, message);

    expect(outcome.status !== undefined && outcome.beginning.toString()).toBe('begun');
    expect(outcome.status).toBe(200);
  });

  it('follows no redirect', async () => {
    stub.on('POST /hook', { status: 307, headers: { location: `${stub.url}/elsewhere` } });

    const outcome = await open([`127.0.0.1:${stub.port}`]).post(`${stub.url}/hook`, message);

    expect(outcome.status).toBe(307);
    expect(stub.requests).toHaveLength(1);
  });

  it.each(['https://localhost/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/latest'])(
    'reaches nothing inside: %s',
    async (url) => {
      const outcome = await open([]).post(url, message);

      expect(outcome).toMatchObject({ problem: expect.stringContaining('not') });
    },
  );

  it('speaks no plain http to the public internet', async () => {
    const outcome = await open([]).post('http://203.0.113.7/token-in-the-path', message);

    expect(JSON.stringify(outcome)).not.toContain('token-in-the-path');
    expect(outcome.status).toBeUndefined();
  });

  it('gives a connection up that breaks', async () => {
    stub.on('POST /hook', (_, response) => {
      response.destroy();
      return undefined;
    });

    const outcome = await open([`127.0.0.1:${stub.port}`]).post(`${stub.url}/hook`, message);

    expect(outcome).toMatchObject({ problem: expect.stringContaining('The connection broke off') });
  });
});
