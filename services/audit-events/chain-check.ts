import type { AuditEventRecord } from './audit-event.ts';
import { type ChainPlace, chainStart, nextPlace } from './chain.ts';
import { messages } from '../../core/messages.ts';

/**
 * What can be wrong with an audit log.
 *
 * `event_changed`: an event is not what was sealed. `event_missing`: sealed events are gone. `event_unexpected`: there
 * are more than were sealed, or one twice. `event_forged`: no process of the hub wrote it. `head_missing`, `head_forged`:
 * there is no end of the chain, or its signature is not the hub's. `head_differs`: the chain ends in another hash than
 * was signed. `key_unknown`: the signature cannot be checked. `place_differs`: an event that was verified before, or named
 * by a checkpoint that was kept, is not there as it was.
 */
export const chainProblemCodes = [
  'event_changed',
  'event_missing',
  'event_unexpected',
  'event_forged',
  'head_missing',
  'head_forged',
  'head_differs',
  'key_unknown',
  'place_differs',
] as const;

export interface ChainProblem {
  code: (typeof chainProblemCodes)[number];
  message: string;
  /** The first number that it is about. */
  sequence?: number;
  /** How many events, where it is about several. */
  count?: number;
  /** Id of the event. */
  id?: string;
}

/** Problems that are reported at most. */
const problemsMax = 100;

/** Follows a chain event by event and notes what is wrong with it. Holds no event. */
export interface ChainCheck {
  /** The last event that was followed; where the next must come. */
  readonly place: ChainPlace;
  /** Events followed so far. */
  readonly checked: number;
  readonly problems: readonly ChainProblem[];
  /** Checks the next event. Each fault is reported once: checking resumes after it. */
  follow(event: AuditEventRecord): void;
  /** Holds the place against the end that was signed. */
  end(head: ChainPlace): void;
  note(problem: ChainProblem): void;
}

/**
 * @param organizationId As the API shows it.
 * @param start The place to follow the chain from; it is trusted. Default: its beginning.
 */
export function createChainCheck(organizationId: string, start: ChainPlace = chainStart(organizationId)): ChainCheck {
  let place = start;
  let checked = 0;
  const problems: ChainProblem[] = [];
  const note = (problem: ChainProblem): void => {
    if (problems.length < problemsMax) problems.push(problem);
  };
  const noteGap = (upTo: number): void => {
    const [sequence, count] = [place.sequence + 1, upTo - place.sequence - 1];
    note({ code: 'event_missing', sequence, count, message: messages.auditEventsMissing });
  };
  return {
    get place() {
      return place;
    },
    get checked() {
      return checked;
    },
    problems,
    note,
    follow: ({ seal, ...event }) => {
      checked += 1;
      const { id } = event;
      if (seal === undefined || seal.sequence <= place.sequence) {
        note({ code: 'event_unexpected', id, message: messages.auditEventUnchained });
        return;
      }
      const { sequence, hash } = seal;
      // Behind a gap the hash before is not known: the event is held against what comes after it.
      if (sequence > place.sequence + 1) noteGap(sequence);
      else if (nextPlace(place, event).hash !== hash)
        note({ code: 'event_changed', sequence, id, message: messages.auditEventChanged });
      place = { sequence, hash };
    },
    end: ({ sequence, hash }) => {
      if (place.sequence < sequence) noteGap(sequence + 1);
      else if (place.sequence > sequence)
        note({ code: 'event_unexpected', sequence: sequence + 1, message: messages.auditEventsAfterEnd });
      else if (place.hash !== hash) note({ code: 'head_differs', sequence, message: messages.auditHeadDiffers });
    },
  };
}
