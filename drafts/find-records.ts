import type { JsonObject } from '../core/json.ts';
import type { ApiDescription, OperationFacts } from './description.ts';
import { readShape, type Shape } from './read-shape.ts';

/** Where an answer holds its records, and their shape. */
export interface Records {
  /** Absent: the answer is the list. */
  path: string | undefined;
  shape: Shape;
}

/** Lists that stand beside the records. */
const besideRecords = /^(?:errors?|messages|warnings|links|included|meta)$/i;

type Resolver = Pick<ApiDescription, 'resolve'>;

/** Members that vendors put lists into, whatever the records are. */
const usualMembers = [
  'data',
  'items',
  'results',
  'value',
  'records',
  'entries',
  'values',
  'content',
  'list',
  'elements',
  'result',
];

/** Finds the list of records in an answer. @param collection Last word of the address: `users`. */
export function findRecords(facts: OperationFacts, collection: string, resolver: Resolver): Records | undefined {
  const schema = successSchema(facts);
  if (schema === undefined) return undefined;
  return findList(schema, collection, resolver, []) ?? findList(schema, collection, resolver, [], 2);
}

/** The schema of what a call answers with when it succeeds. */
export function successSchema({ responses }: OperationFacts): JsonObject | undefined {
  const statuses = Object.keys(responses).toSorted();
  return statuses.map((status) => responses[status]?.schema).find((schema) => schema !== undefined);
}

function findList(
  schema: JsonObject,
  collection: string,
  resolver: Resolver,
  path: readonly string[],
  depth = 1,
): Records | undefined {
  const shape = readShape(schema, resolver);
  if (shape.type === 'array') {
    const records = readShape(shape.items, resolver);
    return records.type === 'object'
      ? { path: path.length === 0 ? undefined : path.join('.'), shape: records }
      : undefined;
  }
  if (shape.type !== 'object' || depth === 0) return undefined;
  // Below a member, only what is named like records: a single record has lists of its own.
  const names = Object.keys(shape.members)
    .filter((name) => !besideRecords.test(name) && (path.length === 0 || rank(name, collection) < unnamed))
    .toSorted((a, b) => rank(a, collection) - rank(b, collection));
  for (const name of names) {
    const found = findList(shape.members[name] ?? {}, collection, resolver, [...path, name], depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const unnamed = 100;

/** The member that is called like the collection comes first, then those that hold lists everywhere. */
function rank(member: string, collection: string): number {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (plain(member) === plain(collection)) return 0;
  const usual = usualMembers.indexOf(member.toLowerCase());
  return usual === -1 ? unnamed : 1 + usual;
}
