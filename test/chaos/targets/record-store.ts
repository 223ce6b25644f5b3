import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Body, Effect } from './journal.ts';

/** The records of one flow's target, and how it treats what is sent to it. */
export class RecordStore {
  readonly #records = new Map<string, Body>();
  readonly #answered = new Map<string, string>();
  readonly #flow: string;
  #made = 0;

  constructor(flow: string) {
    this.#flow = flow;
  }

  /** Writes to the address that the sender chose. */
  put(id: string, body: Body): Effect {
    const before = this.#records.get(id);
    this.#records.set(id, body);
    return this.#note(
      id,
      before === undefined ? 'created' : isDeepStrictEqual(before, body) ? 'same' : 'changed',
      body,
    );
  }

  /** Notes which record of the source it came from, where it says so. */
  remove(id: string): Effect {
    const before = this.#records.get(id);
    const ref = before === undefined ? id : z.string().catch(id).parse(before['ref']);
    return this.#note(ref, this.#records.delete(id) ? 'deleted' : 'absent');
  }

  /**
   * Makes a record under an id of its own. Nothing keeps it from making two of the same.
   *
   * @param key Under a key that was used before, nothing happens, and the answer of then is given.
   */
  create(body: Body, key: string | undefined): { id: string; effect: Effect } {
    const known = key === undefined ? undefined : this.#answered.get(key);
    if (known !== undefined) return { id: known, effect: this.#note(refOf(body), 'replayed', body) };
    this.#made += 1;
    const id = `${this.#flow}-${this.#made}`;
    this.#records.set(id, body);
    if (key !== undefined) this.#answered.set(key, id);
    return { id, effect: this.#note(refOf(body), 'created', body) };
  }

  /** Changes a record that it made. @returns nothing where there is none of this id. */
  change(id: string, body: Body, key: string | undefined): Effect | undefined {
    const before = this.#records.get(id);
    if (before === undefined) return undefined;
    if (key !== undefined && this.#answered.has(key)) return this.#note(refOf(before), 'replayed', before);
    const after = { ...before, ...body };
    this.#records.set(id, after);
    if (key !== undefined) this.#answered.set(key, id);
    return this.#note(refOf(after), isDeepStrictEqual(before, after) ? 'same' : 'changed', after);
  }

  find(ref: string): ({ id: string } & Body)[] {
    return [...this.#records].filter(([, body]) => body['ref'] === ref).map(([id, body]) => ({ ...body, id }));
  }

  #note(ref: string, outcome: Effect['outcome'], body?: Body): Effect {
    return { at: Date.now(), flow: this.#flow, ref, outcome, ...(body === undefined ? {} : { body }) };
  }
}

/** Which record of the source this one came from. */
export function refOf(body: Body): string {
  return z.string().parse(body['ref']);
}
