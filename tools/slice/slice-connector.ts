import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { type Contract, type ContractOperation, type ContractParameter, mainCollection } from '../contract/contract.ts';
import { countFixed, fitsPath } from '../contract/match-path.ts';
import { listUses, type OperationUse, toUsedHost, toUsedPath } from '../contract/operation-uses.ts';
import { listSubscriptionUses } from '../contract/subscription-uses.ts';
import { type Collection, type CollectionEntry, compareCollections } from './collection.ts';
import type { DescribedOperation, Description } from './description.ts';
import { keepSources } from './keep-sources.ts';
import { Skeletons } from './skeleton.ts';

export interface Slice {
  contract: Contract;
  /** Uses that no description has. */
  missing: string[];
}

/**
 * Cuts the contract of a connector out of the descriptions of its vendor: those of the collections with its id, or the
 * ones that its definition names.
 *
 * @param stored The contract until now: what it has of collections that are not at hand is taken from it.
 * @returns `undefined` where there are none.
 */
export async function sliceConnector(
  connector: HttpConnector,
  collection: Collection,
  stored?: Contract,
): Promise<Slice | undefined> {
  const named = connector.contract?.descriptions;
  const isMeant = ({ connector: id, file }: CollectionEntry): boolean =>
    named === undefined ? id === connector.id : named.includes(file);
  const read = await Promise.all(
    collection.entries.filter(isMeant).map(async (entry) => ({ entry, description: await collection.read(entry) })),
  );
  const kept = stored === undefined ? [] : keepSources(connector.id, stored, collection.names);
  const described = [...read, ...kept.filter(({ entry }) => isMeant(entry))]
    .flatMap(({ entry, description }) => (description === undefined ? [] : [{ entry, description }]))
    .toSorted((a, b) => compareCollections(a.entry, b.entry));
  if (described.length === 0) return undefined;
  const cutter = new Cutter(described);
  const uses = [...listUses(connector), ...listSubscriptionUses(connector)];
  const missing = uses.flatMap((use) => (cutter.add(connector, use) ? [] : [use.id]));
  cutter.addTypes();
  return { contract: cutter.contract, missing };
}

interface Described {
  entry: CollectionEntry;
  description: Description;
}

interface Found extends Described {
  operation: DescribedOperation;
}

class Cutter {
  readonly contract: Contract = { sources: [], security: {}, uses: {}, operations: {}, schemas: {} };
  readonly #skeletons = new Skeletons();
  readonly #described: readonly Described[];
  readonly #sources = new Map<CollectionEntry, number>();
  /** What documents name, by the description that they are judged by. */
  readonly #coordinates = new Map<Description, Set<string>>();

  constructor(described: readonly Described[]) {
    this.#described = described;
    this.contract.schemas = this.#skeletons.schemas;
  }

  /** Adds what the descriptions say of a request. @returns false where they say nothing. */
  add(connector: HttpConnector, use: OperationUse): boolean {
    const path = toUsedPath(connector, use);
    const host = toUsedHost(connector, use);
    const candidates = this.#described
      .flatMap(({ entry, description }) =>
        description.operations
          .flatMap((operation) => listForms(operation, connector.contract?.optionalSegments))
          .map((operation) => ({ entry, description, operation })),
      )
      .filter(({ operation }) => isAsked(operation, use, path))
      .toSorted(
        (a, b) =>
          Number(isAt(host, b.operation)) - Number(isAt(host, a.operation)) ||
          measureFit(b.operation) - measureFit(a.operation),
      );
    const found = this.#findBelowList(use) ?? candidates[0];
    if (found === undefined) return false;
    const { operation } = found;
    const document = operation.nameDocument?.(use);
    const route = operation.kept?.route ?? this.#toRoute(toRoute(operation, document), found);
    this.contract.uses[use.id] = route;
    this.contract.operations[route] ??= this.#cut(found, use, document);
    return true;
  }

  /** Adds the types that documents name, once all are known. */
  addTypes(): void {
    for (const [description, coordinates] of this.#coordinates) {
      this.contract.types = { ...this.contract.types, ...description.printTypes?.(coordinates) };
    }
  }

