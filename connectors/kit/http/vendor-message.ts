import type { Json } from '../../../core/json.ts';
import { maskSecretForms } from '../../../core/secret.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { parseJson } from '../type-guards.ts';

const lengthMax = 300;

/** Where APIs put an error message, most specific first. */
const readers = [
  'error.message',
  'error_description',
  'message',
  'detail',
  'errors[0].message',
  'errors[0].detail',
  'errors[0]',
  'title',
  'error',
].map(compileReader);

/** AWS and its like, and SOAP 1.1 and 1.2. */
const xmlMessage = /<(?:\w+:)?(?:Message|faultstring|Text)(?: [^<>]{0,200})?>([^<]{1,300})</;

/**
 * The sentence in an error's body, shortened; `undefined` where none is found. Markup other than a message is never
 * shown.
 */
export function readVendorMessage(text: string): string | undefined {
  const start = text.trimStart();
  if (start.startsWith('<')) return xmlMessage.exec(start)?.[1];
  const body = tryParse(start);
  if (body === undefined) return undefined;
  for (const read of readers) {
    const found = read(body);
    if (typeof found === 'string' && found !== '') return shortenMessage(found);
  }
  return readInputFault(body);
}

/**
 * What FastAPI and its like say of an input: a sentence, and where it belongs, `["body", "key"]`.
 *
 * @see https://fastapi.tiangolo.com/tutorial/handling-errors/
 */
function readInputFault(body: Json): string | undefined {
  const [message, place] = [inputMessage(body), inputPlace(body)];
  if (typeof message !== 'string' || message === '') return undefined;
  const names = Array.isArray(place)
    ? place.filter((name) => typeof name === 'string' || typeof name === 'number')
    : [];
  return shortenMessage(names.length === 0 ? message : `${names.join('.')}: ${message}`);
}

const inputMessage = compileReader('detail[0].msg');
const inputPlace = compileReader('detail[0].loc');

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A message on one line, shortened, without anything that looks like a credential. */
export function shortenMessage(text: string): string {
  const line = maskSecretForms(text.replace(/\s+/g, ' ').trim());
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1)}…` : line;
}
