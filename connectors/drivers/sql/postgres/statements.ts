import type { ColumnFacts } from './catalog.ts';
import { quoteName, quoteTable, type TableName } from '../../../kit/sql/identifiers.ts';

/**
 * The statements of a target. Each takes one parameter, a JSON list of rows as text, and answers with one row that
 * lists positions in it (from 1): for a thousand rows, that is a third less work for this process than an array per
 * column, and a row per row back.
 */
export interface WriteShape {
  table: TableName;
  /** Columns that the rows have, the match columns among them. */
  columns: readonly ColumnFacts[];
  matchOn: readonly string[];
  /** Ordinary tables tell an insert from an update. */
  tellsInserts: boolean;
  /** The column whose values are the ids of rows that are created. */
  idColumn?: string | undefined;
}

/** Quoted names beside the columns of a statement: of a row's position, and of the mark that it was inserted. */
function extraNames({ columns }: WriteShape): { ord: string; inserted: string } {
  const taken = new Set(columns.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : quoteName(name));
  return { ord: free('ord'), inserted: free('inserted') };
}

/** Rows that are not there yet are inserted; of the others, only those that differ are written. */
export function upsertStatement(shape: WriteShape): string {
  const { columns, matchOn } = shape;
  const { ord, inserted } = extraNames(shape);
  const rest = columns.filter(({ name }) => !matchOn.includes(name));
  const names = list(columns.map(({ name }) => name));
  const change =
    rest.length === 0
      ? 'do nothing'
      : `do update set ${rest.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ')}
  where ${differs(rest, 't', 'excluded')}`;
  return `with input as materialized (${inputRows(shape)}), written as (
  insert into ${quoteTable(shape.table)} as t (${names}) select ${names} from input
  on conflict (${list(matchOn)}) ${change}
  returning ${list(matchOn, 't')}, ${shape.tellsInserts ? '(t.xmax = 0)' : 'null::boolean'} as ${inserted})
select ${positions(ord, `written.${inserted}`)} as created, ${positions(ord, `not written.${inserted}`)} as updated,
  ${positions(ord, `written.${inserted} is null`)} as written
from written join input using (${list(matchOn)})`;
}

/** Inserts rows; those that meet an existing unique value are left out. */
export function insertStatement(shape: WriteShape): string {
  const { ord } = extraNames(shape);
  const names = list(shape.columns.map(({ name }) => name));
  const insert = `insert into ${quoteTable(shape.table)} as t (${names}) select ${names} from input`;
  if (shape.matchOn.length === 0) {
    const { idColumn } = shape;
    // Rows are inserted one after the other, each with its answer: the ids are in the order of the rows.
    const [id, ids] = idColumn === undefined ? ['1', 'null'] : [`t.${quoteName(idColumn)}::text`, 'json_agg(id)::text'];
    return `with input as materialized (${inputRows(shape)}), written as (
  ${insert} order by ${ord} returning ${id} as id)
select count(*)::int as created, ${ids} as ids from written`;
  }
  return `with input as materialized (${inputRows(shape)}), written as (
  ${insert} on conflict do nothing returning ${list(shape.matchOn, 't')})
select ${positions(ord, 'true')} as created from written join input using (${list(shape.matchOn)})`;
}

/** Writes the rows that are there and differ. */
export function updateStatement(shape: WriteShape): string {
  const { table, columns, matchOn } = shape;
  const { ord } = extraNames(shape);
  const rest = columns.filter(({ name }) => !matchOn.includes(name));
  const same = matchOn.map((name) => `t.${quoteName(name)} = input.${quoteName(name)}`).join(' and ');
  const found = `exists (select from ${quoteTable(table)} as t where ${same})`;
  const written =
    rest.length === 0
      ? `select 0::bigint as ${ord} where false`
      : `update ${quoteTable(table)} as t set ${rest.map(({ name }) => `${quoteName(name)} = input.${quoteName(name)}`).join(', ')}
  from input where ${same} and ${differs(rest, 't', 'input')} returning input.${ord}`;
  return `with input as materialized (${inputRows(shape)}), written as (${written})
select (select string_agg(distinct ${ord}::text, ',') from written) as updated,
  (select string_agg(${ord}::text, ',') from input where not ${found}) as missing`;
}

/** Deletes the rows that are there. */
export function deleteStatement(shape: WriteShape): string {
  const same = shape.matchOn.map((name) => `t.${quoteName(name)} = input.${quoteName(name)}`).join(' and ');
  return `with input as materialized (${inputRows(shape)}), gone as (
  delete from ${quoteTable(shape.table)} as t using input where ${same} returning 1)
select count(*)::int as deleted from gone`;
}

/** Finds which rows are there, and which of these hold the same values. */
export function findStatement(shape: WriteShape): string {
  const { table, columns, matchOn } = shape;
  const { ord } = extraNames(shape);
  const rest = columns.filter(({ name }) => !matchOn.includes(name));
  const same = matchOn.map((name) => `t.${quoteName(name)} = input.${quoteName(name)}`).join(' and ');
  const other = rest.length === 0 ? 'false' : differs(rest, 't', 'input');
  return `with input as materialized (${inputRows(shape)})
select ${positions(ord, `not (${other})`)} as same, ${positions(ord, other)} as other
from input join ${quoteTable(table)} as t on ${same}`;
}

function inputRows(shape: WriteShape): string {
  const { columns } = shape;
  const { ord } = extraNames(shape);
  const typed = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const names = list(columns.map(({ name }) => name));
  return `select * from rows from (json_to_recordset($1::text::json) as (${typed})) with ordinality as input (${names}, ${ord})`;
}

function positions(ord: string, condition: string): string {
  return `string_agg(input.${ord}::text, ',') filter (where ${condition})`;
}

function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? quoteName(name) : `${alias}.${quoteName(name)}`)).join(', ');
}

function differs(columns: readonly ColumnFacts[], left: string, right: string): string {
  const row = (alias: string): string => columns.map((column) => comparable(column, alias)).join(', ');
  return `row(${row(left)}) is distinct from row(${row(right)})`;
}

/** Types without equality of their own are compared as a type that has it. */
const comparedAs: Readonly<Record<string, string>> = {
  json: 'jsonb',
  _json: 'jsonb[]',
  xml: 'text',
  point: 'text',
  line: 'text',
  lseg: 'text',
  box: 'text',
  path: 'text',
  polygon: 'text',
  circle: 'text',
};

function comparable({ name, base }: ColumnFacts, alias: string): string {
  const cast = comparedAs[base];
  return `${alias}.${quoteName(name)}${cast === undefined ? '' : `::${cast}`}`;
}
