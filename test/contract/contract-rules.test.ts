import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connector } from '../../connectors/digitalocean/index.ts';
import { bearerAuth, apiKeyAuth, secretText } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { connector as gusto } from '../../connectors/gusto/index.ts';
import { connector as servicenow } from '../../connectors/servicenow/index.ts';
import { connector as splunkOncall } from '../../connectors/splunk_oncall/index.ts';
import { connector as tenable } from '../../connectors/tenable_io/index.ts';
import { connector as workday } from '../../connectors/workday/index.ts';
import { connector as zerotier } from '../../connectors/zerotier/index.ts';
import { judgeConnector } from './judge-connector.ts';
import type { Rule } from './problem.ts';

/** Each rule is shown failing: a connector that keeps them all, with one thing changed. */
const { droplets = { title: 'D', operations: {} } } = connector.objects;

const list = { kind: 'json', recordsPath: 'droplets' } as const;
const request = { method: 'GET', path: '/v2/droplets' } as const;
const paginate = { kind: 'next_url', path: 'links.pages.next', sizeParameter: 'per_page', pageSize: 200 } as const;

function reading(read: Parameters<typeof reads>[0], object: Partial<HttpObject> = {}): Partial<HttpConnector> {
  return { objects: { droplets: { ...droplets, ...object, operations: { list: reads(read) } } } };
}

function listing(change: Partial<Parameters<typeof reads>[0] & { kind: 'pages' }>): Partial<HttpConnector> {
  return reading({ kind: 'pages', request, format: list, paginate, ...change });
}

function keepingKey(): Partial<HttpConnector> {
  const { projects } = connector.objects;
  const update = projects?.operations.update;
  if (projects === undefined || update === undefined) throw new Error('DigitalOcean changes projects otherwise now.');
  return { objects: { projects: { ...projects, operations: { update: { ...update, keepsKey: true } } } } };
}

function creating(change: Partial<Parameters<typeof writes>[0]>): Partial<HttpConnector> {
  const given = { request: { method: 'POST', path: '/v2/droplets' }, idempotency: { kind: 'none' } } as const;
  return { objects: { droplets: { ...droplets, operations: { create: writes({ ...given, ...change }) } } } };
}

/** Records that are found hold their id elsewhere than the answer to a creation. */
const byName = {
  kind: 'find',
  request: { ...request, query: { name: '{name}' } },
  recordsPath: 'droplets',
} as const;

const violations: [string, Rule, Partial<HttpConnector>][] = [
  [
    'a form without examples',
    'forms-fillable',
    { config: z.strictObject({ region: z.string().regex(/^[a-z]{3}1$/) }) },
  ],
  ['a foreign base address', 'host-listed', { http: { ...connector.http, baseUrl: 'https://api.vendor.example' } }],
  ['no error rules', 'errors-declared', { errors: [] }],
  ['no limits', 'limits-declared', { limits: { concurrency: 8, buckets: [], signals: [] } }],
  ['an object without documentation', 'object-documented', undocumented()],
  ['a key that records do not have', 'key-declared', reading(readsOf(), { key: ['uuid'] })],
  ['pages without a size', 'page-size-declared', listing({ paginate: { kind: 'page', parameter: 'page' } })],
  [
    'a look-up that looks for nothing',
    'find-identifies',
    creating({ idempotency: { kind: 'find', request, recordsPath: 'droplets' } }),
  ],
  ['a key in its address and its body', 'body-members', keepingKey()],
  [
    'a value within a filter of no language',
    'holes-typed',
    listing({ request: { ...request, query: { tag_name: "name eq '{name}'" } } }),
  ],
  ['an operation that the contract does not have', 'described', { objects: { snapshots: droplets } }],
  ['a method of another operation', 'route', listing({ request: { method: 'POST', path: '/v2/droplets' } })],
  [
    'a parameter with a typing error',
    'known-parameters',
    listing({ paginate: { ...paginate, sizeParameter: 'pagesize' } }),
  ],
  ['a page that is too large', 'parameter-values', listing({ paginate: { ...paginate, pageSize: 201 } })],
  ['a body of another type', 'content-type', creating({ body: 'form' })],
  ['a way to sign in that is not taken', 'security', { auth: [apiKeyAuth({ in: 'header', name: 'x-key' })] }],
  ['a list whose pages are ignored', 'pages-followed', listing({ paginate: { kind: 'none' } })],
  ['records that are elsewhere', 'pointers', listing({ format: { kind: 'json', recordsPath: 'servers' } })],
  ['a cursor that is elsewhere', 'pointers', listing({ paginate: { ...paginate, path: 'links.next' } })],
  [
    'a field that records do not have',
    'pointers',
    reading(readsOf(), { schema: z.object({ id: z.int(), nam: z.string() }) }),
  ],
  ['a field of another type', 'records', reading(readsOf(), { schema: z.object({ id: z.string() }) })],
  ['a creation that gives no id', 'target-id', creating({ targetIdPath: 'id' })],
  ['a look-up whose records have no id', 'pointers', creating({ targetIdPath: 'droplet.id', idempotency: byName })],
];

