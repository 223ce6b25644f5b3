import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpFind, HttpRead, HttpWrite, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { hasAddress } from '../../connectors/drivers/http/exchange/plan.ts';
import { parseTemplate } from '../../connectors/kit/template.ts';
import type { WriteOperation } from '../../core/records.ts';
import type { Interaction } from './interaction.ts';
import { renderSampleUrl, sampleConfig } from './samples.ts';

const writeOperations = ['create', 'update', 'upsert', 'delete'] as const satisfies readonly WriteOperation[];

/** One request that a connector can make, in the form in which recorded requests are recognised. */
export interface Endpoint {
  object: string;
  use:
    | { kind: 'list'; read: Exclude<HttpRead, { kind: 'folder' }> }
    /** `isUpdate`: the request for records whose id in the target is known. */
    | { kind: 'write'; operation: WriteOperation; write: HttpWrite; isUpdate: boolean }
    /** Searches for records by a value. */
    | { kind: 'search'; find: HttpFind }
    /** Looks a record up at the address that it is written to. */
    | { kind: 'find'; operation: WriteOperation };
  method: string;
  /** Segments of the whole path, the base address's among them; openings where values stand. */
  segments: readonly (string | Opening)[];
  /** So many of the segments are the base address's. */
  baseLength: number;
  /** Names of the holes, in the order of the patterns' groups. */
  holes: readonly string[];
  /** Query parameters that never change. */
  constants: Readonly<Record<string, string>>;
  /** All that the request says beside its path, for telling operations of one address apart. */
  text: string;
  /** Address of the service, where it has one of its own. */
  service?: string | undefined;
  /** Path of the whole record in the body; absent: it is the body. */
  record?: string | undefined;
}

/** A segment of a path with values in it. */
interface Opening {
  /** A group for each value. */
  pattern: RegExp;
  /** The values come from the configuration, and may be any text. */
  isConfigured: boolean;
}

/** Lists what a connector can ask, for each address that its configuration may lead to. */
export function listEndpoints(connector: HttpConnector): Endpoint[] {
  const bases = listBases(connector);
  return Object.entries(connector.objects).flatMap(([object, { operations }]) => {
    const { list, find, ...writes } = operations;
    const uses: [Endpoint['use'], RequestTemplate][] = [];
    if (find !== undefined) uses.push([{ kind: 'search', find }, find.request]);
    if (list !== undefined && list.kind !== 'folder') uses.push([{ kind: 'list', read: list }, list.request]);
    for (const operation of writeOperations) {
      const write = writes[operation];
      if (write === undefined) continue;
      uses.push([{ kind: 'write', operation, write, isUpdate: false }, write.request]);
      // What is only created has no id yet.
      if (write.update !== undefined && operation !== 'create') {
        uses.push([{ kind: 'write', operation, write, isUpdate: true }, write.update]);
      }
      if (write.idempotency.kind === 'put_by_key' && hasAddress(write.request)) {
        uses.push([
          { kind: 'find', operation },
          { ...write.request, method: 'GET' },
        ]);
      }
    }
    return uses.flatMap(([use, request]) =>
      (request.base === undefined ? bases : [toSegments(request.base)]).map((base) =>
        compile(object, use, request, base),
      ),
    );
  });
}

/** Paths of the base address; segments that come from the configuration stand for any text. */
function listBases(connector: HttpConnector): (string | Opening)[][] {
  const found = [false, true].map((all) => {
    const values = new Set(Object.values(sampleConfig(connector, all)).map(String));
    const url = URL.parse(renderSampleUrl(connector, all));
    const segments = (url?.pathname ?? '/').split('/').filter((segment) => segment !== '');
    return segments.map((segment) => (values.has(decodeURIComponent(segment)) ? anySegment : segment));
  });
  return found.filter((base, index) => index === 0 || JSON.stringify(base) !== JSON.stringify(found[0]));
}

/** The path of an address that a request has of its own. */
function toSegments(base: string): string[] {
  return base
    .replace(/^https:\/\/[^/]*/, '')
    .split('/')
    .filter((segment) => segment !== '');
}

const anySegment: Opening = { pattern: /^.+$/, isConfigured: true };

