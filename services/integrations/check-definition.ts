import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import { type CompiledPlan, compilePlan, type DescribedObject, isComplete } from '../../engine/compile.ts';
import type { Definition, EnrichmentDefinition, SourceDefinition, TargetDefinition } from '../../engine/definition.ts';
import type { SearchedObject } from '../../engine/enrichment.ts';
import { compileShaping } from '../../engine/shaping.ts';
import { compileValidators } from '../../engine/validators.ts';
import { compileFilter } from '../../transforms/compile-filter.ts';
import { compileMapping } from '../../transforms/compile-mapping.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import type { LookupUse } from '../../formula/lookup-tables.ts';
import { type CheckedTypes, checkTypes, type KnownSchema } from '../../transforms/schema/check-types.ts';
import { describeEnd } from '../connectors/describe-end.ts';
import type { ServiceContext } from '../context.ts';
import { findLookupTables } from '../lookup-tables/find-lookup-tables.ts';
import type { Row } from '../rows.ts';
import { checkChoices } from './check-choices.ts';
import { checkScript } from './check-script.ts';
import { checkTriggers } from './check-triggers.ts';
import { completeDefinition } from './complete-definition.ts';
import { schemaOfInput } from './input-schema.ts';
import { findKnownSchema, type KnownEnd } from './known-schema.ts';
import type { TroubledConnection } from './readiness.ts';

type ConnectionRow = Row<typeof connections, 'id' | 'serviceType' | 'config' | 'status'>;
type End =
  | { role: 'source'; end: SourceDefinition; at: 'source' }
  | { role: 'source'; end: EnrichmentDefinition; at: `enrich[${number}]` }
  | { role: 'target'; end: TargetDefinition; at: 'target' };

type CheckContext = Pick<ServiceContext, 'orgId' | 'scripts'>;

/** A plan that compiled. */
export type UsablePlan = Extract<CompiledPlan, { ok: true }>;

/** What a check of a definition found. */
export interface CheckedDefinition {
  /** As it is stored: lookup tables are named by their ids, and a key that a discovery found is there. */
  definition: Definition;
  /** UUIDs of the connections that it names, as far as they are there. */
  connectionIds: string[];
  /** UUIDs of the lookup tables that it names, as far as they are there. */
  lookupTableIds: string[];
  /** Those of them that cannot be used now; not an error of the definition. */
  troubles: TroubledConnection[];
  problems: FieldError[];
  /** What is probably a mistake, or may fail for some records. */
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
  sent: Definition,
): Promise<CheckedDefinition> {
  const definition = await completeDefinition(tx, orgId, sent);
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
  const searched = enrich?.map((object) => object?.description ?? anyObject);
  const sourceId = source?.connectionId;
  problems.push(...checkTriggers(definition, found.find(({ id }) => id === sourceId)?.service_type));
  problems.push(...(await checkScript(scripts, orgId, definition.script)));
  const known = await findSchemas(tx, orgId, { source, target, operation: definition.target?.operation });
  const needs = definition.target && target?.description.operations[definition.target.operation]?.needs;
  const typed = definition.mapping && checkSchemas(definition, definition.mapping, { ...known, needs }, searched);
  problems.push(...(typed?.problems ?? []));
  let compiled: UsablePlan | undefined;
  let doubts: FieldError[] = [];
  let tables: LookupUse[] = [];
  const read = source && withCatalog(source.description, known.source);
  if (isComplete(definition) && read !== undefined && target !== undefined) {
    const { description } = target;
    const plan = compilePlan({ definition, source: read, target: description, enrich: searched, namespace: '' });
    if (plan.ok) [compiled, doubts, tables] = [plan, plan.doubts, plan.tables];
    problems.push(...(plan.ok ? checkChoices(plan) : plan.problems));
  } else {
    const parts = checkParts(definition, read, searched);
    problems.push(...parts.problems);
    ({ tables } = parts);
  }
  doubts = [...doubts, ...(typed?.doubts ?? [])];
  const lookupTableIds = await findLookupTables(tx, orgId, tables, problems);
  const connectionIds = found.map(({ id }) => id);
  if (problems.length > 0) compiled = undefined;
  const troubles = found.flatMap(toTrouble);
  return { definition, connectionIds, lookupTableIds, troubles, problems, doubts, compiled };
}

interface Schemas {
  source: KnownSchema | undefined;
  target: KnownSchema | undefined;
}

async function findSchemas(
  tx: Transaction,
  orgId: string,
  { source, target, operation }: Record<'source' | 'target', FoundEnd | undefined> & Pick<KnownEnd, 'operation'>,
): Promise<Schemas> {
  const [read, written] = await Promise.all([
    source && findKnownSchema(tx, orgId, { role: 'source', ...source }),
    target && findKnownSchema(tx, orgId, { role: 'target', operation, ...target }),
  ]);
  return { source: read, target: written };
}

/** Compares a mapping with what is known of both ends. */
function checkSchemas(
  definition: Definition,
  mapping: NonNullable<Definition['mapping']>,
  { needs = [], ...known }: Schemas & { needs: readonly string[] | undefined },
  searched: readonly SearchedObject[] = [],
): CheckedTypes {
  const { source, target, mapping_defaults: defaults } = definition;
  const reads = schemaOfInput(definition, known.source?.schema, searched);
  const write = target && { operation: target.operation, needs };
  return checkTypes({ filter: source?.filter, mapping, defaults, ...known, reads, write });
}

/** Formulas are checked against a catalog, too; a sample says nothing for certain. */
function withCatalog(description: DescribedObject, known: KnownSchema | undefined): DescribedObject {
  return known?.from === 'catalog' ? { ...description, schema: known.schema } : description;
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

interface FoundEnd {
  /** UUID. */
  connectionId: string;
  description: DescribedObject & { id: string };
}

function findEnd(
  { role, end, at }: End,
  found: readonly ConnectionRow[],
  problems: FieldError[],
): FoundEnd | undefined {
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
  if (described.ok) return { connectionId: connection.id, description: described.description };
  problems.push(...described.problems.map((problem) => ({ ...problem, path: `${at}.${problem.path}` })));
  return undefined;
}

/** What can be said of a definition that is not complete, or whose ends are not known. */
function checkParts(
  definition: Definition,
  described: DescribedObject | undefined,
  searched: readonly SearchedObject[] = [],
): { problems: FieldError[]; tables: LookupUse[] } {
  const { source, mapping, mapping_defaults: defaults } = definition;
  const recordType = typeOfRecord(described?.schema);
  const filter = source?.filter === undefined ? undefined : compileFilter(source.filter, { recordType });
  const problems: FieldError[] = [];
  const from = { recordType, taken: source?.key ?? [] };
  const { mappedType } = compileShaping(definition, from, searched, problems);
  const rules = mapping === undefined ? undefined : compileMapping(mapping, { recordType: mappedType, defaults });
  const atSource = <Placed extends { path: string }>(placed: Placed): Placed => ({
    ...placed,
    path: `source.${placed.path}`,
  });
  compileValidators(definition, problems);
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