function undocumented(): Partial<HttpConnector> {
  const { docsUrl: _, ...object } = droplets;
  return { objects: { droplets: object } };
}

/** Tables whose list has a parameter with a typing error. */
function misspelt({ dynamicObjects }: HttpConnector): NonNullable<HttpConnector['dynamicObjects']> {
  if (dynamicObjects === undefined) throw new Error('ServiceNow reads no table by its name now.');
  return {
    ...dynamicObjects,
    resolve: (named) => {
      const resolved = dynamicObjects.resolve(named);
      const read = resolved.ok ? resolved.object.operations.list : undefined;
      if (!resolved.ok || read?.kind !== 'pages') return resolved;
      const query = { ...read.request.query, sysparm_veiw: 'desktop' };
      const changed = { ...read, request: { ...read.request, query } };
      return { ok: true, object: { ...resolved.object, operations: { ...resolved.object.operations, list: changed } } };
    },
  };
}

function readsOf(): Parameters<typeof reads>[0] {
  return { kind: 'pages', request, format: list, paginate };
}

describe('test/contract/contract-rules', () => {
  it('finds nothing wrong with the connector itself', () => {
    expect(judgeConnector(connector).problems).toEqual([]);
  });

  it.each(violations)('finds %s', (_, rule, change) => {
    const { problems, unproven } = judgeConnector({ ...connector, ...change });

    expect([...problems, ...unproven].map((problem) => problem.rule)).toContain(rule);
  });

  it('finds what parents do not have, and what an export does not tell', () => {
    const { family_plugins: nested, assets: exported } = tenable.objects;
    const [inner, prepared] = [nested?.operations.list, exported?.operations.list];
    if (inner?.kind !== 'pages' || prepared?.kind !== 'pages') throw new Error('Tenable reads them otherwise now.');
    const { parents, job } = { ...inner, job: prepared.job };
    if (parents === undefined || job === undefined) throw new Error('Tenable reads them otherwise now.');
    const objects = {
      family_plugins: { title: 'P', operations: { list: { ...inner, parents: { ...parents, key: 'family' } } } },
      assets: { title: 'A', operations: { list: { ...prepared, job: { ...job, idPath: 'id', chunksPath: 'parts' } } } },
    };

    const { problems } = judgeConnector({ ...tenable, objects });

    expect(problems.map(({ use, rule, detail }) => `${use} ${rule}: ${detail}`)).toEqual(
      expect.arrayContaining([
        'family_plugins.list/parents pointers: The answer has nothing at family.',
        'assets.list/create pointers: The answer has nothing at id.',
        'assets.list/status pointers: The answer has nothing at parts.',
      ]),
    );
  });

  it('finds an element that an XML schema does not have', () => {
    const { worker_details: workers } = workday.objects;
    const read = workers?.operations.list;
    if (workers === undefined || read?.kind !== 'pages') throw new Error('Workday reads them otherwise now.');
    const xml = read.request.xml?.replaceAll('Include_Organizations', 'Include_Organisations') ?? '';
    const changed = { ...read, request: { ...read.request, xml } };
    const objects = { worker_details: { ...workers, operations: { list: changed } } };

    expect(judgeConnector({ ...workday, objects }).problems).toMatchObject([
      {
        use: 'worker_details.list',
        rule: 'body',
        detail: expect.stringContaining('Response_Group.Include_Organisations'),
      },
    ]);
  });

  it('judges objects that are named at will by their examples', () => {
    const changed = { ...servicenow, objects: {}, dynamicObjects: misspelt(servicenow) };

    expect(judgeConnector({ ...servicenow, objects: {} }).agreed).toContain('*.upsert/find');
    expect(judgeConnector(changed).problems).toMatchObject([{ use: '*.list', rule: 'known-parameters' }]);
  });

  it('finds a description of what is said to be for the customer to decide', () => {
    const { dynamicObjects } = servicenow;
    if (dynamicObjects === undefined) throw new Error('ServiceNow reads no table by its name now.');
    const changed = {
      ...servicenow,
      objects: {},
      dynamicObjects: { ...dynamicObjects, customerDefined: 'Everything.' },
    };

    expect(judgeConnector(changed).problems.map(({ use, rule }) => `${use} ${rule}`)).toContain(
      '*.list customer-defined',
    );
  });

  it('takes a look-up in a list that is given whole', () => {
    const { departments } = gusto.objects;
    const changed = { ...gusto, objects: { departments: departments ?? { title: 'D', operations: {} } }, contract: {} };

    expect(judgeConnector(changed).problems).toEqual([]);
  });

  it('takes what the definition is exempt from, and tells when it is exempt needlessly', () => {
    const change = listing({ paginate: { ...paginate, pageSize: 201 } });
    const exempt = [
      { use: 'droplets.list', rule: 'parameter-values', reason: 'The description is too strict.' },
      { use: 'test', rule: 'body', reason: 'None.' },
      { use: 'droplets', rule: 'meaning', reason: 'So is the sheet.' },
    ];

    const { problems, stale } = judgeConnector({ ...connector, ...change, contract: { exempt } });

    expect(problems).toEqual([]);
    expect(stale).toEqual([exempt[1]]);
  });

  it('is exempt of what an exemption is about, and of nothing else by its rule', () => {
    const change = listing({ paginate: { ...paginate, sizeParameter: 'pagesize', path: 'links.next' } });
    const about = (text: string) => ({ use: 'droplets.list', rule: 'known-parameters', about: text, reason: 'Known.' });
    const exempt = [about('pagesize'), about('other')];

    const { problems, stale } = judgeConnector({ ...connector, ...change, contract: { exempt } });

    expect(problems.map(({ rule }) => rule)).toEqual(['pointers']);
    expect(stale).toEqual([exempt[1]]);
  });

  it('takes tokens in any of their forms', () => {
    const credentials = z.strictObject({ token: secretText('Token') });
    const header = { in: 'header', name: 'Authorization', value: 'Bearer {token}', credentials } as const;

    for (const auth of [[bearerAuth()], [apiKeyAuth(header)]]) {
      expect(judgeConnector({ ...connector, auth }).problems).toEqual([]);
    }
  });

  it('takes the scheme that a description names, and no other', () => {
    const auth = [bearerAuth({ scheme: 'Bearer' })];

    expect(judgeConnector(zerotier).problems).toEqual([]);
    expect(judgeConnector({ ...zerotier, auth }).problems.map(({ rule }) => rule)).toContain('security');
  });

  it('leaves parameters that credentials fill to the credentials', () => {
    const { teams } = splunkOncall.objects;
    const only = { ...splunkOncall, objects: { teams: teams ?? { title: 'T', operations: {} } }, contract: {} };
    const missing = judgeConnector({ ...only, auth: [bearerAuth()] }).problems.map(
      ({ rule, detail }) => `${rule} ${detail}`,
    );

    expect(judgeConnector(only).problems).toEqual([]);
    expect(missing).toContain('required-parameters header x-vo-api-key');
  });
});
