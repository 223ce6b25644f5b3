import { beforeEach, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { withTenant } from '../../drizzle/index.ts';
import { carryOutOperation } from '../../runs/operations/carry-out-operation.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import type { Reply } from '../harness/http.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const never = new AbortController().signal;

/** What the system was told, under the key that it knows it by. */
let written: { key: string; title: string }[];
let connection: string;
let calls = 0;

beforeEach(async () => {
  written = [];
  const body = { name: 'System', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
});

/** The system of a class of idempotency. */
const systems: Readonly<Record<string, () => void>> = {
  keyed: () => hub.stub.always('POST /keyed', ({ headers, body }) => keep(String(headers['idempotency-key']), body)),
  natural: () => hub.stub.always('PUT /named', ({ body }) => keep('name', body)),
  lookup: () => {
    hub.stub.always('POST /found', ({ body }) => keep(`${written.length}`, body));
    hub.stub.always('GET /found', () => ({
      json: written.map(({ title }, index) => ({ id: `T${index + 1}`, title })),
    }));
  },
  none: () => hub.stub.always('POST /plain', ({ body }) => keep(`${written.length}`, body)),
};

function keep(key: string, body: string): Reply {
  if (!written.some((known) => known.key === key)) written.push({ key, title: JSON.parse(body).title });
  return { status: 201, json: { id: `T${written.findIndex((known) => known.key === key) + 1}` } };
}

async function ask(operation: string, match: object, options: object): Promise<string> {
  calls += 1;
  const answer = await hub.api.request('POST', `/v1/connections/${connection}/operations/records/${operation}`, {
    body: { input: { title: 'Once' }, ...match, options: { target_id_path: 'id', ...options }, wait: 0 },
    headers: { 'idempotency-key': `crash-${calls}` },
  });
  expect(answer.status).toBe(202);
  return answer.data.id;
}

/** Carries an operation out as a worker that is killed at one of its commits, and others after it. */
async function carryOut(id: string, commit: number, fate: Fate): Promise<{ commits: number; status: string }> {
  const { deps } = hub.activities;
  const orgId = toUuid('organization', hub.api.organization.organization_id) ?? '';
  const failing = failAt(deps.database, commit, fate);
  for (let tries = 0; tries < 5; tries += 1) {
    await carryOutOperation({ ...deps, ...failing }, { orgId, id: toUuid('operation', id) ?? '' }, never).catch(
      (error: unknown) => {
        if (tries > 2) throw error;
      },
    );
    // What the worker held is over, as if time had passed.
    await withTenant(deps.database, orgId, ({ sql }) => sql`update operations set lease_until = null`);
    const { data } = await hub.api.request('GET', `/v1/operations/${id}`);
    if (data['ended_at'] !== undefined) return { commits: failing.commits(), status: data.status };
  }
  throw new Error('The operation did not end.');
}

const classes: [string, string, object, object][] = [
  ['keyed', 'create', {}, { path: '/keyed', idempotency: { kind: 'header' } }],
  [
    'natural',
    'upsert',
    { match_on: ['title'] },
    { path: '/named?name={title}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
  ],
  [
    'lookup',
    'create',
    { match_on: ['title'] },
    { path: '/found', idempotency: { kind: 'find', path: '/found?title={title}' } },
  ],
];

describe('test/integration/operation-crashes', { timeout: 240_000 }, () => {
  it.each(classes)(
    'writes once in class %s, whichever commit is lost, or its answer',
    async (name, operation, match, options) => {
      systems[name]?.();
      let commits = Number.POSITIVE_INFINITY;
      for (let commit = 1; commit <= commits; commit += 1) {
        for (const fate of ['forgotten', 'answer lost'] as const) {
          written.length = 0;
          const outcome = await carryOut(await ask(operation, match, options), commit, fate);
          ({ commits } = outcome);
          expect({ commit, fate, status: outcome.status, written: written.length }).toEqual({
            commit,
            fate,
            status: 'succeeded',
            written: 1,
          });
        }
      }
      expect(commits).toBeGreaterThan(2);
    },
  );

  it('writes at most once where nobody can be asked, and says where that is unknown', async () => {
    systems['none']?.();
    const seen = new Set<string>();
    let commits = Number.POSITIVE_INFINITY;
    for (let commit = 1; commit <= commits; commit += 1) {
      for (const fate of ['forgotten', 'answer lost'] as const) {
        written.length = 0;
        const id = await ask('create', {}, { path: '/plain', idempotency: { kind: 'none' } });
        const outcome = await carryOut(id, commit, fate);
        ({ commits } = outcome);
        seen.add(`${outcome.status} ${written.length}`);
      }
    }
    // Killed between mark and request, it is not known either: nobody can tell that it was not sent.
    expect([...seen].toSorted()).toEqual(['succeeded 1', 'unknown 0', 'unknown 1']);
  });
});
