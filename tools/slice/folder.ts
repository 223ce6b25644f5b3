import { join } from 'node:path';

/** Where the collection of descriptions is, unless a command is told otherwise: `VENDOR_APIS`, or a folder beside the project. */
export const vendorApisFolder: string =
  process.env['VENDOR_APIS'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'vendor-apis');
