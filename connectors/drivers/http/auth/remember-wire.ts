import type { Authenticator, OutgoingRequest } from './authenticator.ts';

/** Number of recent requests to remember: more than are in progress at once. */
const rememberedMax = 400;

/** Shorter values occur in ordinary words. */
const valueMin = 8;

/** Members of a header like `Digest` or `OAuth` that are made of secrets, or tokens. */
const secretMember = /^(?:.*(?:signature|token|credential|secret|key|nonce)|response)$/i;

/**
 * Wraps an authenticator and remembers the credentials it sent, in any form: Base64 pairs, tokens, signatures. Systems
 * may repeat them in their responses.
 *
 * @param listSecrets The secrets of the form.
 */
export function rememberWire(authenticator: Authenticator, listSecrets: () => readonly string[]): Authenticator {
  const remembered = new Set<string>();
  const remember = (value: string): void => {
    if (value.length < valueMin) return;
    remembered.delete(value);
    remembered.add(value);
    const [oldest] = remembered;
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
  };
  return {
    ...authenticator,
    authenticate: async (request, signal) => {
      const before = { headers: { ...request.headers }, search: request.url.search };
      const recover = await authenticator.authenticate(request, signal);
      const secrets = [...listSecrets(), ...authenticator.readSecrets()].filter((secret) => secret.length >= 4);
      for (const value of listAdded(request, before, secrets)) remember(value);
      return recover;
    },
    readSecrets: () => [...authenticator.readSecrets(), ...remembered],
  };
}

/** What authenticating added to a request that must not be shown. */
function listAdded(
  { headers, url }: OutgoingRequest,
  before: { headers: Readonly<Record<string, string>>; search: string },
  secrets: readonly string[],
): string[] {
  const isMade = (value: string): boolean => secrets.some((secret) => value.includes(secret));
  const added = Object.entries(headers).filter(([name, value]) => before.headers[name] !== value);
  const ofHeaders = added.flatMap(([name, value]) => {
    if (name === 'authorization' || name === 'proxy-authorization') return listCredentials(value);
    return isMade(value) ? [value, ...value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))] : [];
  });
  const known = new URLSearchParams(before.search);
  const ofQuery = [...url.searchParams].filter(([name, value]) => known.get(name) !== value && isMade(value));
  return [...ofHeaders, ...ofQuery.map(([, value]) => value)];
}

/** A header's credentials without their scheme, and of a list of members those that are secret. */
function listCredentials(header: string): string[] {
  const credentials = header.replace(/^\S+\s+/, '');
  const members = [...credentials.matchAll(/([\w-]+)="?([^",;\s]+)"?/g)];
  const secret = members.filter(([, name = '']) => secretMember.test(name)).map(([, , value = '']) => value);
  return [credentials, ...secret, ...secret.map(decodeSafely)];
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
