import type { Mutation } from './faulty-database.ts';
import type { ItemInvariant } from './judge-life.ts';

/**
 * A bug in the SQL of workers, or of a function of the database, to see that the lives notice: `find` becomes `replace` wherever a
 * statement says it.
 */
export interface ItemBug extends Change {
  name: string;
  /** What it breaks; any one of them counts as caught. */
  breaks: readonly [ItemInvariant, ...ItemInvariant[]];
  also?: Change;
  /** The function of the database that has it, in place of statements of workers. */
  inFunction?: string;
  /** Where to begin to look, so that it is found soon. Default: 0. */
  from?: number;
}

interface Change {
  find: string;
  replace: string;
}

/** Plants it. `isThere` tells whether a statement was changed so far. */
export function plant({ also, ...bug }: ItemBug): { mutate: Mutation; isThere: () => boolean } {
  const changes: Change[] = also === undefined ? [bug] : [bug, also];
  let isThere = false;
  const mutate: Mutation = (text) =>
    changes.reduce((before, { find, replace }) => {
      isThere ||= before.includes(find);
      return before.replaceAll(find, replace);
    }, text);
  return { mutate, isThere: () => isThere };
}

export const plantedItemBugs: readonly ItemBug[] = [
  {
    name: 'does not resolve what is in doubt',
    from: 8,
    breaks: ['once', 'counters'],
    find: ' and pending_at is not null\n',
    replace: ' and false\n',
  },
  {
    name: 'drops a change that comes while another one is on its way',
    from: 12,
    breaks: ['lost'],
    find: 'select *, behind or (change = any(',
    replace: 'select *, not behind and (change = any(',
  },
  {
    name: 'counts children that end together as one',
    breaks: ['stuck'],
    find: 'select parent_id, count(*)::int as count, bool_or',
    replace: 'select parent_id, 1 as count, bool_or',
  },
  {
    name: 'does not take over what runs left',
    from: 8,
    breaks: ['stuck'],
    find: 'runs.finished_at is not null)',
    replace: 'false)',
  },
  {
    name: 'lets an item go that waits behind another one of its record',
    from: 36,
    breaks: ['heads', 'joins', 'after_end'],
    find: "(ahead.status in ('ready', 'parked') and not ahead.released or",
    replace: '(false or',
  },
  {
    name: 'goes on behind the first child',
    from: 52,
    breaks: ['joins', 'lost', 'once'],
    find: 'case when open_children = gone.count or',
    replace: 'case when open_children >= gone.count or',
  },
  {
    name: 'ends waits whose time has not come',
    from: 6,
    breaks: ['early', 'lost', 'decided'],
    find: 'due.due_at <= statement_timestamp()',
    replace: 'due.due_at is not null',
  },
  {
    name: 'forgets an answer that was there before its item',
    from: 8,
    breaks: ['decided', 'stuck'],
    find: 'set parked_at = excluded.parked_at,',
    replace: "set status = 'open', parked_at = excluded.parked_at,",
  },
  {
    name: 'lets the end of the time win over a decision',
    from: 12,
    breaks: ['decided'],
    find: " and due.status = 'open' and due.due_at <= statement_timestamp()",
    replace: " and due.status in ('open', 'approved') and not due.settled and due.due_at <= statement_timestamp()",
    also: { find: "::uuid[]) and status = 'open'", replace: '::uuid[])' },
  },
  {
    name: 'loses an event that comes before its wait has begun',
    breaks: ['stuck', 'awaited'],
    find: ', clock_timestamp() - look_back_ms * ',
    replace: ', null::timestamptz + look_back_ms * ',
  },
  {
    name: 'lets an event answer the waits of other items',
    breaks: ['awaited'],
    inFunction: 'hub_answer_events',
    find: 'waits.event_key = first.key',
    replace: 'waits.event_key is not null',
  },
  {
    name: 'lets a second event win over the first',
    breaks: ['awaited'],
    inFunction: 'hub_answer_events',
    find: "AND waits.status = 'open'",
    replace: "AND waits.status in ('open', 'answered') AND NOT waits.settled",
  },
  {
    name: 'lets the end of the time win over an event',
    breaks: ['awaited'],
    find: " and due.status = 'open' and due.due_at <= statement_timestamp()",
    replace:
      " and (due.status = 'open' or due.kind = 'event' and due.status = 'answered') and not due.settled and due.due_at <= statement_timestamp()",
    also: { find: "::uuid[]) and status = 'open'", replace: '::uuid[])' },
  },
  {
    name: 'undoes the first step first',
    breaks: ['undo'],
    find: 'order by item_steps.position desc) as place',
    replace: 'order by item_steps.position) as place',
  },
  {
    name: 'keeps the turn of a run that waits',
    breaks: ['turn'],
    find: " and admitted_at is null and status = 'queued'\n",
    replace: ' and false\n',
  },
  {
    name: 'leaves the first item of a batch out of its list',
    breaks: ['batched'],
    find: ' and sealed is not null\n      order by batch_item',
    replace: ' and sealed is not null and id <> batch_item\n      order by batch_item',
  },
  {
    name: 'takes items on whose batch has not ended',
    breaks: ['lost', 'batched'],
    find: 'and batch.ended_at is not null\n',
    replace: 'and batch.id is not null\n',
  },
  {
    name: 'takes no notice of a connection that somebody disabled',
    breaks: ['gated'],
    find: "and status = 'disabled' and deleted_at is null\n",
    replace: 'and false\n',
  },
  {
    name: 'counts a creation twice',
    breaks: ['counters'],
    find: ', created = created + ',
    replace: ', created = created * 2 + ',
  },
];
