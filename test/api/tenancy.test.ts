import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idPrefixes, type IdKind, newId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import type { Operation } from '../fuzz/document.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { answerable, createTenant, populate, type Tenant } from './tenant.ts';

let api: TestApi;
let owner: Tenant;
let foreigner: Tenant;

const ownIdPattern = /^[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const attemptsMax = 100;

beforeAll(async () => {
  api = await startTestApi();
  const options = { seed: 1, wrong: 0 };
  owner = await createTenant(api, api.organization.api_key, options);
  foreigner = await createTenant(api, (await api.addOrganization('Second')).api_key, options);
  await populate(api, owner);
  await populate(api, foreigner);
});

afterAll(() => api.close());

const list = (operations: readonly Operation[]) =>
  operations.map((operation) => ({ operation, title: operation.title }));
/** The catalogue of connectors is everybody's. */
const ofOne = answerable.filter(({ path }) => path.includes('{id}') && !path.startsWith('/connectors/'));

function ownedId({ path }: Operation): string {
  return owner.memory.idsFor(path, 'id').find((id) => ownIdPattern.test(id)) ?? '';
}

/** An id of the same kind that nobody has. */
function unknownId(like: string): string {
  const kinds = Object.entries(idPrefixes) as [IdKind, string][];
  return newId(kinds.find(([, prefix]) => like.startsWith(`${prefix}_`))?.[0] ?? 'connection');
}

/** Everything of an answer but the ids of the request, and what the rate limit counts. */
function withoutIds(answer: Answer, ...ids: readonly string[]): unknown {
  const headers = [...answer.headers].filter(([name]) => name !== 'request-id' && !name.includes('ratelimit'));
  const text = JSON.stringify([answer.status, headers, answer.body]);
  return [answer.error?.details.request_id ?? '', ...ids]
    .filter(Boolean)
    .reduce((rest, id) => rest.replaceAll(id, 'ID'), text);
}

describe('test/api/tenancy', () => {
  it('has something of every kind to hide', () => {
    expect(ofOne.filter((operation) => ownedId(operation) === '').map(({ title }) => title)).toEqual([]);
  });

  it.each(list(ofOne))("$title answers another organization's id as one that does not exist", async ({ operation }) => {
    const owned = ownedId(operation);
    const ids = [owned, unknownId(owned), 'nonsense', `${unknownId(owned)}x`, newId('request'), '%00'];
    const ask = (id: string, body: string | undefined): Promise<Answer> => {
      const needed = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
      const query = new URLSearchParams(needed.map(({ name }): [string, string] => [name, '1'])).toString();
      const path = `${operation.path.replace('{id}', id).replaceAll(/\{\w+\}/g, '1')}${query && `?${query}`}`;
      return api.request(operation.method, `/v1${path}`, {
        key: foreigner.key,
        ...(body === undefined ? {} : { text: body }),
      });
    };

    let body = foreigner.aim(operation).body;
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      // A body that is wrong is refused before anybody looks for the resource.
      if ((await ask(unknownId(owned), body)).status !== 400) break;
      body = foreigner.aim(operation).body;
    }
    const answers = [];
    for (const id of ids) answers.push(await ask(id, body));

    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(withoutIds(answer)).toEqual(answers[0] && withoutIds(answers[0]));
  });

  const filtered = answerable.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === 'query' && /_id$|^id$|^after$|^before$/.test(parameter.name))
      .map(({ name }) => ({ operation, name, title: `${operation.title}?${name}=` })),
  );

  it.each(filtered)(
    "$title takes another organization's id for one that does not exist",
    async ({ operation, name }) => {
      const owned =
        [
          ...owner.memory.valuesFor(name),
          ownedId(operation),
          ...owner.memory.idsFor(`${operation.path}/{id}`, 'id'),
        ].find((id) => ownIdPattern.test(id)) ?? '';
      const unknown = unknownId(owned);
      const path = operation.path.replace('{id}', foreigner.memory.idsFor(operation.path, 'id')[0] ?? 'x');

      const [foreign, none] = await Promise.all(
        [owned, unknown].map((id) => api.request(operation.method, `/v1${path}?${name}=${id}`, { key: foreigner.key })),
      );

      expect(owned).not.toBe('');
      // Cursors are compared by their time, so what is newer than an id may differ from what is newer than another.
      if (!['after', 'before'].includes(name))
        expect(foreign && withoutIds(foreign, owned)).toEqual(none && withoutIds(none, unknown));
      for (const id of owner.memory.ids()) expect(JSON.stringify(foreign?.list ?? []).includes(id)).toBe(false);
    },
  );

  it.each(list(answerable.filter(({ body }) => body !== undefined)))(
    "$title takes another organization's ids in its body for ones that do not exist",
    async ({ operation }) => {
      const samples = Array.from({ length: attemptsMax }, () => foreigner.aim(operation));
      const places = new Map(
        samples.flatMap((shot) => findIds(shot.sent.body ?? null).map((place) => [place.where, { ...place, shot }])),
      );

      for (const { id, shot } of places.values()) {
        const kind = /^[a-z]+_/.exec(id)?.[0] ?? '';
        const owned = [...owner.memory.ids()].find((known) => known.startsWith(kind)) ?? '';
        const unknown = unknownId(id);
        const ask = (other: string): Promise<Answer> =>
          api.request(operation.method, `/v1${shot.path}`, {
            key: foreigner.key,
            text: (shot.body ?? '').replaceAll(id, other),
          });
        const [foreign, none] = [await ask(owned), await ask(unknown)];

        expect(foreign.status).toBeGreaterThanOrEqual(400);
        expect(withoutIds(foreign, owned)).toBe(withoutIds(none, unknown));
      }
    },
  );

  it('left everything of the first organization as it was', async () => {
    for (const operation of ofOne.filter(({ method, path }) => method === 'GET' && path.endsWith('{id}'))) {
      const path = operation.path.replace('{id}', ownedId(operation));
      expect((await api.request('GET', `/v1${path}`)).status, path).toBe(200);
    }
  });
});

/** Where ids of ours stand under a name that ends in `_id`, with places in lists taken together. */
function findIds(value: Json, where = ''): { where: string; id: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = Array.isArray(value) ? `${where}[]` : `${where}.${key}`;
    if (typeof member === 'string' && key.endsWith('_id') && ownIdPattern.test(member))
      return [{ where: place, id: member }];
    return findIds(member, place);
  });
}
