import { HubApiError, HubUnreachableError } from '../../client/hub-api-error.ts';
import type { CliContext } from '../context.ts';
import { say } from '../output/print.ts';

const askAgainMs = 2000;
/** For so long a hub may be away, as during an upgrade, before whoever follows something gives up. */
const awayMaxMs = 900_000;

/**
 * Asks for as long as it takes, for those who follow something: a connection that was lost is told of, and what was asked
 * is asked again. A hub that never answered is no lost connection.
 *
 * @param what May run several times; shows nothing before it has everything.
 */
export function askPatiently(context: CliContext): <Answer>(what: () => Promise<Answer>) => Promise<Answer> {
  const { clock, signal } = context;
  let hasAnswered = false;
  return async (what) => {
    let awaySince: number | undefined;
    for (;;) {
      try {
        const answer = await what();
        if (awaySince !== undefined) say(context, 'The hub answers again.');
        hasAnswered = true;
        return answer;
      } catch (error) {
        if (!hasAnswered || !isPassing(error)) throw error;
        if (awaySince === undefined) say(context, 'The hub does not answer; this goes on when it does.');
        awaySince ??= clock.monotonic();
        if (clock.monotonic() - awaySince > awayMaxMs) throw error;
        await clock.sleep(askAgainMs, signal);
      }
    }
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof HubUnreachableError || (error instanceof HubApiError && error.retryable);
}
