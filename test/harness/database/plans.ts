import type postgres from 'postgres';
import { z } from 'zod';
import { type Database, withTenant } from '../../../drizzle/client.ts';

/** A statement as it was sent. */
export interface SentStatement {
  text: string;
  parameters: unknown[];
}

/** Notes what a pool sends while something is done. Beginnings and ends of transactions are left out. */
export async function captureStatements(database: Database, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const { options } = database.sql;
  const sent: SentStatement[] = [];
  const before = options.debug;
  options.debug = (_connection, text, parameters: unknown[]) => void sent.push({ text, parameters });
  await work().finally(() => (options.debug = before ?? false));
  return sent.filter(({ text }) => /\bfrom\b/i.test(text));
}

const planNode = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(1),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(planNode).default([]);
  },
});
export type PlanNode = z.infer<typeof planNode>;

const answer = z.array(z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNode })]) })).min(1);

/** Carries a statement out as an organization would, and tells how. */
export async function explain(database: Database, orgId: string, statement: SentStatement): Promise<PlanNode[]> {
  const [nodes = []] = await explainAll(database, orgId, [statement]);
  return nodes;
}

/** The same for the statements of a transaction: one may need what another has set. */
export function explainAll(
  database: Database,
  orgId: string,
  statements: readonly SentStatement[],
): Promise<PlanNode[][]> {
  return withTenant(database, orgId, async ({ sql }) => {
    const all: PlanNode[][] = [];
    for (const { text, parameters } of statements) {
      const given: postgres.ParameterOrJSON<never>[] = parameters.map(String);
      all.push(toNodes(await sql.unsafe(`explain (analyze, format json) ${text}`, given)));
    }
    return all;
  });
}

/** Tells how a statement is carried out whatever its parameters are, as the server does with one that it knows. */
export function explainGeneric(database: Database, orgId: string, { text }: SentStatement): Promise<PlanNode[]> {
  return withTenant(database, orgId, async ({ sql }) =>
    toNodes(await sql.unsafe(`explain (generic_plan, format json) ${text}`).simple()),
  );
}

function toNodes(rows: unknown): PlanNode[] {
  const [row] = answer.parse(rows);
  return row === undefined ? [] : flatten(row['QUERY PLAN'][0].Plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...node.Plans.flatMap(flatten)];
}

/** Scans that look at rows of other organizations, in words: those that go through no index by organization. */
export function findForeignScans(nodes: readonly PlanNode[]): string[] {
  const scans = nodes.filter((node) => tableScans.has(node['Node Type']) || indexScans.has(node['Node Type']));
  return scans
    .filter((node) => tableScans.has(node['Node Type']) || !isOwn(node))
    .map(
      (node) =>
        `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''} ${node['Index Cond'] ?? ''}`,
    );
}

/**
 * People belong to no organization: a member's row is looked up by the id, and a person sees where they are a member. The
 * ledger is keyed by streams, which are a tenant's own.
 */
function isOwn({ 'Relation Name': relation, 'Index Cond': condition = '' }: PlanNode): boolean {
  return (
    condition.includes('org_id') ||
    condition.includes('hub.user') ||
    (relation === 'users' && condition.includes('id =')) ||
    (relation === 'organizations' && condition.includes('id =')) ||
    (relation === 'ledger' && condition.includes('stream_id ='))
  );
}

// A bitmap heap scan reads what its index scans found.
const tableScans = new Set(['Seq Scan', 'Sample Scan', 'Tid Scan', 'Tid Range Scan']);
const indexScans = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);

/** Rows that a statement looked at. */
export function countTouched(nodes: readonly PlanNode[]): number {
  const touched = nodes
    .filter(
      ({ 'Node Type': type }) =>
        type.includes('Scan') && type !== 'Bitmap Index Scan' && type !== 'CTE Scan' && type !== 'Subquery Scan',
    )
    .map((node) => (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops']);
  return touched.reduce((sum, count) => sum + count, 0);
}
