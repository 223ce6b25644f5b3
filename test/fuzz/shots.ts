import type { Json, JsonObject } from '../../core/json.ts';
import { newId } from '../../core/ids.ts';
import type { Rng } from '../simulator/rng.ts';
import type { Document, Operation, Schema } from './document.ts';
import { createGenerator } from './generate.ts';
import type { Memory } from './memory.ts';

const formType = 'application/x-www-form-urlencoded';

/** One request to be sent. */
export interface Shot {
  operation: Operation;
  /** Under the base address, with its query. */
  path: string;
  headers: Record<string, string>;
  /** Text of the body. */
  body?: string;
  /** The values that the schemas of the document speak of, for the check of what was accepted. */
  sent: { query: JsonObject; body?: Json };
}

/**
 * Makes shots for operations: mostly right ones, and ones that are wrong in one place.
 *
 * @param options.wrong Which part of them is wrong on purpose. Default 0.4.
 */
export function createShooter(
  document: Document,
  rng: Rng,
  memory: Memory,
  { wrong = 0.4 }: { wrong?: number } = {},
): (operation: Operation) => Shot {
  const generator = createGenerator(document, rng, memory);

  const pickId = (operation: Operation, name: string, schema: Schema): string => {
    const known = memory.idsFor(operation.path, name);
    const draw = rng.next();
    if (known.length > 0 && draw < 1 - wrong / 2) return pickRicher(known, memory.richness);
    if (draw < 0.9) return toText(generator.make(schema, name)) || 'x';
    return rng.pick([newId('run'), 'nonsense', '%00', '..', '%2e%2e', '0', '-1', '1e3', '\u202e', 'x'.repeat(300)]);
  };

  /** The best of three, so that complete records are tried more often, and others too. */
  const pickRicher = <Item>(list: readonly Item[], richness: (item: Item) => number): Item =>
    [rng.pick(list), rng.pick(list), rng.pick(list)].reduce((a, b) => (richness(a) >= richness(b) ? a : b));

  const makeQuery = (operation: Operation): JsonObject => {
    const known = operation.parameters.filter((parameter) => parameter.in === 'query');
    const chosen = known.filter(({ required }) => required || rng.chance(1.5 / (known.length + 1)));
    const query = Object.fromEntries(chosen.map(({ name, schema }) => [name, generator.make(schema, name)]));
    if (isStream(operation)) Object.assign(query, shortStream);
    const [spoilt] = Object.keys(query);
    if (spoilt !== undefined && rng.chance(wrong)) query[spoilt] = toText(generator.spoil(''));
    if (rng.chance(wrong / 10)) query[rng.pick(memory.names())] = 'x';
    return query;
  };

  const makeBody = ({ body, path }: Operation): Json | undefined => {
    if (body === undefined) return rng.chance(0.9) ? undefined : {};
    if (!body.required && rng.chance(0.3)) return undefined;
    const records = memory.recordsOf(path);
    const draw = rng.next();
    if (body.examples.length > 0 && draw < 0.3) return refresh(rng.pick(body.examples));
    if (records.length > 0 && draw < 0.7)
      return adapt(
        body.schema,
        pickRicher(records, (record) => Object.keys(record).length),
      );
    return fitConnector(generator.make(body.schema));
  };

  /** A record that was answered, as it would be sent: the members that the schema has, and what else it requires. */
  const adapt = (given: Schema, record: JsonObject): Json => {
    const made = generator.make(given);
    const { properties = {} } = document.resolve(given);
    if (typeof made !== 'object' || made === null || Array.isArray(made)) return made;
    const kept = Object.entries(record).filter(([name]) => name in Object(properties));
    return fitConnector({
      ...(rng.chance(0.5) ? made : onlyRequired(document.resolve(given), made)),
      ...Object.fromEntries(kept),
    });
  };

  /** Credentials and configuration are as the connector says, which is data of the API and not of its document. */
  const fitConnector = (body: Json): Json => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    if (!('service_type' in body) || !('credentials' in body)) return body;
    const connector = memory
      .recordsOf('/connectors')
      .find(
        (record) => record['id'] === body['service_type'] && Array.isArray(record['auth']) && 'config_schema' in record,
      );
    if (connector === undefined || !Array.isArray(connector['auth'])) return body;
    const form: JsonObject = Object(rng.pick(connector['auth']));
    return {
      ...body,
      credentials: generator.make(Object(form['credentials_schema'])),
      config: body['config'] ?? generator.make(Object(connector['config_schema'])),
    };
  };

  /** Ids of an example name what existed when it was written; others of the same kind exist here. */
  const refresh = (example: Json): Json => {
    const text = JSON.stringify(example).replaceAll(
      /"(\w+)":"[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}"/g,
      (all, name) => {
        const known = memory.valuesFor(String(name));
        return known.length === 0 ? all : `"${name}":"${rng.pick(known)}"`;
      },
    );
    return JSON.parse(text);
  };

  return (operation) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = operation.parameters.find(
        (parameter) => parameter.in === 'path' && parameter.name === name,
      )?.schema;
      return encodeURI(pickId(operation, name, schema ?? {}).toWellFormed())
        .replaceAll(/[?#]/g, '%3f')
        .replaceAll('%25', '%');
    });
    const query = makeQuery(operation);
    const search = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, toText(value)])),
    ).toString();
    const made = makeBody(operation);
    const value = made !== undefined && rng.chance(wrong) ? generator.spoil(made) : made;
    return {
      operation,
      path: search === '' ? path : `${path}?${search}`,
      headers: {
        'content-type': operation.body?.mediaType ?? 'application/json',
        ...(rng.chance(wrong) ? furtherHeaders(rng) : {}),
      },
      ...(value === undefined || ['GET', 'DELETE'].includes(operation.method)
        ? {}
        : { body: encode(operation, value) }),
      sent: { query, ...(value === undefined ? {} : { body: value }) },
    };
  };
}

