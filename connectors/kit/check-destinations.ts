import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { AuthMethod } from './auth/methods.ts';
import { isTemplate, listHoles, parseTemplate } from './template.ts';

/** The parts of a description that lead to addresses. */
interface AddressParts {
  id: string;
  config: z.ZodObject;
  auth: readonly AuthMethod[];
  objects?: Readonly<Record<string, { operations: object }>> | undefined;
  http?: { baseUrl: string | BaseUrlFunction } | undefined;
  test?: { request: unknown } | undefined;
}

interface AddressScope {
  config: JsonObject;
  auth: JsonObject;
}

type BaseUrlFunction = (scope: AddressScope) => string;

/** Members of descriptions that hold an address, or what addresses begin with. */
const addressMembers = new Set(['base', 'baseUrl', 'url', 'tokenUrl', 'refreshUrl', 'stsUrl']);

/** Parameters that name a peer, or how well the way to it is protected, whatever the protocol. */
export const addressName =
  /(?:^|_)(?:host|port|url|endpoint|domain|server|encryption|ssl|tls|ca_certificate|host_key)$/;

/** Names of the parameters that decide where credentials are sent, and how well they are protected on the way. */
export function listDestinations({ config }: { config: z.ZodObject }): string[] {
  const fields: [string, unknown][] = Object.entries(config.shape);
  return fields
    .filter(([, field]) => field instanceof z.ZodType && field.meta()?.['destination'] === true)
    .map(([name]) => name);
}

/**
 * Refuses a connector whose stored credentials a change of configuration could send somewhere else unnoticed: every
 * parameter in a base URL, a login's or token's URL, or the address of a peer has to be a destination.
 *
 * @throws {TypeError} naming the parameter.
 */
export function checkDestinations(given: AddressParts): void {
  const known = new Set(listDestinations(given));
  const used = [
    ...Object.keys(given.config.shape).filter((name) => addressName.test(name)),
    ...listAddressTexts([given.http, given.test, given.auth, listOperations(given)]).flatMap(listConfigHoles),
    ...(typeof given.http?.baseUrl === 'function' ? listReads(given.http.baseUrl) : []),
  ];
  const forgotten = used.find((name) => Object.hasOwn(given.config.shape, name) && !known.has(name));
  if (forgotten === undefined) return;
  throw new TypeError(
    `Connector ${given.id}: config.${forgotten} decides where credentials are sent. Give it the meta \`destination: true\`.`,
  );
}

/** Hides all parameters but destinations from a function that builds addresses, so that others cannot influence it. */
export function withDestinationsOnly<Made>(
  make: (scope: AddressScope) => Made,
  config: z.ZodObject,
): (scope: AddressScope) => Made {
  const names = listDestinations({ config });
  return (scope) => {
    const given = names.flatMap((name) => {
      const value = scope.config[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return make({ config: Object.fromEntries(given), auth: scope.auth });
  };
}

function listOperations({ objects = {} }: AddressParts): object[] {
  return Object.values(objects).map(({ operations }) => operations);
}

/** Every text of a description that is, or begins, an address. */
export function listAddressTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'string' && addressMembers.has(name) ? [member] : listAddressTexts(member),
  );
}

/** Names of the parameters in an address. */
export function listConfigHoles(text: string): string[] {
  if (!isTemplate(text)) return [];
  return listHoles(parseTemplate(text)).flatMap((name) => (name.startsWith('config.') ? [name.slice(7)] : []));
}

/** Names of the parameters that a function asks for where none has a value. */
function listReads(baseUrl: BaseUrlFunction): string[] {
  const reads: string[] = [];
  const nothing: JsonObject = {};
  const config = new Proxy(nothing, {
    get: (_target, name) => {
      if (typeof name === 'string') reads.push(name);
      return undefined;
    },
  });
  try {
    baseUrl({ config, auth: {} });
  } catch {
    // The function fails without a value. The parameters that it read so far are known.
  }
  return reads;
}
