import { z } from 'zod';

/** True for an address that requests can be appended to. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** A field of a configuration for the address that a system is at: credentials are sent there. */
export function baseUrlField(title: string, example: string): z.ZodString {
  return z
    .string()
    .max(2048)
    .refine(isBaseUrl, 'This is not an http(s) address without credentials, query and fragment.')
    .meta({ title, example, destination: true });
}
