import { z } from 'zod';

/** True for an address that requests can be appended to. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

const baseUrl = z
  .string()
  .max(2048)
  .refine(isBaseUrl, 'This is not an http(s) address without credentials, query and fragment.');

/** A field of a configuration for the address that a system is at: credentials are sent there. */
export function baseUrlField(title: string, example: string): z.ZodString {
  return baseUrl.meta({ title, example, destination: true });
}

/** The parameter by which a connection has an address of its own in place of the vendor's. */
export const otherBaseName = 'base_url';

/** @param vendorUrl What stands at the vendor's, as the connector writes it. */
export function otherBaseField(vendorUrl: string | undefined): z.ZodOptional<z.ZodString> {
  const place = vendorUrl === undefined ? "the vendor's address" : `\`${vendorUrl}\``;
  return baseUrl.optional().meta({
    title: 'Base URL of another edition, a sandbox, a private endpoint or a proxy',
    help: `Stands in for ${place}. Requests, and tokens of the same host, go there and nowhere else.`,
    destination: true,
  });
}
