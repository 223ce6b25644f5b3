import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connector as crowdstrike } from '../../../connectors/crowdstrike/index.ts';
import { connector as jira } from '../../../connectors/jira/index.ts';
import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { Fact, Listing, Meaning, ObjectMeaning } from '../../../connectors/kit/meaning/meaning.ts';
import type { HttpPages, HttpWrite, Pagination } from '../../../connectors/kit/http/operations.ts';
import { connector as okta } from '../../../connectors/okta/index.ts';
import { connector as servicenow } from '../../../connectors/servicenow/index.ts';
import { loadContract } from '../../../tools/contract/contract.ts';
import { loadMeaning } from '../../../tools/meaning/load-meaning.ts';
import { MockVendor } from '../behaviour/mock-vendor.ts';
import { runScenarios } from './run-scenarios.ts';
import { scenarios } from './scenarios/index.ts';

let vendor: MockVendor;

beforeAll(async () => {
  vendor = await MockVendor.start();
});

afterAll(() => vendor.stop());

/** A connector of its users alone, so that little is played. */
function ofUsers(connector: HttpConnector, change: (list: HttpPages) => HttpPages = (list) => list): HttpConnector {
  const { users } = connector.objects;
  const { list } = users?.operations ?? {};
  if (users === undefined || list?.kind !== 'pages') throw new Error(`${connector.id} lists users otherwise now.`);
  return { ...connector, objects: { users: { ...users, operations: { ...users.operations, list: change(list) } } } };
}

const oktaUsers = ofUsers(okta);

/** Asks for changes in another way. */
function asking(template: string, lookbackMs: number): HttpConnector {
  return ofUsers(okta, (list) =>
    list.incremental?.kind === 'server_filter'
      ? { ...list, incremental: { ...list.incremental, template, lookbackMs } }
      : list,
  );
}

function paging(paginate: Pagination): HttpConnector {
  return ofUsers(okta, (list) => ({ ...list, paginate }));
}

/** Looks users up in another way. */
function finding(change: Partial<Extract<HttpWrite['idempotency'], { kind: 'find' }>>): HttpConnector {
  const { users } = oktaUsers.objects;
  const { create, upsert } = users?.operations ?? {};
  if (users === undefined || create === undefined || upsert === undefined)
    throw new Error('Okta writes otherwise now.');
  const changed = (write: HttpWrite): HttpWrite =>
    write.idempotency.kind === 'find' ? { ...write, idempotency: { ...write.idempotency, ...change } } : write;
  const operations = { ...users.operations, create: changed(create), upsert: changed(upsert) };
  return { ...oktaUsers, objects: { users: { ...users, operations } } };
}

const { idempotency } = oktaUsers.objects['users']?.operations.upsert ?? {};
const request = idempotency?.kind === 'find' ? idempotency.request : undefined;

const byPosition: Pagination = { kind: 'offset', parameter: 'skip', first: 0, in: 'query', pageSize: 200 };

const page = 'https://vendor.example/docs';

function sheetOf(id: string, facts: Meaning['objects'][string] = {}): Meaning {
  const meaning = loadMeaning(id);
  if (meaning === undefined) throw new Error(`${id} has no sheets.`);
  return { ...meaning, objects: { users: { ...meaning.objects['users'], ...facts } } };
}

const openIdentity: ObjectMeaning['identity'] = {
  notDocumented: { pages: [page], careful: { field: 'profile.login', unique: true, compares: 'both_ways' } },
};

const openLag: ObjectMeaning['lag'] = { notDocumented: { pages: [page], careful: { waits: 'longest_lag' } } };

const cutAt: Fact<Listing> = { leavesOut: [], paging: 'cursor', page };

