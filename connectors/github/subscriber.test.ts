import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import { connector } from './index.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import type { Subscriber } from '../drivers/shared/subscriber.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { owner: 'acme', repo: 'website', base_url: stub.url },
    credentials: { token: 'CANARY-token' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

function open(topic: string): Subscriber {
  const subscriber = session.openSubscriber?.(topic);
  if (subscriber === undefined) throw new Error('The session subscribes to nothing.');
  return subscriber;
}

const { signal } = new AbortController();
const place = '/repos/acme/website/hooks';

describe('connectors/github/subscriber', () => {
  it('finds its own among the pages of all', async () => {
    stub.on(`GET ${place}?per_page=100`, {
      json: [{ id: 1, config: { url: 'https://hub.example/hooks/a' } }],
      headers: { link: `<${stub.url}${place}?per_page=100&page=2>; rel="next"` },
    });
    stub.on(`GET ${place}?per_page=100&page=2`, {
      json: [
        { id: 2, config: { url: 'https://hub.example/hooks/b' } },
        { id: 3, config: { url: 'https://hub.example/hooks/a' } },
      ],
    });

    expect(await open('repository').list('https://hub.example/hooks/a', signal)).toEqual(['1', '3']);
  });

  it('says why the vendor refuses, without the secret', async () => {
    stub.on(`POST ${place}`, { status: 422, json: { message: 'url is not supported: CANARY-hook-secret' } });
    const wanted = { url: 'http://localhost/hooks/a', name: 'Hub', events: ['issues'], secret: 'CANARY-hook-secret' };

    const failure: unknown = await open('repository')
      .create(wanted, signal)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ kind: 'validation', message: expect.stringContaining('url is not supported') });
    expect(String(failure)).not.toContain('CANARY-hook-secret');
  });

  it('removes what is gone', async () => {
    stub.on(`DELETE ${place}/7`, { status: 404, json: { message: 'Not Found' } });

    await expect(open('repository').remove('7', signal)).resolves.toBeUndefined();
  });

  it('refuses a topic that the connector does not have', () => {
    expect(() => open('enterprise')).toThrow('enterprise');
  });
});
