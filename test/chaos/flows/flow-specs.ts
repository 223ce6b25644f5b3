import type { Body } from '../targets/journal.ts';
import { type Mutation, type SourceRecord, toTeamLead } from './source-records.ts';

/** Ids of connections. */
export interface Ends {
  world: string;
  /** To the same server, with a token that changes. */
  guarded: string;
  table: string;
}

/** One integration under test, and what must come of it. */
export interface FlowSpec {
  name: string;
  records: number;
  mutation: Mutation;
  /** How the target tells repeats. `strict`: none happens; `repeatable`: identical ones may, for a page after a fault. */
  repeats: 'strict' | 'repeatable';
  /** Vendors' signed deliveries start it; otherwise people do. */
  pushed?: boolean;
  /** Its connections have a token that is changed meanwhile. */
  guarded?: boolean;
  /** Its target is the table, not the server. */
  table?: boolean;
  /** Records that are under way at once, and may be written again after a fault. Default: a page of the source. */
  pageSize?: number;
  /** How long its target takes to answer at most; the server's default otherwise. */
  answerMs?: number;
  definition(ends: Ends): object;
  /** What the target must hold, by the source's key: written by hand, apart from the hub's own mapping. */
  expected(records: readonly SourceRecord[]): Map<string, Body>;
}

/** Few in a page, so that runs have many of them. */
export const pageSize = 40;

const plain = [
  { to: 'ref', from: 'id', required: true },
  { to: 'rev', from: 'rev' },
  { to: 'label', from: 'name', convert: 'lowercase' },
  { to: 'team', from: 'team', lookup: { T0: 'Founders' }, default: 'Others' },
];

function toPlain({ id, rev, name, team }: SourceRecord): Body {
  return { ref: id, rev, label: name.toLowerCase(), team: team === 'T0' ? 'Founders' : 'Others' };
}

function each(toBody: (record: SourceRecord) => Body): FlowSpec['expected'] {
  return (records) => new Map(records.map((record) => [record.id, toBody(record)]));
}

function sourceOf(flow: string, connection: string): object {
  const pagination = { kind: 'page', parameter: 'page' };
  return {
    connection_id: connection,
    object: 'source',
    key: ['id'],
    options: { path: `/${flow}/source`, page_size: pageSize, pagination },
  };
}

function putTo(flow: string, connection: string, more: object = {}, options: object = {}): object {
  const put = { path: `/${flow}/records/{ref}`, method: 'PUT', idempotency: { kind: 'put_by_key' }, ...options };
  return {
    connection_id: connection,
    object: 'records',
    operation: 'upsert',
    match_on: ['ref'],
    options: put,
    ...more,
  };
}

function moving(flow: string, idempotency: object, connection: string): object {
  return {
    connection_id: connection,
    object: 'records',
    operation: 'upsert',
    match_on: ['ref'],
    options: {
      path: `/${flow}/records`,
      idempotency,
      update: { path: `/${flow}/records/{$target_id}`, method: 'PATCH' },
      target_id_path: 'id',
    },
  };
}

/** A step that writes the plain record, with the team that it says. */
function writeOf(id: string, team: string, connection: string): object {
  const target = putTo('steps', connection);
  const mapping = [
    { to: 'ref', from: 'record.id', required: true },
    { to: 'rev', from: 'record.rev' },
    { to: 'label', from: 'record.name', convert: 'lowercase' },
    { to: 'team', value: team },
  ];
  return { id, action: { ...target, mapping } };
}

const changing = { changed: 0.7, added: 3, removed: 0 };

