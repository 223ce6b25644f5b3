import type { HubContext } from '../hub-context.ts';

const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?(?=$|[,;\s])/i;

/**
 * How long the caller would wait for the outcome, in seconds.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.3
 */
export function readWaitSeconds(c: HubContext): number | undefined {
  const seconds = wait.exec(c.req.header('prefer') ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
