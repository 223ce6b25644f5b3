import type { JsonObject } from '../../../core/json.ts';
import type { HttpSettings } from '../../kit/connector.ts';
import { otherBaseName } from '../../kit/http/base-url-field.ts';
import { parseTemplate, renderPlain } from '../../kit/template.ts';

/** Where the requests of a connection go. */
export interface BaseUrl {
  /** Prefix of their addresses. */
  url: string;
  /** The vendor's prefix, where the connection has an address of its own. */
  vendorUrl?: string;
  /** Hosts that credentials may reach. */
  hosts: HttpSettings['hosts'];
}

/** Finds the address of a connection: its own where its configuration has one, otherwise the vendor's. */
export function findBaseUrl(http: HttpSettings, scope: { config: JsonObject; auth: JsonObject }): BaseUrl {
  const vendorUrl = renderBaseUrl(http, scope);
  const other = http.hosts === 'from_config' ? undefined : scope.config[otherBaseName];
  if (typeof other !== 'string') return { url: vendorUrl, hosts: http.hosts };
  return { url: other, vendorUrl, hosts: 'from_config' };
}

/**
 * The address that stands in for one of the vendor's: below the connection's own base URL where it was below the
 * vendor's, with the same path on the connection's own host where it was on the vendor's host. Any other address stays.
 */
export function toOwnAddress(address: string, { url, vendorUrl }: Pick<BaseUrl, 'url' | 'vendorUrl'>): string {
  if (vendorUrl === undefined) return address;
  const [from, to, given] = [URL.parse(vendorUrl), URL.parse(url), URL.parse(address)];
  if (from === null || to === null || given?.origin !== from.origin) return address;
  const path = from.pathname.replace(/\/+$/, '');
  const isBelow = given.pathname === path || given.pathname.startsWith(`${path}/`);
  const base = isBelow
    ? `${url.replace(/\/+$/, '')}${given.pathname.slice(path.length)}`
    : `${to.origin}${given.pathname}`;
  return `${base}${given.search}`;
}

/** An address that was put together: a base address with a slash at its end does not double the one that follows it. Its query stays. */
export function withSingleSlashes(address: string): string {
  return address.replaceAll(/(?<=^[^?]*[^:/?])\/{2,}/g, '/');
}

/** Renders the address that all requests of a connection begin with at the vendor's. */
export function renderBaseUrl({ baseUrl }: HttpSettings, scope: { config: JsonObject; auth: JsonObject }): string {
  if (typeof baseUrl === 'function') return baseUrl(scope);
  return renderPlain(parseTemplate(baseUrl), (name) => {
    const [place, ...rest] = name.split('.');
    const values = place === 'auth' ? scope.auth : scope.config;
    const member = rest.join('.');
    return Object.hasOwn(values, member) ? values[member] : undefined;
  });
}

/**
 * Creates the check that every address must pass before a request is sent, including next pages and redirects.
 *
 * Hosts of a connector are exact, or suffixes that begin with a dot; they are reached by https. The origin of the base
 * URL belongs to the connection in any case.
 */
export function createHostCheck({ hosts }: Pick<HttpSettings, 'hosts'>, baseUrl: string): (url: URL) => boolean {
  const base = URL.parse(baseUrl);
  return (url) => {
    if (url.username !== '' || url.password !== '') return false;
    if (hosts === 'from_config') return base !== null && url.origin === base.origin;
    const host = url.hostname;
    const isDeclared = hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));
    return isDeclared && url.protocol === 'https:';
  };
}
