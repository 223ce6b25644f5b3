import { messages } from '../../../core/messages.ts';
import { type FieldError, invalidRequest } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { compilePlan, type CompiledPlan, type UsablePlan } from '../../../engine/compile.ts';
import { checkZone } from '../../../engine/schedule/check-schedule.ts';
import { checkShape } from '../../../flow/compile/check-shape.ts';
import { compileFlow, type CompiledFlow, type UsableFlow } from '../../../flow/compile.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { findCalendars } from '../../calendars/find-calendars.ts';
import { findLookupTables } from '../../lookup-tables/find-lookup-tables.ts';
import { checkCursorColumn } from './check-cursor-column.ts';
import { checkLinks } from '../../triggers/links/check-links.ts';
import { checkRenamed } from './check-renamed.ts';
import { checkScript } from './check-script.ts';
import { checkStart } from './check-start.ts';
import { checkTriggers } from './check-triggers.ts';
import { completeDefinition } from '../complete-definition.ts';
import { findCalled } from './find-called.ts';
import { findEnds, type FoundEnds, type NamedConnection } from './find-ends.ts';
import { findStates } from './find-states.ts';
import { findFlowSchemas, findKnownSchemas, findSearchedSchemas } from './known-schema.ts';
import type { BrokenConnection } from './readiness.ts';

type CheckContext = Pick<ServiceContext, 'orgId' | 'scripts'>;

/** What a check of a definition found. */
export interface CheckedDefinition {
  /** As it is stored: lookup tables are named by their ids, and a key that a discovery found is there. */
  definition: Definition;
  /** UUIDs of the connections that it names, as far as they are there. */
  connectionIds: string[];
  /** UUIDs of the lookup tables that it names, as far as they are there. */
  lookupTableIds: string[];
  /** The same of calendars. */
  calendarIds: string[];
  /** Those of them that cannot be used now; not an error of the definition. */
  broken: BrokenConnection[];
  problems: FieldError[];
  /** What is probably a mistake, or may fail for some records. */
  warnings: FieldError[];
  /** Of a complete definition without problems: its plans, and what explains them. */
  compiled: UsablePlan | undefined;
  /** The same of a definition with steps. */
  flow: UsableFlow | undefined;
}

/**
 * Looks at all that a definition says, as far as it goes: its connections exist, their connectors have the objects and
 * operations, and what it makes of records compiles.
 *
 * The connections stay locked against deletion for the rest of the transaction.
 *
 * @param integrationId UUID of the integration, where it is stored already.
 */
export async function inspectDefinition(
  tx: Transaction,
  { orgId, scripts }: CheckContext,
  sent: Definition,
  integrationId?: string,
): Promise<CheckedDefinition> {
  const definition = await completeDefinition(tx, orgId, sent);
  const problems: FieldError[] = [];
  const ends = await findEnds(tx, orgId, definition, problems);
  const { connections, source } = ends;
  const sourceId = source?.connectionId;
  if (definition.timezone !== undefined) problems.push(...checkZone(definition.timezone));
  const cursor = await checkCursorColumn(tx, orgId, source);
  problems.push(...cursor.problems);
  problems.push(...checkTriggers(definition, connections.find(({ id }) => id === sourceId)?.connector));
  problems.push(...(await checkLinks(tx, orgId, integrationId, definition)));
  problems.push(...(await checkStart(tx, orgId, integrationId, definition)));
  problems.push(...(await checkScript(scripts, orgId, definition.script)));
  const plan = definition.steps === undefined ? await compileShort(tx, orgId, definition, ends) : undefined;
  const flow = definition.steps === undefined ? undefined : await compileSteps(tx, orgId, definition, ends);
  if (flow !== undefined) problems.push(...(await findStates(tx, orgId, flow.states)));
  const compiled = flow ?? plan ?? nothing;
  problems.push(...compiled.problems);
  const lookupTableIds = await findLookupTables(tx, orgId, compiled.tables, problems);
  const calendarIds = await findCalendars(tx, orgId, { definition, states: flow?.states ?? [] }, problems);
  return {
    definition,
    connectionIds: connections.map(({ id }) => id),
    lookupTableIds,
    calendarIds,
    broken: connections.flatMap(toBroken),
    problems,
    warnings: [...compiled.warnings, ...cursor.warnings],
    compiled: plan?.ok === true && problems.length === 0 ? plan : undefined,
    flow: flow?.ok === true && problems.length === 0 ? flow : undefined,
  };
}

const nothing = { problems: [], warnings: [], tables: [] };

async function compileShort(
  tx: Transaction,
  orgId: string,
  definition: Definition,
  ends: FoundEnds,
): Promise<CompiledPlan> {
  const compiled = compilePlan({
    definition,
    source: ends.source?.description,
    target: ends.target?.description,
    enrich: ends.enrich,
    review: await findKnownSchemas(tx, orgId, ends, definition.target?.operation),
    namespace: '',
  });
  compiled.problems.push(...checkShape(definition));
  return compiled;
}

async function compileSteps(
  tx: Transaction,
  orgId: string,
  definition: Definition,
  ends: FoundEnds,
): Promise<CompiledFlow> {
  const [called, review, searched] = await Promise.all([
    findCalled(tx, orgId, definition),
    findFlowSchemas(tx, orgId, ends),
    findSearchedSchemas(tx, orgId, ends),
  ]);
  const schemas = new Map(review.targets);
  for (const [id, { schema }] of called) if (schema !== undefined) schemas.set(id, { schema, from: 'declaration' });
  return compileFlow({
    definition,
    source: ends.source?.description,
    targets: new Map([...ends.actions].map(([id, { description }]) => [id, description])),
    searched,
    enrich: ends.enrich,
    calls: called,
    review: { ...review, targets: schemas },
    namespace: '',
  });
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
  integrationId?: string,
): Promise<CheckedDefinition> {
  const checked = await inspectDefinition(tx, ctx, definition, integrationId);
  checked.problems.push(...(await checkRenamed(tx, ctx.orgId, integrationId, definition)));
  if (checked.problems.length === 0) return checked;
  throw invalidRequest(messages.definitionInvalid, checked.problems);
}

function toBroken({ id, status }: NamedConnection): BrokenConnection[] {
  return status === 'active' ? [] : [{ id, status }];
}
