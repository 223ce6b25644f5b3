import type { JsonObject } from '../../core/json.ts';
import type { ApiDescription } from '../../drafts/description.ts';
import { toObject, toObjects, toText } from '../../drafts/json-reading.ts';
import type { DraftPlace } from './render-draft.ts';

/** Where a description says that its API is, and how calls sign in. Holes of its address are to be made of the configuration. */
export function readPlace(
  id: string,
  document: JsonObject,
  { security }: ApiDescription,
  prefix: string,
): Omit<DraftPlace, 'config'> {
  const name = id
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
  const [server] = toObjects(document['servers']);
  const url = toText(server?.['url']);
  const host = /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? (toText(document['host']) || 'DRAFT');
  return {
    id,
    name,
    baseUrl: `https://${host}${prefix}`,
    hosts: [host.includes('{') ? 'from_config' : host],
    docsUrl: toText(toObject(document['externalDocs'])['url']) || 'https://DRAFT',
    auth: chooseAuth(security, readTokenUrl(document)),
  };
}

/** Where clients change their id and secret into a token, if the description has that flow. */
function readTokenUrl(document: JsonObject): string | undefined {
  const stated = toObject(toObject(document['components'])['securitySchemes'] ?? document['securityDefinitions']);
  for (const scheme of Object.values(stated).map(toObject)) {
    const flow = scheme['flow'] === 'application' ? scheme : toObject(toObject(scheme['flows'])['clientCredentials']);
    if (flow['tokenUrl'] !== undefined) return toText(flow['tokenUrl']);
  }
  return undefined;
}

function chooseAuth(security: ApiDescription['security'], tokenUrl: string | undefined): DraftPlace['auth'] {
  if (tokenUrl !== undefined) return { kind: 'client', tokenUrl };
  const schemes = Object.values(security);
  const key = schemes.find(({ type }) => type === 'apiKey');
  if (schemes.some(({ type, scheme = '' }) => type === 'oauth2' || scheme.toLowerCase() === 'bearer'))
    return { kind: 'bearer' };
  if (key !== undefined) return { kind: 'key', in: key.in === 'query' ? 'query' : 'header', name: key.name ?? 'DRAFT' };
  return schemes.some(({ scheme = '' }) => scheme.toLowerCase() === 'basic') ? { kind: 'basic' } : { kind: 'bearer' };
}
