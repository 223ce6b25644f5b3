import { delimiter, join } from 'node:path';

const beside = join(import.meta.dirname, '..', '..', '..', 'shared');

/**
 * Where the collections of descriptions are, unless a command is told otherwise: the folders of `VENDOR_APIS`, written as
 * those of `PATH` are, or `vendor-apis` and `vendor-more` beside the project.
 */
export const collectionFolders: readonly string[] = process.env['VENDOR_APIS']?.split(delimiter) ?? [
  join(beside, 'vendor-apis'),
  join(beside, 'vendor-more'),
];
