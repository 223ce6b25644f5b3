import type { EntryFormat } from './operations.ts';

/** Attributes of standard schemas whose values are lists by their nature. @see https://www.rfc-editor.org/rfc/rfc4519 */
const lists = ['objectClass', 'member', 'uniqueMember', 'memberUid', 'memberOf', 'roleOccupant', 'seeAlso', 'owner'];

/** Attributes of standard schemas that hold names of entries. */
const references = ['member', 'uniqueMember', 'memberOf', 'roleOccupant', 'seeAlso', 'owner', 'manager', 'secretary'];

/** Entries of any directory: attributes are texts, as they come. */
export const plainFormat: EntryFormat = { lists, references, codecs: {} };
