import { describe, expect, it } from 'vitest';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { getVerification, listConnectors } from '../../connectors/registry.ts';
import { judgeConnector } from './judge-connector.ts';

/** Faults that are planted in connectors as they are: each in one place, as somebody makes it who writes one. */
const mutations: Record<string, (object: HttpObject) => HttpObject | undefined> = {
  'the path of a list': (object) =>
    changeList(object, (list) => ({ request: { ...list.request, path: `${list.request.path}-all` } })),
  'the name of a parameter': (object) =>
    changeList(object, (list) => {
      const [[name, value] = [], ...others] = Object.entries(list.request.query ?? {});
      if (name === undefined || value === undefined) return undefined;
      return { request: { ...list.request, query: { ...Object.fromEntries(others), [`${name}x`]: value } } };
    }),
  'the place of the records': (object) =>
    changeList(object, ({ format }) =>
      format.kind === 'json' && format.recordsPath !== undefined
        ? { format: { ...format, recordsPath: `${format.recordsPath}_all` } }
        : undefined,
    ),
  'the key of a record': (object) =>
    object.key === undefined ? undefined : { ...object, key: [`${object.key[0] ?? ''}_of`] },
  'the method of a creation': (object) => {
    const { create } = object.operations;
    if (create === undefined || 'batch' in create) return undefined;
    const request = { ...create.request, method: create.request.method === 'PUT' ? 'PATCH' : 'PUT' } as const;
    return { ...object, operations: { create: { ...create, request } } };
  },
};
/** Of each kind, in as many connectors. */
const each = 8;

type Paged = Extract<NonNullable<HttpObject['operations']['list']>, { kind: 'pages' }>;

function changeList(object: HttpObject, change: (list: Paged) => Partial<Paged> | undefined): HttpObject | undefined {
  const { list } = object.operations;
  if (list?.kind !== 'pages') return undefined;
  const changes = change(list);
  return changes === undefined ? undefined : { ...object, operations: { list: { ...list, ...changes } } };
}

const connectors = listConnectors().filter(
  (connector): connector is HttpConnector =>
    connector.transport === 'http' && ['verified', 'proven'].includes(getVerification(connector).level),
);

/** What is found of one object, by itself. */
function judge(connector: HttpConnector, name: string, object: HttpObject): string[] {
  const { problems, unproven } = judgeConnector({ ...connector, objects: { [name]: object } });
  return [...problems, ...unproven].map(({ use, rule, detail }) => `${use}: ${rule}: ${detail}`);
}

/** The first object of a connector in which a fault can be planted. */
function plant(connector: HttpConnector, mutate: (object: HttpObject) => HttpObject | undefined) {
  for (const [name, object] of Object.entries(connector.objects)) {
    const mutant = mutate(object);
    if (mutant !== undefined) return { connector, name, object, mutant };
  }
  return undefined;
}

const mutants = Object.entries(mutations).flatMap(([kind, mutate], index) => {
  const places = connectors.flatMap((connector) => plant(connector, mutate) ?? []);
  const step = Math.max(1, Math.floor(places.length / each));
  return places
    .filter((_, position) => position % step === index % step)
    .slice(0, each)
    .map((place) => ({ kind, id: `${place.connector.id}.${place.name}`, ...place }));
});

describe('test/contract/mutants', () => {
  it('plants each kind in several connectors, and forty faults', () => {
    expect(mutants.length).toBe(40);
  });

  it.each(mutants)('finds $kind changed in $id', ({ connector, name, object, mutant }) => {
    const before = judge(connector, name, object);
    const found = judge(connector, name, mutant);

    expect(found.filter((problem) => !before.includes(problem))).not.toEqual([]);
  });
});
