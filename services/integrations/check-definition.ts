import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import { compilePlan, type DescribedObject, isComplete, type PlanFor } from '../../engine/compile.ts';
import type { Definition, EnrichmentDefinition, SourceDefinition, TargetDefinition } from '../../engine/definition.ts';
import { compileEnrichments, type SearchedObject } from '../../engine/enrichment.ts';
import { compileAggregate } from '../../transforms/compile-aggregate.ts';
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
type End =
  | { role: 'source'; end: SourceDefinition; at: 'source' }
  | { role: 'source'; end: EnrichmentDefinition; at: `enrich[${number}]` }
  | { role: 'target'; end: TargetDefinition; at: 'target' };

type CheckContext = Pick<ServiceContext, 'orgId' | 'scripts'>;

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
  /** Of a complete definition without problems: the plan of a run that starts at an instant. */
  planFor: PlanFor | undefined;
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
  const ends = [definition.source, definition.target, ...(definition.enrich ?? [])].filter((end) => end !== undefined);
  const ids = [...new Set(ends.flatMap((end) => toUuid('connection', end.connection_id) ?? []))];
  const found = ids.length === 0 ? [] : await lockConnections(tx, orgId, ids);
  const problems: FieldError[] = [];
  const source =
    definition.source && findEnd({ role: 'source', end: definition.source, at: 'source' }, found, problems);
  const target =
    definition.target && findEnd({ role: 'target', end: definition.target, at: 'target' }, found, problems);
  const enrich = definition.enrich?.map((end, index) =>
    findEnd({ role: 'source', end, at: `enrich[${index}]` }, found, problems),
  );
  const searched = enrich?.map((object) => object ?? anyObject);
  problems.push(...(await checkScript(scripts, orgId, definition.script)));
  let planFor: PlanFor | undefined;
  let doubts: FieldError[] = [];
  let tables: LookupUse[] = [];
  if (isComplete(definition) && source !== undefined && target !== undefined) {
    const compiled = compilePlan({ definition, source, target, enrich: searched, namespace: '' });
    if (compiled.ok) ({ planFor, doubts, tables } = compiled);
    else problems.push(...compiled.problems);
  } else {
    const parts = checkParts(definition, source, searched);
    problems.push(...parts.problems);
    ({ tables } = parts);
  }
  const lookupTableIds = await findLookupTables(tx, orgId, tables, problems);
  const connectionIds = found.map(({ id }) => id);
  if (problems.length > 0) planFor = undefined;
  return { connectionIds, lookupTableIds, troubles: found.flatMap(toTrouble), problems, doubts, planFor };
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

/** Stands in for an object that is not known, so that no more is wrong with it. */
const anyObject: SearchedObject = { key: ['id'], finds: true };

function toTrouble({ id, status }: ConnectionRow): TroubledConnection[] {
  return status === 'active' ? [] : [{ id, status }];
}

function findEnd(
  { role, end, at }: End,
  found: readonly ConnectionRow[],
  problems: FieldError[],
): DescribedObject | undefined {
  const uuid = toUuid('connection', end.connection_id);
  const connection = found.find(({ id }) => id === uuid);
  if (connection === undefined) {
    problems.push({
      path: `${at}.connection_id`,
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
  problems.push(...described.problems.map((problem) => ({ ...problem, path: `${at}.${problem.path}` })));
  return undefined;
}

/** What can be said of a definition that is not complete, or whose ends are not known. */
function checkParts(
  { source, enrich = [], script, aggregate, mapping }: Definition,
  described: DescribedObject | undefined,
  searched: readonly SearchedObject[] = [],
): { problems: FieldError[]; tables: LookupUse[] } {
  const recordType = typeOfRecord(described?.schema);
  const filter = source?.filter === undefined ? undefined : compileFilter(source.filter, { recordType });
  const problems: FieldError[] = [];
  const completed = compileEnrichments(enrich, searched, { recordType, taken: source?.key ?? [], problems });
  const scriptedType = script === undefined ? completed.recordType : typeOfRecord(undefined);
  const groups = aggregate === undefined ? undefined : compileAggregate(aggregate, { recordType: scriptedType });
  if (groups?.ok === false) problems.push(...groups.problems);
  const mappedType = groups?.ok === true ? groups.aggregate.recordType : scriptedType;
  const rules = mapping === undefined ? undefined : compileMapping(mapping, { recordType: mappedType });
  const atSource = <Placed extends { path: string }>(placed: Placed): Placed => ({
    ...placed,
    path: `source.${placed.path}`,
  });
  return {
    problems: [
      ...problems,
      ...(filter === undefined || filter.ok ? [] : filter.problems.map(atSource)),
      ...(rules === undefined || rules.ok ? [] : rules.problems),
    ],
    tables: [
      ...(filter?.ok === true ? filter.tables.map(atSource) : []),
      ...(rules?.ok === true ? rules.mapping.tables : []),
    ],
  };
}
