import { findConnectors } from '../../../catalogue/index.ts';
import type { Connector } from '../../../connectors/kit/connector.ts';
import type { ObjectDescription } from '../../../connectors/kit/describe-object.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { OperationName, WriteOperation } from '../../../core/records.ts';
import { toWrite } from '../../../flow/steps/named-write.ts';
import { toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { connections } from '../../../drizzle/schema/index.ts';
import type { EnrichmentDefinition, SourceDefinition, WriteDefinition } from '../../../engine/definition.ts';
import type { Definition } from '../../../flow/definition.ts';
import { describePayload } from '../../../engine/payload-source.ts';
import { listSearchedEnds, listWrittenEnds, type SearchedEnd } from '../../../flow/list-ends.ts';
import type { SearchedObject } from '../../../engine/stages/enrichment.ts';
import { describeEnd } from '../../connectors/describe-end.ts';
import type { Row } from '../../shared/rows.ts';
import { messages } from '../../../core/messages.ts';
import { checkComputedOptions } from './check-computed-options.ts';
import { findDiscovered } from './find-discovered.ts';

/** A connection that a definition names. */
export type NamedConnection = Row<typeof connections, 'id' | 'serviceType' | 'config' | 'status'> & {
  /** Absent where there is none any more. */
  connector: Connector | undefined;
};

/** An end of a flow, as far as it is known. */
export interface FoundEnd {
  /** UUID. */
  connectionId: string;
  description: ObjectDescription;
}

/** What a definition reads from, searches and writes to. */
export interface FoundEnds {
  /** Connections that it names, as far as they are there. */
  connections: readonly NamedConnection[];
  source: FoundEnd | undefined;
  target: FoundEnd | undefined;
  /** In the order of the definition. */
  enrich: readonly SearchedObject[];
  /** What the actions of a flow write to, by the ids of the steps. */
  actions: ReadonlyMap<string, FoundAction>;
  /** What its actions and waits look up, the same way. */
  searched: ReadonlyMap<string, FoundSearch>;
}

export interface FoundSearch extends FoundEnd {
  kind: 'find' | 'list' | 'check';
}

export interface FoundAction extends FoundEnd {
  operation: WriteOperation;
}

/**
 * Finds the connections that a definition names, and what their connectors say of its objects; what is wrong with them is
 * added to `problems`.
 *
 * The connections stay locked against deletion for the rest of the transaction.
 */
export async function findEnds(
  tx: Transaction,
  orgId: string,
  definition: Partial<Definition>,
  problems: FieldError[],
): Promise<FoundEnds> {
  const { source, target, enrich = [] } = definition;
  const actions = listWrittenEnds(definition);
  const searched = listSearchedEnds(definition);
  const others = [...actions.map(({ action }) => action), ...searched.map(({ search }) => search)];
  const ends = [source, target, ...enrich, ...others].filter((end) => end !== undefined);
  const ids = [...new Set(ends.flatMap((end) => toUuid('connection', end.connection_id) ?? []))];
  const found = ids.length === 0 ? [] : await lockConnections(tx, orgId, ids);
  const written = target && findEnd({ role: 'target', end: target, at: 'target' }, found, problems);
  return {
    connections: found,
    source: source && findEnd({ role: 'source', end: source, at: 'source' }, found, problems),
    target: written && (await withoutKey(tx, orgId, written)),
    enrich: enrich.map(
      (end, index) =>
        findEnd({ role: 'source', end, at: `enrich[${index}]` }, found, problems)?.description ?? anyObject,
    ),
    actions: new Map(
      await Promise.all(
        actions.flatMap(({ id, action, at }) => {
          const end = findEnd({ role: 'target', end: action, at }, found, problems);
          if (end === undefined) return [];
          const operation = toWrite(action.operation, end.description.named);
          return [withoutKey(tx, orgId, end).then((known) => [id, { ...known, operation }] as const)];
        }),
      ),
    ),
    searched: new Map(
      searched.flatMap(({ id, kind, search, at }) => {
        const end = findEnd({ role: 'source', end: search, at }, found, problems);
        if (end !== undefined) problems.push(...checkSearch(search, at, found));
        return end === undefined ? [] : [[id, { ...end, kind }] as const];
      }),
    ),
  };
}

/** What is wrong with options that each item has of its own. */
function checkSearch(search: SearchedEnd['search'], at: string, found: readonly NamedConnection[]): FieldError[] {
  const uuid = toUuid('connection', search.connection_id);
  const connection = found.find(({ id }) => id === uuid);
  if (connection === undefined || !('options_from' in search) || search.options_from === undefined) return [];
  const { object, options = {} } = search;
  const computed = Object.keys(search.options_from);
  return checkComputedOptions(connection, { object, options, computed }).map((problem) => ({
    ...problem,
    path: `${at}.${problem.path}`,
  }));
}

/** A table whose primary key is not known to be one column tells no ids. */
async function withoutKey(tx: Transaction, orgId: string, end: FoundEnd): Promise<FoundEnd> {
  const { connectionId, description } = end;
  const { create } = description.operations;
  if (create?.givesKey !== true) return end;
  const found = await findDiscovered(tx, orgId, { connectionId, object: description.id });
  if (found?.key?.length === 1) return end;
  const operations = { ...description.operations, create: { ...create, givesNoId: { unless: 'match_on' } } };
  return { ...end, description: { ...description, operations } };
}

type End =
  | { role: 'source'; end: SourceDefinition; at: 'source' }
  | { role: 'source'; end: Pick<EnrichmentDefinition, 'connection_id' | 'object' | 'options'>; at: string }
  | {
      role: 'target';
      end: Pick<WriteDefinition, 'connection_id' | 'object' | 'options' | 'match_on'> & {
        operation: OperationName;
        target_id?: string | undefined;
      };
      at: string;
    };

/** Stands in for an object that is not known, so that no more is wrong with it. */
const anyObject: SearchedObject = { key: ['id'], finds: true };

async function lockConnections(tx: Transaction, orgId: string, ids: string[]): Promise<NamedConnection[]> {
  const rows = await tx.sql<Omit<NamedConnection, 'connector'>[]>`
    select id, service_type, config, status from connections
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null
    order by id for key share`;
  const connectors = await findConnectors(
    tx,
    orgId,
    rows.map((row) => row.service_type),
  );
  return rows.map((row) => ({ ...row, connector: connectors.get(row.service_type) }));
}

function findEnd(
  { role, end, at }: End,
  found: readonly NamedConnection[],
  problems: FieldError[],
): FoundEnd | undefined {
  const uuid = toUuid('connection', end.connection_id);
  const connection = found.find(({ id }) => id === uuid);
  if (connection === undefined) {
    problems.push({
      path: `${at}.connection_id`,
      code: 'unknown_connection',
      message: messages.connectionIdUnknown,
    });
    return undefined;
  }
  if (role === 'source' && 'payload' in end && end.payload !== undefined) {
    const { object } = end;
    return { connectionId: connection.id, description: { id: object, title: object, ...describePayload(end.payload) } };
  }
  const described = describeEnd(connection, {
    role,
    object: end.object,
    options: end.options ?? {},
    ...(role === 'target'
      ? { operation: end.operation, matchOn: end.match_on, byId: end.target_id !== undefined }
      : {}),
  });
  if (described.ok) return { connectionId: connection.id, description: described.description };
  problems.push(...described.problems.map((problem) => ({ ...problem, path: `${at}.${problem.path}` })));
  return undefined;
}
