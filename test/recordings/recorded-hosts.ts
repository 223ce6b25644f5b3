import { isJsonObject, type Json } from '../../core/json.ts';
import type { Interaction } from './interaction.ts';

/** How deep an answer says where its next page is. */
const depthMax = 3;

/** The hosts that a recording names as its vendor's: the one that was asked, and those of its links to other pages. */
export function listRecordedHosts({ host, headers, response_body: body }: Interaction): string[] {
  const links = [...(headers['link'] ?? '').matchAll(/<([^>]+)>/g)].map(([, link]) => link ?? '');
  const hosts = [...links, ...listUrls(body, 0)].map((url) => URL.parse(url)?.hostname ?? '');
  return [host ?? '', ...hosts].filter((name) => name !== '');
}

function listUrls(value: Json, depth: number): string[] {
  if (typeof value === 'string') return value.startsWith('https://') ? [value] : [];
  if (!isJsonObject(value) || depth >= depthMax) return [];
  return Object.values(value).flatMap((member) => listUrls(member, depth + 1));
}