  /** Services that have the same path are told apart by their hosts. */
  #toRoute(plain: string, { entry, operation }: Found): string {
    const known = this.contract.operations[plain];
    const isTaken = known !== undefined && known.source !== this.#addSource(entry);
    return isTaken && operation.host !== undefined ? `${plain} ${operation.host}` : plain;
  }

  /**
   * Where a record's name is its whole path, its operation is the one right below its list: `{+name}` of
   * `projects/a/secrets/b`.
   *
   * @see https://google.aip.dev/122
   */
  #findBelowList({ id, request }: OperationUse): Found | undefined {
    if (!request.path.endsWith('}') || !request.path.includes('{+')) return undefined;
    const list = this.contract.operations[this.contract.uses[id.replace(/\..*/, '.list')] ?? ''];
    const source = list && this.contract.sources[list.source];
    if (list === undefined || source === undefined) return undefined;
    return this.#described
      .filter(({ entry }) => entry.file === source.file)
      .flatMap(({ entry, description }) =>
        description.operations.map((operation) => ({ entry, description, operation })),
      )
      .find(({ operation }) => operation.method === request.method && isBelow(list.path, operation.path));
  }

  #cut({ entry, description, operation }: Found, use: OperationUse, document: string | undefined): ContractOperation {
    const source = this.#addSource(entry);
    const facts = operation.describe(use);
    const { request, security, coordinates } = facts;
    if (coordinates !== undefined) {
      this.#coordinates.set(description, new Set([...(this.#coordinates.get(description) ?? []), ...coordinates]));
    }
    for (const name of security?.flat() ?? []) {
      const scheme = description.security[name];
      if (scheme !== undefined) this.contract.security[name] = scheme;
    }
    return {
      source,
      method: operation.method,
      path: operation.path,
      ...(document === undefined ? {} : { document }),
      parameters: facts.parameters.flatMap(({ schema, in: place, ...parameter }) =>
        isPlace(place)
          ? [{ ...parameter, in: place, schema: this.#skeletons.cut(description, schema, 'request', source) }]
          : [],
      ),
      ...(request === undefined
        ? {}
        : { request: { ...request, schema: this.#skeletons.cut(description, request.schema, 'request', source) } }),
      responses: Object.fromEntries(
        Object.entries(facts.responses).map(([status, { schema, ...response }]) => [
          status,
          schema === undefined
            ? response
            : { ...response, schema: this.#skeletons.cut(description, schema, 'response', source) },
        ]),
      ),
      ...(security === undefined ? {} : { security }),
    };
  }

  #addSource(entry: CollectionEntry): number {
    const known = this.#sources.get(entry);
    if (known !== undefined) return known;
    const { collection, file, source, path, version, format, grade } = entry;
    const place = collection === mainCollection ? { file } : { collection, file };
    const position = this.contract.sources.push({ ...place, source: `${source} ${path}`, version, format, grade }) - 1;
    this.#sources.set(entry, position);
    return position;
  }
}

/** Name of an operation in a contract: its method and address, with what tells it from others there. */
function toRoute({ method, path, marks }: DescribedOperation, document: string | undefined): string {
  const { Action: action, ...constants } = marks?.query ?? {};
  const search = new URLSearchParams(constants).toString();
  const mark = document ?? Object.values(marks?.headers ?? {})[0] ?? action;
  return [method, search === '' ? path : `${path}?${search}`, ...(mark === undefined ? [] : [mark])].join(' ');
}

/** The more of a request an operation fixes, the likelier it is meant: also by constants, as in `?list-type=2`. */
function measureFit({ path, marks }: DescribedOperation): number {
  return countFixed(path) + Object.keys(marks?.query ?? {}).length;
}

/** Regional hosts put their region before the name. What is known of a contract was chosen by its host already. */
function isAt(used: string, { host, kept }: DescribedOperation): boolean {
  return kept !== undefined || (host !== undefined && (used === host || used.endsWith(`-${host}`)));
}

function isBelow(list: string, path: string): boolean {
  return path.startsWith(`${list}/{`) && !path.slice(list.length + 1).includes('/');
}

/** An operation, and the same without the segments of its path that may be left out. */
function listForms(operation: DescribedOperation, optional: readonly string[] = []): DescribedOperation[] {
  const path = optional.reduce((text, segment) => text.replace(`/${segment}`, ''), operation.path);
  return path === operation.path ? [operation] : [operation, { ...operation, path }];
}

function isPlace(text: string): text is ContractParameter['in'] {
  return text === 'path' || text === 'query' || text === 'header' || text === 'cookie';
}

function isAsked(operation: DescribedOperation, use: OperationUse, used: string): boolean {
  const { method, path, marks, kept, nameDocument } = operation;
  const { id, request } = use;
  if (nameDocument !== undefined && nameDocument(use) === undefined) return false;
  if (method !== request.method || kept?.uses.has(id) === false || !fitsPath(path, used)) return false;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const query = { ...request.body, ...request.query };
  return (
    Object.entries(marks?.query ?? {}).every(([name, value]) => query[name] === value) &&
    Object.entries(marks?.headers ?? {}).every(([name, value]) => headers[name] === value)
  );
}
