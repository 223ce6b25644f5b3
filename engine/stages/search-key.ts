import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import { listNearest } from '../../core/names/suggest.ts';
import { parsePath } from '../../core/paths.ts';
import { findField } from '../../transforms/schema/find-field.ts';
import { readFieldType } from '../../transforms/schema/read-field-type.ts';

/** What is known of the fields of an object that is searched. */
export interface SearchedFields {
  schema?: JsonObject | undefined;
  /** The only fields that its records can be found by; absent where any will do, or it is not known. */
  findsBy?: readonly string[] | undefined;
}

/**
 * Says what is wrong with the field that records are to be found by, as far as that is known without asking the system.
 *
 * @returns `undefined` where nothing is; else a field error whose path is to be given.
 */
export function judgeSearchKey(key: string, { schema, findsBy }: SearchedFields): Omit<FieldError, 'path'> | undefined {
  const parsed = parsePath(key);
  if (!parsed.ok) return { code: 'invalid_path', message: parsed.message };
  if (findsBy?.includes(key) === true) return undefined;
  const type = readFieldType(schema);
  const found = findField(type, parsed.path);
  if (!found.ok) {
    const { code, message } = found;
    const isTop = code === 'unknown_field' && parsed.path.segments.length === 1;
    const allowed =
      findsBy ?? (isTop ? listNearest(String(parsed.path.segments[0]), type.members?.keys() ?? []) : found.allowed);
    return { code, message, ...(allowed === undefined ? {} : { allowed }) };
  }
  if (findsBy === undefined) return undefined;
  return { code: 'unsupported', message: messages.recordsFoundBy({ fields: findsBy }), allowed: findsBy };
}
