import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetch, Agent } from 'undici';
import { HttpStub } from '../../../../test/harness/http.ts';
import { createGuardedConnector } from './connect.ts';
import { compilePolicy } from './policy.ts';

let inner: HttpStub;
let asked = 0;

beforeEach(async () => {
  inner = await HttpStub.start();
  asked = 0;
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await inner.stop();
});

/** The name server of an attacker: another answer each time it is asked. */
function answerInTurn(...addresses: string[]): void {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: object,
    callback: (error: null, found: dns.LookupAddress[]) => void,
  ) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    callback(null, [{ address, family: 4 }]);
  }) as unknown as typeof dns.lookup);
  syncBuiltinESMExports();
}

function call(allow: string[]): Promise<unknown> {
  const dispatcher = new Agent({ connect: createGuardedConnector(compilePolicy({ allow })) });
  return fetch(`http://rebind.example:${inner.port}/items`, { dispatcher, signal: AbortSignal.timeout(5000) });
}

describe('connectors/drivers/shared/egress/connect', () => {
  it('connects to the address that was checked, not to what the name means a moment later', async () => {
    answerInTurn('127.0.0.2', '127.0.0.1');

    await expect(call([`127.0.0.2:${inner.port}`])).rejects.toThrow();

    expect([asked, inner.requests]).toEqual([1, []]);
  });

  it('checks again what a name means for each new connection', async () => {
    inner.on('GET /items', { json: [] });
    answerInTurn('127.0.0.1', '127.0.0.2');

    await call([`127.0.0.1:${inner.port}`]);
    await expect(call([`127.0.0.1:${inner.port}`])).rejects.toThrow();

    expect([asked, inner.requests.length]).toEqual([2, 1]);
  });
});
