import type postgres from 'postgres';

/** So many values of a kind are sealed with a key. */
export interface SealedCount {
  what: string;
  key_id: string;
  count: number;
}

/** Values that name their key in their first bytes. @see vault/envelope.ts */
interface Sealed {
  what: string;
  /** The rows, as what follows `from`. */
  rows: string;
  column: string;
}

const open = "('proposed', 'ready', 'parked', 'held')";

const sealed: readonly Sealed[] = [
  { what: 'tokens', rows: 'connection_tokens', column: 'sealed' },
  { what: 'webhook secrets', rows: 'webhook_endpoints', column: 'sealed_url' },
  { what: 'webhook secrets', rows: 'webhook_endpoints where previous_expires_at > now()', column: 'previous_sealed' },
  ...['sealed', 'undo'].map((column) => ({
    what: 'values of items that are on their way or wait',
    rows: `item_steps join items on items.org_id = item_steps.org_id and items.id = item_steps.item_id where items.status in ${open}`,
    column: `item_steps.${column}`,
  })),
  { what: 'answers to waits', rows: 'waits where not settled', column: 'sealed' },
  {
    what: 'forms of approvals',
    rows: 'approval_decisions join waits on waits.org_id = approval_decisions.org_id and waits.id = approval_decisions.wait_id where not waits.settled',
    column: 'approval_decisions.sealed',
  },
  { what: 'inputs of calls', rows: "calls where status <> 'ended'", column: 'sealed' },
  { what: 'deliveries', rows: 'inbox', column: 'sealed' },
  { what: 'inputs of runs', rows: 'runs where finished_at is null', column: "decode(options ->> 'input', 'base64')" },
  { what: 'writes in doubt', rows: 'ledger where pending_at is not null', column: 'pending_body' },
  { what: 'single operations', rows: 'operations', column: 'sealed' },
  { what: 'sums of groups', rows: 'record_groups', column: 'sealed' },
  ...['sealed', 'correction'].map((column) => ({
    what: 'failed records',
    rows: 'dead_letters where resolved_by is null',
    column,
  })),
];

/** Of ended items there may be millions: they are counted only where it matters whether there is any. */
const ended: Sealed = {
  what: 'values of ended items',
  rows: `item_steps join items on items.org_id = item_steps.org_id and items.id = item_steps.item_id where items.status not in ${open}`,
  column: 'item_steps.sealed',
};

const named = `
  select 'credentials' as what, key_id, count(*) from connection_credentials group by key_id
  union all select 'webhook secrets', key_id, count(*) from webhook_endpoints group by key_id`;

/** Counts what is stored by the keys that it is sealed with. */
export async function countSealed(sql: postgres.Sql): Promise<SealedCount[]> {
  return sql.unsafe<SealedCount[]>(`
    select what, key_id, sum(count)::int as count from (${[named, ...sealed.map(toCount)].join(' union all ')}) as counted
    where key_id is not null group by what, key_id order by what, key_id`);
}

/** The same of ended items. */
export async function countEnded(sql: postgres.Sql): Promise<SealedCount[]> {
  return sql.unsafe<SealedCount[]>(`
    select what, key_id, count::int from (${toCount(ended)}) as counted where key_id is not null order by key_id`);
}

/** Ends of audit logs by the keys that signed them: the public half is enough to check these. */
export async function countSigned(sql: postgres.Sql): Promise<SealedCount[]> {
  return sql<SealedCount[]>`
    select 'ends of audit logs' as what, key_id, count(*)::int as count from audit_chains group by key_id order by key_id`;
}

function toCount({ what, rows, column }: Sealed): string {
  const key = `case when length(${column}) > 2 then convert_from(substr(${column}, 3, get_byte(${column}, 1)), 'UTF8') end`;
  return `select '${what}' as what, ${key} as key_id, count(*) as count from ${rows} group by 2`;
}
