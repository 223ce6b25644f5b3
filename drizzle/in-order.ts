import { codeOf } from './failures.ts';

/** SQLSTATE `in_failed_sql_transaction`: a statement before has failed. */
const aborted = '25P02';

/**
 * What all statements of a pipelined transaction answered, where some are sent by others and are known later.
 *
 * @throws what the first of them failed with; those behind it only say that the transaction is aborted.
 */
export async function inOrder<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  try {
    return await Promise.all(statements);
  } catch (error) {
    if (codeOf(error) !== aborted) throw error;
    const answers = await Promise.allSettled(statements);
    const failed = answers.find((answer) => answer.status === 'rejected' && codeOf(answer.reason) !== aborted);
    throw failed?.status === 'rejected' ? failed.reason : error;
  }
}
