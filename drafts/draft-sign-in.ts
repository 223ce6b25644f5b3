import type { JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { draftOauth, type LeftOut, type SignIn } from './draft-oauth.ts';
import { toObject, toText } from './json-reading.ts';

type Note = (path: string, code: string, message: string) => void;

/** What a scheme of the document becomes. */
interface Drafted {
  ways: SignIn[];
  leftOut: LeftOut[];
}

/**
 * Ways to sign in that a document states, each once; a bearer token where it states none.
 *
 * @param address Where the system is, as the definition has it: relative addresses are below it.
 */
export function draftSignIn(document: JsonObject, address: string, note: Note): JsonObject[] {
  const stated = toObject(toObject(document['components'])['securitySchemes'] ?? document['securityDefinitions']);
  const schemes = Object.entries(stated).map(([name, scheme]) => ({ name, ...toDrafted(toObject(scheme), address) }));
  const drafted = schemes.flatMap(({ ways }) => ways);
  const leftOut = schemes.flatMap(({ name, ways, leftOut: reasons }) =>
    ways.length === 0 ? [describe(name, reasons)] : [],
  );
  const known = new Map(drafted.map((way) => [JSON.stringify(way.method), way]));
  const ways = [...known.values()].slice(0, 10);
  if (leftOut.length > 0) {
    note('auth', 'sign_in_left_out', `${messages.draftAuthUnsupported} (${leftOut.slice(0, 5).join(', ')})`);
  }
  if (ways.length === 0) {
    note('auth', 'sign_in_unknown', messages.draftAuthAsked);
    return [{ kind: 'bearer' }];
  }
  const kinds = ways.map(({ method }) => method['kind']);
  return ways.map(({ method, notes = [] }, index) => {
    for (const { code, message } of notes) note(`auth[${index}]`, code, message);
    const { kind } = method;
    return kinds.indexOf(kind) === index ? method : { ...method, id: `${toText(kind)}_${index + 1}` };
  });
}

/** `Form: password, it gives no address for tokens` */
function describe(name: string, reasons: readonly LeftOut[]): string {
  const texts = reasons.map(({ what, reason }) => `${what}, ${messages.draftAuthReasons[reason]}`);
  return `${name}: ${texts.join('; ')}`;
}

function toDrafted(scheme: JsonObject, address: string): Drafted {
  const type = toText(scheme['type']);
  if (type === 'oauth2') return draftOauth(scheme, address);
  const ways = toMethods(type, scheme).map((method) => ({ method }));
  const what = [type, toText(scheme['scheme'])].filter((word) => /^[\w-]{1,40}$/.test(word)).join(' ') || 'unknown';
  return { ways, leftOut: ways.length === 0 ? [{ what, reason: 'unsupported' }] : [] };
}

function toMethods(type: string, scheme: JsonObject): JsonObject[] {
  if (type === 'apiKey') return toKey(toText(scheme['in']), toText(scheme['name']));
  if (type === 'basic') return [{ kind: 'basic' }];
  return type === 'http' ? toHttp(toText(scheme['scheme']).toLowerCase()) : [];
}

function toKey(where: string, name: string): JsonObject[] {
  const isKnown = ['header', 'query', 'cookie'].includes(where) && /^[\w.-]{1,100}$/.test(name);
  return isKnown ? [{ kind: 'api_key', places: [{ in: where, name, value: '{api_key}' }], credentials: keyForm }] : [];
}

const keyForm = {
  type: 'object',
  properties: { api_key: { type: 'string', title: 'API key', 'x-secret': true } },
  required: ['api_key'],
};

function toHttp(scheme: string): JsonObject[] {
  return ['bearer', 'basic', 'digest'].includes(scheme) ? [{ kind: scheme }] : [];
}