function compile(
  object: string,
  use: Endpoint['use'],
  request: RequestTemplate,
  base: readonly (string | Opening)[],
): Endpoint {
  const [path = '', ownQuery = ''] = request.path.split('?');
  const holes: string[] = [];
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment, index, all) => {
      const { parts } = parseTemplate(index === all.length - 1 ? withoutExtension(segment) : segment);
      if (parts.every((part) => typeof part === 'string')) return parts.join('');
      const pattern = parts.map((part) => {
        if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
        holes.push(part.name);
        return '(.+)';
      });
      const isConfigured = parts.every((part) => typeof part === 'string' || part.name.startsWith('config.'));
      return { pattern: new RegExp(`^${pattern.join('')}$`), isConfigured };
    });
  const query = { ...Object.fromEntries(new URLSearchParams(ownQuery)), ...request.query };
  const constants = Object.entries(query).filter(([, value]) => !value.includes('{'));
  const { method, headers, body, bodyFields = {} } = request;
  return {
    object,
    use,
    method,
    segments: [...base, ...segments],
    baseLength: base.length,
    holes,
    constants: Object.fromEntries(constants),
    service: request.base,
    text: JSON.stringify([query, headers, body ?? null, bodyFields]),
    record: Object.keys(bodyFields).find((member) => bodyFields[member] === '{$record}'),
  };
}

/** `/tickets.json` and `/tickets` are one address: the ending names the format only. */
function withoutExtension(text: string): string {
  return text.replace(/\.json$/, '');
}

/** The operation that an endpoint belongs to: `OBJECT.OPERATION`. */
export function nameOperation({ object, use }: Endpoint): string {
  if (use.kind === 'list') return `${object}.list`;
  if (use.kind === 'search') return `${object}.find`;
  return `${object}.${use.operation}${use.kind === 'find' ? '/find' : ''}`;
}

/** A recorded request as one of an endpoint's, with the values of its holes. */
export interface Match {
  endpoint: Endpoint;
  holes: Record<string, string>;
  /** Parameters that the endpoint always sends and the recording lacks, or has with another value. */
  differs: number;
}

/**
 * Finds the endpoint that could have made a recorded request: the one whose path and constants say most about it.
 *
 * @param isRelative Recorded paths may lack segments at their beginning.
 */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  interaction: Interaction,
  isRelative: boolean,
): Match | undefined {
  const segments = withoutExtension(interaction.path)
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  let best: { match: Match; score: number } | undefined;
  for (const endpoint of endpoints) {
    const holes = matchEndpoint(endpoint, interaction, segments, isRelative);
    if (holes === undefined) continue;
    const differs = Object.entries(endpoint.constants).filter(
      ([name, value]) => String(interaction.query[name]) !== value,
    ).length;
    const literals = endpoint.segments.filter((segment) => typeof segment === 'string').length;
    // A list of records says more about them than one of what is embedded in them.
    const score = literals * 100 - differs - (takesApart(endpoint) ? 1 : 0);
    if (best === undefined || score > best.score) best = { match: { endpoint, holes, differs }, score };
  }
  return best?.match;
}

function takesApart({ use }: Endpoint): boolean {
  return use.kind === 'list' && use.read.kind === 'pages' && use.read.extract?.expand !== undefined;
}

/** The whole name: `query issue` is not the beginning of `query issues`. */
function namesOperation({ text }: Endpoint, operation: string): boolean {
  const places = text.split(operation).slice(1);
  return places.some((rest) => !/^\w/.test(rest));
}

function matchEndpoint(
  endpoint: Endpoint,
  { method, operation, path_template: template }: Interaction,
  segments: readonly string[],
  isRelative: boolean,
): Record<string, string> | undefined {
  if (endpoint.method !== method) return undefined;
  if (typeof operation === 'string' && !asksFor(endpoint, operation)) return undefined;
  const lacking = endpoint.segments.length - segments.length;
  // Behind the base address, a lone segment would fit too much.
  const isEnough = lacking <= endpoint.baseLength || segments.length > 1;
  if (lacking < 0 || (lacking > 0 && !(isRelative && isEnough))) return undefined;
  const opaque = template.split('/').filter((segment) => segment !== '');
  const values: string[] = [];
  const fits = endpoint.segments.every((expected, index) => {
    const actual = segments[index - lacking];
    if (actual === undefined) return typeof expected === 'string' || expected.isConfigured;
    // Azure has recorded calls in either case, and tells none apart by it.
    if (typeof expected === 'string') return expected.toLowerCase() === actual.toLowerCase();
    // Words of the vendor's, such as `users/me`, are no values.
    if (!expected.isConfigured && opaque[index - lacking]?.includes('{}') !== true) return false;
    const found = expected.pattern.exec(actual);
    values.push(...(found?.slice(1) ?? []));
    return found !== null;
  });
  return fits ? Object.fromEntries(endpoint.holes.map((name, index) => [name, values[index] ?? ''])) : undefined;
}

/** @param operation `service.Operation` of AWS, or a root field of GraphQL. */
function asksFor(endpoint: Endpoint, operation: string): boolean {
  const [owner = '', name] = operation.split('.');
  const { service } = endpoint;
  if (name !== undefined && service !== undefined && !service.includes(`//${owner}.`)) return false;
  return namesOperation(endpoint, name ?? operation);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
