import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/** A message of the hub itself, to one person. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

/**
 * Work that may end in a mail, which no request waits for: whether it does, and how long it takes, is not seen from outside.
 */
export interface MailRoom {
  /** Starts work, or lets it wait for its turn. @throws {HubError} `service_unavailable` while too much waits. */
  start(work: (send: SendMail) => Promise<void>): void;
  /** Waits until what has begun is done. What waits for its turn is dropped: who asked may ask again. */
  close(): Promise<void>;
}

/** @returns what went wrong; `undefined` where the mail server took the message. */
export type SendMail = (mail: Mail) => Promise<string | undefined>;

/** A mail server that does not answer holds a message for a quarter of a minute. */
const atOnceMax = 4;
const waitingMax = 200;
const retryAfterSeconds = 10;

export function createMailRoom({ send, onFailure }: { send: SendMail; onFailure: (error: unknown) => void }): MailRoom {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();

  const sendOrFail: SendMail = async (mail) => {
    const problem = await send(mail);
    if (problem !== undefined) onFailure(new Error(problem));
    return problem;
  };

  const goOn = (): void => {
    const work = running.size < atOnceMax ? waiting.shift() : undefined;
    if (work === undefined) return;
    const run = work()
      .catch(onFailure)
      .finally(() => {
        running.delete(run);
        goOn();
      });
    running.add(run);
  };

  return {
    start: (work) => {
      if (waiting.length >= waitingMax) {
        throw new HubError('service_unavailable', messages.mailsTooMany, { retryAfterSeconds });
      }
      waiting.push(() => work(sendOrFail));
      goOn();
    },
    close: async () => {
      waiting.length = 0;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
