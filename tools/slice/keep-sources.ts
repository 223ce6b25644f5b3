import { type Contract, type ContractSource, mainCollection } from '../contract/contract.ts';
import { type CollectionEntry, graphqlFormat } from './collection.ts';
import type { DescribedOperation, Description } from './description.ts';
import { readGraphql } from './graphql.ts';

const refStart = '#/$defs/';

interface KeptSource {
  entry: CollectionEntry;
  description: Description;
}

/**
 * Reads what a contract has of collections that are not at hand as if it were their descriptions. Cutting these again
 * gives the same once more, so that a contract can be compared and cut anew without all that it was made of.
 *
 * @param names The collections that are at hand.
 */
export function keepSources(connectorId: string, contract: Contract, names: readonly string[]): KeptSource[] {
  return contract.sources.flatMap((source, position) => {
    const entry = toEntry(connectorId, source);
    return names.includes(entry.collection) ? [] : [{ entry, description: toDescription(contract, position) }];
  });
}

function toEntry(
  connector: string,
  { collection = mainCollection, source: text, ...facts }: ContractSource,
): CollectionEntry {
  const [source = '', ...path] = text.split(' ');
  return { ...facts, connector, collection, source, path: path.join(' ') };
}

function toDescription(contract: Contract, position: number): Description {
  // Of a GraphQL schema, what is left is one in turn.
  if (contract.sources[position]?.format === graphqlFormat) {
    return readGraphql(Object.values(contract.types ?? {}).join('\n'));
  }
  return {
    security: contract.security,
    operations: Object.keys(contract.operations)
      .filter((route) => contract.operations[route]?.source === position)
      .flatMap((route) => toOperation(contract, route)),
    resolve: (ref) => {
      const name = ref.slice(refStart.length);
      const schema = contract.schemas[name];
      return schema === undefined ? undefined : { name: toPlainName(contract, name), schema };
    },
  };
}

function toOperation({ operations, uses }: Contract, route: string): DescribedOperation[] {
  const operation = operations[route];
  if (operation === undefined) return [];
  const { method, path, parameters, request, responses, security } = operation;
  const meant = Object.keys(uses).filter((use) => uses[use] === route);
  const describe: DescribedOperation['describe'] = () => ({
    parameters,
    request,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, { schema: undefined, ...response }]),
    ),
    security,
  });
  return [{ method, path, kept: { route, uses: new Set(meant) }, describe }];
}

/** The name that a schema had before its side, and a number where there was another of that name, were put behind it. */
function toPlainName({ schemas }: Contract, name: string): string {
  const unnumbered = name.replace(/\.\d+$/, '');
  return (Object.hasOwn(schemas, unnumbered) ? unnumbered : name).replace(/\.request$/, '');
}
