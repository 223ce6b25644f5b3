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