/** Each with the scenario that finds it. */
const planted: [string, string, HttpConnector, Meaning][] = [
  ['looks back too little', 'late arrival', asking('lastUpdated ge "{$since}"', 0), sheetOf('okta')],
  ['leaves the instant itself out', 'late arrival', asking('lastUpdated gt "{$since}"', 59_000), sheetOf('okta')],
  ['asks by another field', 'late arrival', asking('created ge "{$since}"', 300_000), sheetOf('okta')],
  [
    'goes on behind an instant',
    'equal timestamps at a page border',
    ofUsers(servicenow, (list) => ({
      ...list,
      paginate:
        list.paginate.kind === 'keyset'
          ? { ...list.paginate, fields: ['sys_updated_on'], after: 'sys_updated_on>{sys_updated_on}' }
          : list.paginate,
    })),
    sheetOf('servicenow'),
  ],
  ['counts records off', 'row deleted while paging', paging(byPosition), sheetOf('okta')],
  ['counts records off', 'row inserted while paging', paging(byPosition), sheetOf('okta')],
  [
    'does not ask for what is left out otherwise',
    'archived',
    ofUsers(okta, (list) => ({ ...list, request: { ...list.request, query: {} } })),
    sheetOf('okta'),
  ],
  [
    'lists less than it has changes of',
    'archived',
    oktaUsers,
    sheetOf('okta', { listing: { leavesOut: ['STAGED'], changesLeaveOut: [], paging: 'cursor', page } }),
  ],
  [
    'asks for pages that are too large',
    'ceiling',
    paging({ kind: 'link_header', rel: 'next', sizeParameter: 'limit', pageSize: 500 }),
    sheetOf('okta'),
  ],
  [
    'takes the end of a listing for the end of the records',
    'ceiling',
    oktaUsers,
    sheetOf('okta', { listing: cutAt, ceilings: { records: 50_000, page } }),
  ],
  [
    'puts values into filters as they are',
    'reserved characters in look-ups',
    finding(
      request === undefined
        ? {}
        : { request: { ...request, query: { search: 'profile.login eq "{profile.login|plain}"' } } },
    ),
    sheetOf('okta'),
  ],
  ['tells letters of other case apart', 'letter case', finding({ ignoresCase: false }), sheetOf('okta')],
  [
    'knows one way to compare where two are possible',
    'letter case',
    finding({ ignoresCase: false }),
    sheetOf('okta', { identity: openIdentity }),
  ],
  [
    'takes a record in another case from a list of all',
    'letter case',
    finding({ ignoresCase: true, paginate: { kind: 'link_header', rel: 'next' } }),
    sheetOf('okta', { identity: openIdentity }),
  ],
  [
    'waits less than the longest lag',
    'consistency lag after a create',
    finding({ searchLagMs: 60_000 }),
    sheetOf('okta', { lag: openLag }),
  ],
  [
    'takes a missing right for something else',
    'refused right',
    { ...oktaUsers, errors: [{ when: { status: 403 }, kind: 'not_found' }] },
    sheetOf('okta', { scopes: { notDocumented: { pages: [page], careful: { refusals: 'stop' } } } }),
  ],
  ['looks too early', 'consistency lag after a create', finding({ searchLagMs: 0 }), sheetOf('okta')],
  [
    'takes errors in a success for one',
    'error in 200',
    { ...ofUsers(crowdstrike), errors: crowdstrike.errors.filter(({ when }) => when.status !== 200) },
    sheetOf('crowdstrike'),
  ],
  [
    'takes the answer to nobody for an empty list',
    'expired login',
    { ...ofUsers(jira), errors: jira.errors.filter(({ when }) => when.header === undefined) },
    sheetOf('jira'),
  ],
];

describe('test/contract/meaning/run-scenarios', () => {
  it.each([
    oktaUsers,
    asking('lastUpdated ge "{$since}"', 59_000),
    ofUsers(servicenow),
    ofUsers(crowdstrike),
    ofUsers(jira),
  ])('finds nothing wrong with $id as it is', async (connector) => {
    const { problems, played } = await runScenarios(
      connector,
      loadContract(connector.id),
      sheetOf(connector.id),
      vendor,
    );

    expect(problems).toEqual([]);
    expect(played).toBeGreaterThan(3);
  });

  it.each<[string, HttpConnector]>([
    ['that asks for one', finding({ ignoresCase: 'undocumented', searchLagMs: 'undocumented' })],
    [
      'that goes through a list of all',
      finding({
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
        paginate: { kind: 'link_header', rel: 'next' },
      }),
    ],
  ])('finds nothing wrong with a careful look-up %s, whichever the vendor does', async (_, connector) => {
    const sheet = sheetOf('okta', { identity: openIdentity, lag: openLag });
    const wanted = scenarios.filter(({ kind }) => kind === 'look-up');
    const { problems, played } = await runScenarios(connector, loadContract('okta'), sheet, vendor, wanted);

    expect(problems).toEqual([]);
    expect(played).toBeGreaterThan(8);
  });

  it.each(planted)('finds a connector that %s: %s', async (_, name, connector, meaning) => {
    const wanted = scenarios.filter((scenario) => scenario.name === name);
    const { problems } = await runScenarios(connector, loadContract(connector.id), meaning, vendor, wanted);

    expect(problems.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(new RegExp(`^${name}: `)));
  });

  it('has a planted fault for every scenario', () => {
    expect(scenarios.map(({ name }) => name).filter((name) => !planted.some(([, known]) => known === name))).toEqual(
      [],
    );
  });
});
