import type { JsonObject } from '../../../core/json.ts';
import type { HttpSettings } from '../define.ts';
import { parseTemplate, renderPlain } from '../template.ts';

/** Renders the address that all requests of a connection begin with. */
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
 * Makes the check that every address passes before anything is sent there: next pages and redirects too.
 *
 * Hosts of a connector are exact, or suffixes that begin with a dot; they are reached by https. The origin of the base
 * URL belongs to the connection in any case.
 */
export function createHostCheck({ hosts }: HttpSettings, baseUrl: string): (url: URL) => boolean {
  const base = URL.parse(baseUrl);
  return (url) => {
    if (url.username !== '' || url.password !== '') return false;
    if (hosts === 'from_config') return base !== null && url.origin === base.origin;
    const host = url.hostname;
    const isDeclared = hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));
    return isDeclared && url.protocol === 'https:';
  };
}
