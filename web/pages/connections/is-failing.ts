import type { Connection } from '../../../client/operations.data.ts';

/** Whether its system does not take its credentials any more. */
export function isFailing({ status }: Connection): boolean {
  return status === 'error' || status === 'expired';
}
