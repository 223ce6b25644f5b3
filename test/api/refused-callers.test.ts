import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases } from '../../api/app.ts';
import { newUuid } from '../../core/ids.ts';
import { routes } from '../../api/routes/index.ts';
import { generateApiKey, hashApiKey } from '../../services/access/api-keys/api-key.ts';
import { hasScope, scopes } from '../../services/shared/scopes.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
/** `Authorization` headers that let nobody in. */
let refused: Record<string, string | undefined>;

beforeAll(async () => {
  api = await startTestApi();
  const expired = await addKey({ scopes: ['*'], expiresAt: '2026-01-01T00:00:00Z' });
  const disabled = await addKey({ scopes: ['*'], disabledAt: '2026-01-01T00:00:00Z' });
  refused = {
    none: undefined,
    empty: '',
    'scheme only': 'Bearer',
    'wrong scheme': `Basic ${Buffer.from(`${api.organization.api_key}:`).toString('base64')}`,
    'key without a scheme': api.organization.api_key,
    malformed: 'Bearer not-a-key',
    'wrong checksum': `Bearer ${api.organization.api_key.slice(0, -1)}!`,
    'cut short': `Bearer ${api.organization.api_key.slice(0, -1)}`,
    unknown: `Bearer ${generateApiKey()}`,
    two: `Bearer ${api.organization.api_key}, Bearer ${api.organization.api_key}`,
    token: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
    expired: `Bearer ${expired}`,
    disabled: `Bearer ${disabled}`,
  };
});

afterAll(() => api.close());

interface NewKey {
  scopes: readonly string[];
  expiresAt?: string;
  disabledAt?: string;
}

async function addKey({ scopes: granted, expiresAt, disabledAt }: NewKey): Promise<string> {
  const key = generateApiKey();
  const orgId = toLookup('organization', api.organization.organization_id);
  await api.admin`
    insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes, expires_at, disabled_at)
    values (${orgId}, ${newUuid()}, 'test', 'p', ${hashApiKey(pepper, key)}, ${key.slice(-4)}, ${[...granted]},
            ${expiresAt ?? null}, ${disabledAt ?? null})`;
  return key;
}

const operations = routes.flatMap((route) =>
  bases.map((base) => ({
    route,
    path: `${base}${route.path}`,
    title: `${route.method.toUpperCase()} ${base}${route.path}`,
  })),
);

/** Wrong in every further respect, too: whoever may not come in learns nothing of it. */
const nonsense = { text: '{', headers: { 'content-type': 'text/plain', 'if-match': '"', 'idempotency-key': '' } };

describe('test/api/refused-callers', () => {
  it.each(operations)('$title lets nobody in who has no valid credential', async ({ route, path }) => {
    for (const [what, authorization] of Object.entries(refused)) {
      const { text, headers } = nonsense;
      const answer = await api.request(route.method.toUpperCase(), `${path}?nonsense=1`, {
        key: null,
        ...(route.method === 'get' ? {} : { text }),
        headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
      });

      expect([answer.status, answer.error.code], what).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate'), what).toMatch(/^Bearer/);
      const reason = what === 'expired' || what === 'disabled' ? what : undefined;
      expect(answer.error.details['reason'], what).toBe(reason);
    }
  });

  it.each(operations)('$title refuses every single scope that does not include its own', async ({ route, path }) => {
    const required = route.scope;
    if (required === 'any') return expect(route.method).toBe('get');
    if (required === 'person') return expect(route.path).toMatch(/^\/me\//);
    const key = await addKey({ scopes: scopes.filter((scope) => !hasScope(new Set([scope]), required)) });

    const answer = await api.request(route.method.toUpperCase(), path, {
      key,
      ...(route.method === 'get' ? {} : { text: nonsense.text }),
      headers: nonsense.headers,
    });

    expect([answer.status, answer.error.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.error.details['required_scopes']).toEqual([required]);
  });
});
