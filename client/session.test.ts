import { describe, expect, it } from 'vitest';
import { createHubClient } from './create-hub-client.ts';

describe('client/session', () => {
  it('says that it means a session, and shows no credential of its own', async () => {
    const seen: Headers[] = [];
    const answer: typeof fetch = (_, init) => {
      seen.push(new Headers(init?.headers));
      return Promise.resolve(Response.json({ status: 'success', data: {} }));
    };
    await createHubClient({ baseUrl: 'https://hub.example', session: true, fetch: answer }).call('getMe', {});
    await createHubClient({ baseUrl: 'https://hub.example', apiKey: 'ihk_x', fetch: answer }).call('getMe', {});

    expect(seen.map((headers) => [headers.get('hub-session'), headers.get('authorization')])).toEqual([
      ['1', null],
      [null, 'Bearer ihk_x'],
    ]);
  });
});
