import { z } from 'zod';

/** True for an address that requests can be appended to. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

export const config = z.strictObject({
  base_url: z
    .string()
    .max(2048)
    .refine(isBaseUrl, 'This is not an http(s) address without credentials, query and fragment.')
    .meta({ title: 'Base address', example: 'https://api.example.com/v1', destination: true }),
  test_path: z
    .string()
    .max(2048)
    .regex(/^[^{}]*$/)
    .default('')
    .meta({ title: 'Path of a cheap request that tests the connection', example: '/me' }),
});
