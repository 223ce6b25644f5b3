import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import { type CompiledPlan, compilePlan, type DescribedObject, isComplete } from '../../engine/compile.ts';
import type { Definition, SourceDefinition, TargetDefinition } from '../../engine/definition.ts';
import { compileFilter } from '../../transforms/compile-filter.ts';
import { compileMapping } from '../../transforms/compile-mapping.ts';
import { typeOfRecord } from '../../transforms/json-schema-type.ts';
import type { LookupUse } from '../../transforms/lookup-tables.ts';
import { describeEnd } from '../connectors/describe-end.ts';
import type { ServiceContext } from '../context.ts';
import { findLookupTables } from '../lookup-tables/find-lookup-tables.ts';
import type { Row } from '../rows.ts';
import { checkScript } from './check-script.ts';
import type { TroubledConnection } from './readiness.ts';

type ConnectionRow = Row<typeof connections, 'id' | 'serviceType' | 'config' | 'status'>;
type End = { role: 'source'; end: SourceDefinition } | { role: 'target'; end: TargetDefinition };

type CheckContext = Pick<ServiceContext, 'orgId' | 'scripts'>;

/** A plan that compiled. */
export type UsablePlan = Extract<CompiledPlan, { ok: true }>;

/** What a check of a definition found. */
export interface CheckedDefinition {
  /** UUIDs of the connections that it names, as far as they are there. */
  connectionIds: string[];
  /** UUIDs of the lookup tables that it names, as far as they are there. */
  lookupTableIds: string[];
  /** Those of them that cannot be used now; not an error of the definition. */
  troubles: TroubledConnection[];
  problems: FieldError[];
  /** What is probably a mistake in its formulas. */
  doubts: FieldError[];
  /** Of a complete definition without problems: its plans, and what explains them. */
  compiled: UsablePlan | undefined;
}

/**
 * Looks at all that a definition says, as far as it goes: its connections exist, their connectors have the objects and
 * operations, filter, script and mapping compile, and a complete flow fits together.
 *
 * The connections stay locked against deletion for the rest of the transaction.
 */
export async function inspectDefinition(
  tx: Transaction,
  { orgId, scripts }: CheckContext,
  definition: Definition,
): Promise<CheckedDefinition> {
  const ends = [definition.source, definition.target].filter((end) => end !== undefined);
  const ids = [...new Set(ends.flatMap((end) => toUuid('connection', end.connection_id) ?? []))];
  const found = ids.length === 0 ? [] : await lockConnections(tx, orgId, ids);
  const problems: FieldError[] = [];
  const source = definition.source && findEnd({ role: 'source', end: definition.source }, found, problems);
  const target = definition.target && findEnd({ role: 'target', end: definition.target }, found, problems);
  problems.push(...(await checkScript(scripts, orgId, definition.script)));
  let compiled: UsablePlan | undefined;
  let doubts: FieldError[] = [];
  let tables: LookupUse[] = [];
  if (isComplete(definition) && source !== undefined && target !== undefined) {
    const plan = compilePlan({ definition, source, target, namespace: '' });
    if (plan.ok) [compiled, doubts, tables] = [plan, plan.doubts, plan.tables];
    else problems.push(...plan.problems);
  } else {
    const parts = checkParts(definition, source);
    problems.push(...parts.problems);
    ({ tables } = parts);
  }
  const lookupTableIds = await findLookupTables(tx, orgId, tables, problems);
  const connectionIds = found.map(({ id }) => id);
  if (problems.length > 0) compiled = undefined;
  return { connectionIds, lookupTableIds, troubles: found.flatMap(toTrouble), problems, doubts, compiled };
}

/**
 * Lets a definition be saved only where nothing is wrong with it.
 *
 * @throws {HubError} `invalid_request` with everything that is.
 */
export async function checkDefinition(
  tx: Transaction,
  ctx: CheckContext,
  definition: Definition,
): Promise<CheckedDefinition> {
  const checked = await inspectDefinition(tx, ctx, definition);
  if (checked.problems.length === 0) return checked;
  throw invalidRequest('The definition of the integration is not valid.', checked.problems);
}

async function lockConnections({ sql }: Transaction, orgId: string, ids: string[]): Promise<ConnectionRow[]> {
  return await sql<ConnectionRow[]>`
    select id, service_type, config, status from connections
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null
    order by id for key share`;
}

function toTrouble({ id, status }: ConnectionRow): TroubledConnection[] {
  return status === 'active' ? [] : [{ id, status }];
}

function findEnd(
  { role, end }: End,
  found: readonly ConnectionRow[],
  problems: FieldError[],
): DescribedObject | undefined {
  const uuid = toUuid('connection', end.connection_id);
  const connection = found.find(({ id }) => id === uuid);
  if (connection === undefined) {
    problems.push({
      path: `${role}.connection_id`,
      code: 'unknown_connection',
      message: 'There is no connection with this id.',
    });
    return undefined;
  }
  const described = describeEnd(connection, {
    role,
    object: end.object,
    options: end.options ?? {},
    ...(role === 'target' ? { operation: end.operation, matchOn: end.match_on } : {}),
  });
  if (described.ok) return described.description;
  problems.push(...described.problems.map((problem) => ({ ...problem, path: `${role}.${problem.path}` })));
  return undefined;
}

/** What can be said of a definition that is not complete, or whose ends are not known. */
function checkParts(
  { source, script, mapping }: Definition,
  described: DescribedObject | undefined,
): { problems: FieldError[]; tables: LookupUse[] } {
  const recordType = typeOfRecord(described?.schema);
  const filter = source?.filter === undefined ? undefined : compileFilter(source.filter, { recordType });
  const mappedType = script === undefined ? recordType : typeOfRecord(undefined);
  const rules = mapping === undefined ? undefined : compileMapping(mapping, { recordType: mappedType });
  const atSource = <Placed extends { path: string }>(placed: Placed): Placed => ({
    ...placed,
    path: `source.${placed.path}`,
  });
  return {
    problems: [
      ...(filter === undefined || filter.ok ? [] : filter.problems.map(atSource)),
      ...(rules === undefined || rules.ok ? [] : rules.problems),
    ],
    tables: [
      ...(filter?.ok === true ? filter.tables.map(atSource) : []),
      ...(rules?.ok === true ? rules.mapping.tables : []),
    ],
  };
}
