import type { Json } from '../core/json.ts';

/** A command that is one call of the API, as `commands.data.ts` lists them. */
export interface CommandFacts {
  /** `operationId` of the call. */
  readonly operation: string;
  /** What is typed: `['connections', 'test']`. */
  readonly words: readonly [string, ...string[]];
  readonly summary: string;
  /** The parts of the path that have to be given, in their order. */
  readonly params: readonly string[];
  readonly query?: readonly OptionFacts[];
  readonly body?: BodyFacts;
  /** The answer is a list, read page by page. */
  readonly listed?: true;
  /** The call can be bound to the version of what it changes. */
  readonly versioned?: true;
  /** Members of a record that make a row of a table for people. */
  readonly columns?: readonly string[];
}

/** Something that is said as `--name VALUE`. */
export interface OptionFacts {
  /** As the API calls it. */
  readonly name: string;
  /** How the text of the value is read; `json` also where a list or an object is wanted. */
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json';
  readonly values?: readonly string[];
  readonly text?: string;
  readonly required?: true;
}

/** What a call takes besides its parameters. */
export interface BodyFacts {
  readonly required?: true;
  /** What the hub takes for members that are left out, by their paths; `*` stands for every item of a list. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** Its members, each of which can also be said as an option. */
  readonly members: readonly OptionFacts[];
}
