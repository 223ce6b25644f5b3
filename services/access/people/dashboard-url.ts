const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Where people open the dashboard. On the loopback address under its name: browsers keep secure cookies for `localhost`, and
 * passkeys work under a name only.
 */
export function toDashboardUrl(publicUrl: string): string {
  return `${toPageOrigin(publicUrl)}/app`;
}

/** Origins that pages of the hub itself have. */
export function listOwnOrigins(publicUrl: string): string[] {
  return [...new Set([new URL(publicUrl).origin, toPageOrigin(publicUrl)])];
}

/** True where browsers keep the cookie of a session: over https, and on the loopback address. */
export function keepsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || loopback.has(hostname);
}

/** The origin of the hub's pages. */
export function toPageOrigin(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (loopback.has(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/**
 * Where a page belongs that was opened by an address of the loopback device instead of its name: to a browser these are two
 * sites, and neither sessions nor passkeys of the one are there on the other.
 *
 * @param host As the request names it, with the port. A port that is not the hub's own is a tunnel, which stays as it is.
 * @returns undefined where it was opened as it should be.
 */
export function toNamedOrigin(publicUrl: string, host: string | undefined): string | undefined {
  const { host: named, hostname, port, origin } = new URL(toPageOrigin(publicUrl));
  if (hostname !== 'localhost' || host === undefined || host === named) return undefined;
  return ['127.0.0.1', '[::1]'].some((address) => host === (port === '' ? address : `${address}:${port}`))
    ? origin
    : undefined;
}
