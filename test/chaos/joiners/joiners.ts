import type { Ends } from '../flows/flow-specs.ts';

/** A record of the source: it becomes one item, which goes once through the whole flow. */
export interface Joiner {
  id: string;
  parts: string[];
  /** The target refuses the badge, so that the scope undoes the account. */
  refused: boolean;
}

/** What the flow's source and targets are called by the world, and the table of people. */
export const places = {
  source: 'joiners',
  orders: 'orders',
  pieces: 'pieces',
  notes: 'notes',
  people: 'sql',
  accounts: 'accounts',
  badges: 'badges',
  mails: 'mails',
} as const;

/** No wait of this length may end earlier. */
export const restMs = 1000;

const partsMax = 4;
const refusedEvery = 5;

export function newJoiner(n: number): Joiner {
  const id = `j${String(n).padStart(4, '0')}`;
  const parts = Array.from({ length: n % (partsMax + 1) }, (_, index) => `part${index}`);
  return { id, parts, refused: n % refusedEvery === refusedEvery - 1 };
}

/** What the elements of a joiner's loop are known by, in their order. */
export function toPieces({ id, parts }: Joiner): string[] {
  return parts.map((part) => `${id}/${part}`);
}

type Rule = { to: string; from?: string; formula?: string };

/**
 * A flow with everything that can be lost or doubled: a loop and branches whose children are joined, waits for a time, a
 * person and another system, a scope that undoes what it created, effects that are known by their keys, and a row of SQL.
 */
export function joinersFlow({ world, table }: Ends): object {
  const create = (place: string, mapping: Rule[]): object => ({
    connection_id: world,
    object: 'records',
    operation: 'create',
    options: { path: `/${place}/records`, idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping,
  });
  const ref: Rule = { to: 'ref', from: 'record.id' };
  const piece: Rule = { to: 'ref', formula: "record.id + '/' + part" };
  const loop = {
    for_each: 'record.parts',
    as: 'part',
    key: 'part',
    collect: 'steps.piece.record.ref',
    steps: [{ id: 'piece', action: create(places.pieces, [piece]) }],
  };
  const row = {
    connection_id: table,
    object: 'people',
    operation: 'upsert',
    match_on: ['ref'],
    mapping: [ref, { to: 'rev', formula: 'size(steps.pieces)' }, { to: 'label', from: 'record.id' }],
  };
  const undo = {
    connection_id: world,
    object: 'records',
    operation: 'delete',
    match_on: ['id'],
    target_id: 'steps.account.id',
    options: { path: `/${places.accounts}/records`, delete: { path: `/${places.accounts}/records/{id}` } },
  };
  const scope = [
    { id: 'account', action: create(places.accounts, [ref]), undo: { action: undo } },
    { id: 'badge', action: create(places.badges, [ref, { to: 'refused', from: 'record.refused' }]) },
  ];
  const pagination = { kind: 'page', parameter: 'page' };
  return {
    name: 'joiners',
    source: {
      connection_id: world,
      object: 'source',
      key: ['id'],
      options: { path: `/${places.source}/source`, page_size: 40, pagination },
    },
    steps: [
      { id: 'order', action: create(places.orders, [ref, { to: 'reply_to', from: 'callbacks.reply' }]) },
      { id: 'pieces', ...loop },
      {
        id: 'both',
        parallel: [
          { name: 'row', steps: [{ id: 'row', action: row }] },
          {
            name: 'note',
            steps: [
              { id: 'moment', wait: { for: '1s' } },
              { id: 'note', action: create(places.notes, [ref]) },
            ],
          },
        ],
      },
      { id: 'ok', wait: { for: 'approval', message: "'Take ' + record.id + '?'" } },
      { id: 'reply', wait: { for: 'callback' } },
      { id: 'rest', wait: { for: '1s' } },
      { id: 'set', scope, on_error: 'undo' },
      {
        id: 'mail',
        action: create(places.mails, [
          ref,
          { to: 'pieces', from: 'steps.pieces' },
          { to: 'comment', from: 'steps.ok.comment' },
          { to: 'answer', formula: 'steps.reply.body.answer' },
        ]),
      },
    ],
  };
}