export const flowSpecs: readonly FlowSpec[] = [
  {
    name: 'natural',
    records: 240,
    // Slow, so that a page is under way for a second: who leaves it to itself is seen writing on.
    answerMs: 400,
    mutation: changing,
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('natural', world),
      target: putTo('natural', world),
      mapping: plain,
    }),
    expected: each(toPlain),
  },
  {
    name: 'sql',
    records: 500,
    mutation: changing,
    repeats: 'repeatable',
    table: true,
    definition: ({ world, table }) => ({
      source: sourceOf('sql', world),
      target: { connection_id: table, object: 'people', operation: 'upsert', match_on: ['ref'] },
      mapping: plain,
    }),
    expected: each(toPlain),
  },
  {
    name: 'keyed',
    records: 300,
    mutation: changing,
    repeats: 'strict',
    guarded: true,
    definition: ({ guarded }) => ({
      source: sourceOf('keyed', guarded),
      target: moving('keyed', { kind: 'header' }, guarded),
      mapping: plain,
    }),
    expected: each(toPlain),
  },
  {
    name: 'lookup',
    records: 240,
    mutation: changing,
    // A change in doubt is looked up and made again under the id that was found; a creation is not.
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('lookup', world),
      target: moving('lookup', { kind: 'find', path: '/lookup/records?ref={ref}' }, world),
      mapping: plain,
    }),
    expected: each(toPlain),
  },
  {
    name: 'aggregate',
    records: 800,
    mutation: changing,
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('aggregate', world),
      target: putTo('aggregate', world),
      aggregate: { group_by: ['team'], fields: { heads: { count: true }, points: { sum: 'points' } } },
      mapping: [
        { to: 'ref', from: 'team', required: true },
        { to: 'heads', from: 'heads' },
        { to: 'points', from: 'points', convert: 'integer' },
      ],
    }),
    expected: (records) => {
      const groups = new Map<string, { ref: string; heads: number; points: number }>();
      for (const { team, points } of records) {
        const group = groups.get(team) ?? { ref: team, heads: 0, points: 0 };
        groups.set(team, { ref: team, heads: group.heads + 1, points: group.points + points });
      }
      return groups;
    },
  },
  {
    name: 'script',
    records: 240,
    mutation: changing,
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('script', world),
      target: putTo('script', world),
      script: {
        language: 'javascript',
        source:
          'export default (record) => ({ ...record, name: `${record.name} of ${record.team}`, rev: record.rev * 2 });',
      },
      mapping: plain,
    }),
    expected: each((record) => {
      const scripted = { ...record, name: `${record.name} of ${record.team}`, rev: record.rev * 2 };
      return toPlain(scripted);
    }),
  },
  {
    name: 'enrich',
    records: 300,
    mutation: changing,
    repeats: 'repeatable',
    guarded: true,
    definition: ({ world, guarded }) => ({
      source: sourceOf('enrich', guarded),
      target: putTo('enrich', guarded),
      enrich: [
        {
          as: 'leader',
          connection_id: world,
          object: '/leads',
          options: { find: { path: '/leads', query: { ids: '{value}' }, values_max: 10 } },
          by: 'team',
          key: 'team',
        },
      ],
      mapping: [...plain, { to: 'lead', from: 'leader.lead' }, { to: 'since', from: 'leader.since' }],
    }),
    expected: each((record) => {
      const { lead, since } = toTeamLead(record.team);
      return { ...toPlain(record), lead, since };
    }),
  },
  {
    name: 'removal',
    records: 300,
    mutation: { changed: 0.4, added: 20, removed: 20 },
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('removal', world),
      target: putTo(
        'removal',
        world,
        { on_missing: 'delete', guard: { max_deletes: 10_000 } },
        { delete: { path: '/removal/records/{ref}' } },
      ),
      mapping: plain,
    }),
    expected: each(toPlain),
  },
  {
    name: 'steps',
    // Steps take items in pages of their own.
    pageSize: 200,
    records: 240,
    mutation: changing,
    repeats: 'repeatable',
    definition: ({ world }) => ({
      source: sourceOf('steps', world),
      steps: [
        {
          id: 'team',
          condition: [{ when: "record.team == 'T0'", steps: [writeOf('founders', 'Founders', world)] }],
          else: [writeOf('others', 'Others', world)],
        },
      ],
    }),
    expected: each(toPlain),
  },
  {
    name: 'pushed',
    records: 60,
    mutation: { changed: 0, added: 0, removed: 0 },
    repeats: 'repeatable',
    pushed: true,
    definition: ({ world }) => ({
      source: sourceOf('pushed', world),
      target: putTo('pushed', world),
      mapping: plain,
      triggers: [{ type: 'webhook' }],
    }),
    expected: each(toPlain),
  },
];
