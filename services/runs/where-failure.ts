import { z } from 'zod';
import type { Transaction } from '../../drizzle/client.ts';

/** What failed records have in common: by these they are grouped, found and processed again. */
export const failureQuery = {
  code: z.string().min(1).max(64).optional().meta({ description: 'Those that failed so.' }),
  target_field: z.string().max(255).optional().meta({
    description: 'Those of which this field of the target got no usable value. Empty: those that name no field.',
  }),
  step: z.string().max(64).optional().meta({
    description: 'Those that failed at this step of a flow. Empty: those that name no step.',
  }),
  q: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'A part of the key of the record or of the message, in any case.', pattern: '\\S' }),
};

export interface Failure {
  code?: string | undefined;
  target_field?: string | undefined;
  step?: string | undefined;
  q?: string | undefined;
}

/** The conditions of `failureQuery`, each behind an `and`. @param table What the statement calls the failed records. */
export function whereFailure(
  { sql }: Pick<Transaction, 'sql'>,
  table: string,
  { code, target_field: field, step, q }: Failure,
) {
  const column = (name: string) => sql(`${table}.${name}`);
  const equals = (name: string, wanted: string | undefined) => {
    if (wanted === undefined) return sql``;
    return wanted === '' ? sql`and ${column(name)} is null` : sql`and ${column(name)} = ${wanted}`;
  };
  const text = sql`lower(concat_ws(' ', ${column('source_key')}, ${column('message')}))`;
  return sql`
    ${equals('code', code)} ${equals('field', field)} ${equals('step', step)}
    ${q === undefined ? sql`` : sql`and position(lower(${q}) in ${text}) > 0`}`;
}
