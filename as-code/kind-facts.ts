import type { Json } from '../core/json.ts';

/** A kind of resource that files can hold: whatever can be made, listed, changed and deleted under a name. */
export interface Kind {
  /** As files call it: `connection`. */
  name: string;
  /** As the API calls them, which is also the folder that an export puts them in: `connections`. */
  group: string;
  list: string;
  get: string;
  create: string;
  replace: string;
  remove: string;
  /** What files hold besides kind and name, in the order of the API's document. */
  members: readonly string[];
  /** Of these, what can be said when one is made. */
  creatable: ReadonlySet<string>;
  /** What the hub takes for members that are left out, by their paths. */
  defaults: Readonly<Record<string, Json>>;
  /** Members that have an address of their own. */
  parts: ReadonlyMap<string, Part>;
  /** How its `active` is changed, where it has that. */
  switch: { on: string; off: string } | undefined;
}

export interface Part {
  /** Absent where the member is never given out. */
  read?: string;
  replace: string;
  /** Other members that may have to change in the same moment: where credentials are sent, with these. */
  takes?: readonly string[];
}

/** A kind as `kinds.data.ts` lists it. */
export interface KindFacts extends Omit<Kind, 'creatable' | 'parts' | 'switch'> {
  creatable: readonly string[];
  parts: Readonly<Record<string, Part>>;
  switch?: { on: string; off: string };
}
