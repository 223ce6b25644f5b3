import { type FieldError, invalidRequest } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { compilePlan, type UsablePlan } from '../../engine/compile.ts';
import type { Definition } from '../../engine/definition.ts';
import type { ServiceContext } from '../context.ts';
import { findLookupTables } from '../lookup-tables/find-lookup-tables.ts';
import { checkCursorColumn } from './check-cursor-column.ts';
import { checkScript } from './check-script.ts';
import { checkTriggers } from './check-triggers.ts';
import { completeDefinition } from './complete-definition.ts';
import { findEnds, type NamedConnection } from './find-ends.ts';
import { findKnownSchemas } from './known-schema.ts';
import type { BrokenConnection } from './readiness.ts';
import { messages } from '../../core/messages.ts';

type CheckContext = Pick<ServiceContext, 'orgId' | 'scripts'>;

/** What a check of a definition found. */
export interface CheckedDefinition {
  /** As it is stored: lookup tables are named by their ids, and a key that a discovery found is there. */
  definition: Definition;
  /** UUIDs of the connections that it names, as far as they are there. */
  connectionIds: string[];
  /** UUIDs of the lookup tables that it names, as far as they are there. */
  lookupTableIds: string[];
  /** Those of them that cannot be used now; not an error of the definition. */
  broken: BrokenConnection[];
  problems: FieldError[];
  /** What is probably a mistake, or may fail for some records. */
  warnings: FieldError[];
  /** Of a complete definition without problems: its plans, and what explains them. */
  compiled: UsablePlan | undefined;
}

/**
 * Looks at all that a definition says, as far as it goes: its connections exist, their connectors have the objects and
 * operations, and what it makes of records compiles.
 *
 * The connections stay locked against deletion for the rest of the transaction.
 */
export async function inspectDefinition(
  tx: Transaction,
  { orgId, scripts }: CheckContext,
  sent: Definition,
): Promise<CheckedDefinition> {
  const definition = await completeDefinition(tx, orgId, sent);
  const problems: FieldError[] = [];
  const ends = await findEnds(tx, orgId, definition, problems);
  const { connections, source, target } = ends;
  const sourceId = source?.connectionId;
  const cursor = await checkCursorColumn(tx, orgId, source);
  problems.push(...cursor.problems);
  problems.push(...checkTriggers(definition, connections.find(({ id }) => id === sourceId)?.service_type));
  problems.push(...(await checkScript(scripts, orgId, definition.script)));
  const compiled = compilePlan({
    definition,
    source: source?.description,
    target: target?.description,
    enrich: ends.enrich,
    review: await findKnownSchemas(tx, orgId, ends, definition.target?.operation),
    namespace: '',
  });
  problems.push(...compiled.problems);
  const lookupTableIds = await findLookupTables(tx, orgId, compiled.tables, problems);
  return {
    definition,
    connectionIds: connections.map(({ id }) => id),
    lookupTableIds,
    broken: connections.flatMap(toBroken),
    problems,
    warnings: [...compiled.warnings, ...cursor.warnings],
    compiled: compiled.ok && problems.length === 0 ? compiled : undefined,
  };
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
  throw invalidRequest(messages.definitionInvalid, checked.problems);
}

function toBroken({ id, status }: NamedConnection): BrokenConnection[] {
  return status === 'active' ? [] : [{ id, status }];
}