/** A request with nothing but what must be there. */
export function plainShot(operation: Operation, memory: Memory): Shot {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => memory.idsFor(operation.path, name)[0] ?? 'x',
  );
  const query = isStream(operation) ? shortStream : {};
  const search = isStream(operation) ? [`?seconds=${shortStream.seconds}`] : [];
  return {
    operation,
    path: [path, ...search].join(''),
    headers: { 'content-type': 'application/json' },
    sent: { query },
  };
}

/** Their default is minutes. */
const shortStream = { seconds: '1' };

/** Answers until its time is over. */
function isStream({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'seconds');
}

/** Keys that requests share, and one that is too long. */
const oddKeys = ['a', 'b', 'c', 'x'.repeat(256)];

/** Headers that change what a request means. */
function furtherHeaders(rng: Rng): Record<string, string> {
  return {
    ...(rng.chance(0.1) ? { 'if-match': rng.pick(['*', '"1"', 'W/"1"', '"x"', '1,', '"']) } : {}),
    ...(rng.chance(0.1) ? { 'if-none-match': rng.pick(['*', '"1"', 'W/"x", "y"', '"']) } : {}),
    ...(rng.chance(0.25) ? { 'idempotency-key': rng.chance(0.8) ? `k${rng.int(0, 1e9)}` : rng.pick(oddKeys) } : {}),
    ...(rng.chance(0.1) ? { prefer: rng.pick(['wait=1', 'wait=-1', 'wait=x', 'return=minimal']) } : {}),
    ...(rng.chance(0.1) ? { accept: rng.pick(['text/html', '*/*;q=0', 'nonsense']) } : {}),
  };
}

/** As JSON, or as a form of the members that have a text. */
function encode({ body }: Operation, value: Json): string {
  if (body?.mediaType !== formType || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]): [string, string] => [name, toText(member)]);
  return new URLSearchParams(Object.fromEntries(members)).toString();
}

function onlyRequired(schema: Schema, made: JsonObject): JsonObject {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(Object.entries(made).filter(([name]) => required.includes(name)));
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
