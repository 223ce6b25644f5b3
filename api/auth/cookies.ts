/**
 * Cookies of the dashboard. Their prefix makes browsers take them from this host only, over https or on the loopback
 * address, for the whole site.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
const names = { session: '__Host-hub_session', attempt: '__Host-hub_login' } as const;

export type CookieName = keyof typeof names;

/** Not `Strict`: people who arrive by a link or from an identity provider would seem to be signed out. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Reads a cookie. @returns `undefined` where there is none, or several of the name. */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const prefix = `${names[name]}=`;
  const found = (header ?? '').split(/; ?/).filter((pair) => pair.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

export function setCookie(name: CookieName, value: string, seconds: number): string {
  return `${names[name]}=${value}; Max-Age=${seconds}; ${attributes}`;
}

export function clearCookie(name: CookieName): string {
  return setCookie(name, '', 0);
}
