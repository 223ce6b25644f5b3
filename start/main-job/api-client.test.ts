import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpStub } from '../../test/harness/http.ts';
import { connectApi } from './api-client.ts';

let stub: HttpStub;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

describe('start/main-job/api-client', () => {
  it('asks for what has a name, and does not walk through all that there is', async () => {
    const named = { id: 'int_1', name: 'KEV to PostgreSQL' };
    const alike = { id: 'int_2', name: 'KEV to PostgreSQL (copy)' };
    stub.on('GET /v1/integrations', { json: { data: [named, alike], meta: { total: 2 } } });

    const found = await connectApi(stub.url, 'key').listNamed(
      '/integrations',
      z.object({ id: z.string(), name: z.string() }),
      named.name,
    );

    expect(found).toEqual([named]);
    expect(stub.requests.map(({ url }) => new URL(url, stub.url).searchParams.get('q'))).toEqual([named.name]);
  });
});
