import { z } from 'zod';
import { canonicalJson } from '../../../core/json.ts';
import type { HttpSettings } from '../connector.ts';
import { addressName, listAddressTexts, listConfigHoles } from '../check-destinations.ts';
import { readHost } from './addresses.ts';
import type { Definition } from './definition.ts';
import { toAuthMethod } from './ways-to-sign-in.ts';

/** Where a definition sends credentials, and whether another one would send them somewhere else. */

/** Hosts that credentials may reach: those that it names, or that of a base address without holes. */
export function listHosts({ baseUrl, hosts }: Definition['http']): HttpSettings['hosts'] {
  if (hosts !== undefined) return hosts;
  const addresses = typeof baseUrl === 'string' ? [baseUrl] : Object.values(baseUrl.addresses);
  const known = addresses.map(readHost);
  return known.every((host) => host !== undefined) ? [...new Set(known)] : 'from_config';
}

/** Names of the parameters that decide where credentials are sent: nobody has to mark them. */
export function listParameters(definition: Definition): string[] {
  const { http, config } = definition;
  const used = listAddresses(definition).flatMap(listConfigHoles);
  const named = Object.keys(config.properties).filter((name) => addressName.test(name));
  return [...new Set([...used, ...named, ...(typeof http.baseUrl === 'string' ? [] : [http.baseUrl.by])])];
}

function listAddresses({ http, test, auth, objects, webhook }: Definition): string[] {
  const { baseUrl } = http;
  const own = typeof baseUrl === 'string' ? [baseUrl] : Object.values(baseUrl.addresses);
  return [
    ...own,
    ...listAddressTexts([
      test,
      auth,
      webhook?.subscription?.topics,
      Object.values(objects).map(({ operations }) => operations),
    ]),
  ];
}

/**
 * Whether stored credentials would go somewhere else: who may change a connector need not know the secrets of its
 * connections, and must not learn them by having them sent to a system of his own.
 */
export function movesCredentials(before: Definition, after: Definition): boolean {
  const [was, becomes] = [listHosts(before.http), listHosts(after.http)];
  const known = new Set([...listAddresses(before), ...(was === 'from_config' ? [] : was)]);
  const used = [...listAddresses(after), ...(becomes === 'from_config' ? [] : becomes)];
  if (used.some((one) => !known.has(one))) return true;
  if (listSecrets(before).some((field) => !listSecrets(after).includes(field))) return true;
  const table = ({ http: { baseUrl } }: Definition) => (typeof baseUrl === 'string' ? {} : { ...baseUrl });
  if (canonicalJson(table(before)) !== canonicalJson(table(after))) return true;
  const field = ({ config }: Definition, name: string) => ({ ...config.properties[name] });
  return listParameters(after).some(
    (name) => JSON.stringify(field(before, name)) !== JSON.stringify(field(after, name)),
  );
}

/** Secret fields of the forms. One that is no secret any more would be shown, and put into addresses. */
function listSecrets({ auth }: Definition): string[] {
  return auth.flatMap((given) => {
    const { id, credentials } = toAuthMethod(given);
    return Object.entries(credentials.shape).flatMap(([name, field]) =>
      field instanceof z.ZodType && field.meta()?.['secret'] === true ? [`${id}.${name}`] : [],
    );
  });
}
