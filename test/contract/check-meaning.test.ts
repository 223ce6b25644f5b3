import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connector as jira } from '../../connectors/jira/index.ts';
import { connector as okta } from '../../connectors/okta/index.ts';
import { meaning as jiraMeaning } from '../../connectors/jira/meaning.ts';
import { meaning as oktaMeaning } from '../../connectors/okta/meaning.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { undocumentedLagMs } from '../../connectors/kit/http/operations.ts';
import { listOpenFacts, type Meaning, readFact, readSheet } from '../../connectors/kit/meaning/meaning.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { listConnectors } from '../../connectors/registry.ts';
import { loadMeaning } from '../../tools/meaning/load-meaning.ts';
import { checkMeaning } from './check-meaning.ts';

const page = 'https://vendor.example/docs';

/** A connector with one object changed, and what its sheets say of that. */
function judge(connector: HttpConnector, meaning: Meaning, facts: Meaning['objects'][string] = {}): string[] {
  const objects = { ...meaning.objects, users: { ...meaning.objects['users'], ...facts } };
  return checkMeaning(connector, { ...meaning, objects }).map(({ use, detail }) => `${use}: ${detail}`);
}

/** @param write One of an HTTP connector, or of a driver. */
function isFoundFirst(write: object | undefined): boolean {
  return z.object({ idempotency: z.object({ kind: z.literal('find') }) }).safeParse(write).success;
}

function withUsers(change: (users: HttpObject) => HttpObject): HttpConnector {
  const { users } = okta.objects;
  if (users === undefined) throw new Error('Okta has users otherwise now.');
  return { ...okta, objects: { ...okta.objects, users: change(users) } };
}

describe('test/contract/check-meaning', () => {
  it('finds nothing wrong with the connectors themselves', () => {
    expect([...judge(okta, oktaMeaning), ...judge(jira, jiraMeaning)]).toEqual([]);
  });

  it('finds a refused login that is taken for an empty list', () => {
    const errors = jira.errors.filter(({ when }) => when.header === undefined);

    expect(judge({ ...jira, errors }, jiraMeaning)).toEqual([
      expect.stringContaining('An answer of auth_invalid is taken for a result: 200 {"issues":[],"isLast":true}'),
      expect.stringContaining('An answer of auth_invalid is taken for a result'),
    ]);
  });

  it.each<[string, Meaning['objects'][string], string]>([
    [
      'a full list that shows less than the list of changes',
      { listing: { leavesOut: ['DEPROVISIONED'], changesLeaveOut: [], paging: 'cursor', page } },
      'All records leave out DEPROVISIONED, changed ones none.',
    ],
    [
      'changes that come later than is looked back',
      {
        changed: {
          field: 'lastUpdated',
          inclusive: false,
          zone: 'account',
          granularityMs: 60_000,
          late: { ms: 0 },
          misses: '',
          page,
        },
      },
      'Changes are asked for again of the last 300000 ms, and may be 50460000 ms late.',
    ],
    [
      'a search that lags longer',
      { lag: { ms: 60_000, page } },
      'A search may miss a write for 60000 ms, and 30000 are waited.',
    ],
    ['pages that are too large', { ceilings: { pageSize: 100, page } }, 'Pages have 200 records, of 100 at most.'],
    [
      'a filter of another language',
      { filter: { languages: ['odata'], page } },
      'A filter of odata has a value of scim.',
    ],
    [
      'a comparison with regard to case',
      { identity: { field: 'profile.login', unique: true, ignoresCase: false, page } },
      'profile.login is compared without regard to case.',
    ],
    [
      'a look-up that may have more than one page',
      { identity: { field: 'profile.login', unique: false, ignoresCase: true, page } },
      'profile.login is not unique, and is looked for in one page only.',
    ],
  ])('finds %s', (_, facts, detail) => {
    expect(judge(okta, oktaMeaning, facts)).toContain(`users: ${detail}`);
  });

  it.each<[string, Meaning['objects'][string], string]>([
    [
      'one comparison where case is not documented',
      {
        identity: {
          notDocumented: { pages: [page], careful: { field: 'profile.login', unique: true, compares: 'both_ways' } },
        },
      },
      'Whether case counts in profile.login is not documented: its look-up has to compare both ways.',
    ],
    [
      'a short wait where no lag is documented',
      { lag: { notDocumented: { pages: [page], careful: { waits: 'longest_lag' } } } },
      'How long a search may miss a write is not documented: it has to be looked up after the longest lag.',
    ],
    [
      'changes that are read again of less than the margin where the vendor may leave out the instant itself',
      {
        changed: {
          notDocumented: {
            pages: [page],
            careful: {
              field: 'lastUpdated',
              zone: 'utc',
              granularityMs: 60_000,
              late: { marginMs: 300_000 },
              misses: '',
            },
          },
        },
      },
      'Changes are asked for again of the last 300000 ms, and may be 360000 ms late.',
    ],
  ])('finds %s', (_, facts, detail) => {
    expect(judge(okta, oktaMeaning, facts)).toContain(`users: ${detail}`);
  });

  it('waits as long as the longest lag that a vendor documents for what is looked up', () => {
    const lags = listConnectors().flatMap(({ id, objects }) =>
      Object.entries(objects).flatMap(([name, { operations }]) => {
        const { create, update, upsert, delete: remove } = operations;
        const isFound = [create, update, upsert, remove].some((write) => isFoundFirst(write));
        const meaning = loadMeaning(id);
        const lag = meaning === undefined || !isFound ? undefined : readFact(readSheet(meaning, name).lag);
        return lag === undefined ? [] : [lag.ms];
      }),
    );

    expect(lags.length).toBeGreaterThan(0);
    expect(Math.max(...lags)).toBeLessThanOrEqual(undocumentedLagMs);
  });

  it('finds pages that are asked for by position where records would be missed', () => {
    const byPosition = withUsers((users) => {
      const { list } = users.operations;
      if (list?.kind !== 'pages') throw new Error('Okta lists users otherwise now.');
      const paginate = { kind: 'offset', parameter: 'skip', first: 0, in: 'query', pageSize: 200 } as const;
      return { ...users, operations: { ...users.operations, list: { ...list, paginate } } };
    });

    expect(judge(byPosition, oktaMeaning)).toContain('users: Pages are asked for by position.');
  });

  it.each(listConnectors().map(({ id, objects }) => ({ id, objects })))(
    'has sheets of objects alone: $id',
    ({ id, objects }) => {
      const named = Object.keys(loadMeaning(id)?.objects ?? {});

      expect(named.filter((name) => !Object.hasOwn(objects, name))).toEqual([]);
    },
  );

  it('has sheets of every connector that declares objects', () => {
    const without = listConnectors().filter(
      ({ id, objects }) => Object.keys(objects).length > 0 && loadMeaning(id) === undefined,
    );

    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('counts what is unknown as open', () => {
    const sheet = { ...readSheet(oktaMeaning, 'log_events'), scopes: { unknown: 'It has not been looked up.' } };

    expect(listOpenFacts(sheet)).toEqual(['scopes']);
    expect(listOpenFacts({})).toHaveLength(10);
  });
});
