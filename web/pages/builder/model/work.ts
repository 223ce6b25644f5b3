import { isSame, type JsonObject } from '../../../model/json.ts';
import { mergeDefinitions } from './merge-definitions.ts';

/** What is edited, what it began from, and what it was before each change. */
export interface Work {
  definition: JsonObject;
  base: JsonObject;
  /** Version of the base. */
  etag: string;
  /** Versions that are known to be older: the page may be given them for a moment longer. */
  outdated: readonly string[];
  past: readonly JsonObject[];
  future: readonly JsonObject[];
}

/** A definition of the hub, and its version. */
export interface Version {
  definition: JsonObject;
  etag: string;
}

const stepsBackMax = 100;

export function beginWork(definition: JsonObject, base: JsonObject, etag: string): Work {
  return { definition, base, etag, outdated: [], past: [], future: [] };
}

export function goOn(now: Work, definition: JsonObject): Work {
  return { ...now, definition, past: [...now.past, now.definition].slice(-stepsBackMax), future: [] };
}

export function stepBack(now: Work): Work {
  const last = now.past.at(-1);
  if (last === undefined) return now;
  return { ...now, definition: last, past: now.past.slice(0, -1), future: [now.definition, ...now.future] };
}

export function stepForward(now: Work): Work {
  const [next, ...rest] = now.future;
  if (next === undefined) return now;
  return { ...now, definition: next, past: [...now.past, now.definition], future: rest };
}

/**
 * Goes on from what the hub made of what was sent. What was changed since then stays, and is not saved.
 *
 * @param known Version that the page knew last.
 */
export function takeSaved(now: Work, sent: JsonObject, saved: Version, known: string): Work {
  return rebase(now, saved, mergeDefinitions(sent, now.definition, saved.definition).merged, known);
}

/** Goes on from another version, with what was made of it and of what was here. */
export function rebase(now: Work, version: Version, definition: JsonObject, known: string): Work {
  const { definition: base, etag } = version;
  const outdated = [...now.outdated, now.etag, known].filter((one) => one !== etag);
  return { ...now, definition, base, etag, outdated };
}

/** Goes on from what somebody else saved, while nothing is changed here. Steps back then keep it. */
export function follow(now: Work, newest: Version): Work {
  const { definition, etag } = newest;
  if (etag === '' || etag === now.etag || now.outdated.includes(etag)) return now;
  if (!isSame(now.definition, now.base)) return now;
  const carry = (step: JsonObject): JsonObject => mergeDefinitions(now.base, step, definition).merged;
  return { ...now, definition, base: definition, etag, past: now.past.map(carry), future: now.future.map(carry) };
}
