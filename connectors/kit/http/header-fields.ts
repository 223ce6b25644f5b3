import { z } from 'zod';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
export const headerName = z
  .string()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
    'Must be the name of a header, of at most 100 characters: X-Request-Source.',
  );

/** Headers that belong to the connection or to the protocol. */
const reserved = /^(?:authorization|cookie|host|content-length|transfer-encoding|connection|accept-encoding)$/i;

/** Headers that an integration may add. Credentials belong in the connection, where they are kept secret. */
export const headers = z
  .record(
    headerName.refine((name) => !reserved.test(name), 'This header is set by the connection itself.'),
    z.string().max(2048),
  )
  .default({})
  .meta({ title: 'Further headers (no credentials)' });
