import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import { describeObject } from '../kit/describe-object.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { validateConfig } from '../kit/validate.ts';
import { connector } from './index.ts';
import { Vulnerability } from './schema.ts';

const feed = readFileSync(new URL('../../examples/known_exploited_vulnerabilities.json', import.meta.url));

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { feed_url: `${stub.url}/feed.json` },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/cisa_kev/cisa-kev', () => {
  it('reads the real catalogue in two pages with one call', async () => {
    stub.on('GET /feed.json', { body: feed });

    const { pages } = await readAll(session.openSource({ object: 'vulnerabilities', options: {} }));

    expect(pages.map((page) => page.length)).toEqual([1000, 404]);
    expect(stub.requests).toHaveLength(1);
    expect(z.array(Vulnerability).safeParse(pages.flat()).error).toBeUndefined();
    expect(new Set(pages.flat().map((record) => record['cveID'])).size).toBe(1404);
  });

  it('goes on with the second page in another process', async () => {
    stub.always('GET /feed.json', { body: feed });
    const open = () => session.openSource({ object: 'vulnerabilities', options: {} });

    const { pages } = await readAll(open);

    expect(pages.flat()).toHaveLength(1404);
    expect(stub.requests).toHaveLength(2);
  });

  it('is tested by the head of the feed, and by a first record', async () => {
    stub.on('GET /feed.json', { body: feed }, { body: feed });

    const report = await session.test(AbortSignal.timeout(5000));

    expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual(
      ['tcp', 'auth', 'permission', 'read'].map((name) => [name, true]),
    );
  });

  it('declares its key and its fields', () => {
    const described = describeObject(connector, { config: {}, object: 'vulnerabilities', options: {}, role: 'source' });

    expect(described).toMatchObject({
      ok: true,
      description: { key: ['cveID'], schema: { properties: { cwes: { type: 'array' } } }, operations: { list: {} } },
    });
  });

  it('has the address of the vendor unless another is given', () => {
    expect(validateConfig(connector, {})).toEqual({
      ok: true,
      value: { feed_url: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json' },
    });
  });
});
