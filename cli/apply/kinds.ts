import type { Json } from '../../core/json.ts';
import type { CommandFacts } from '../command-facts.ts';
import { commands } from '../commands.data.ts';
import { toKind } from '../names.ts';

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
  /** Members that have an address of their own; `read` is absent where they are never given out. */
  parts: ReadonlyMap<string, { read?: string; replace: string }>;
  /** How its `active` is changed, where it has that. */
  switch: { on: string; off: string } | undefined;
}

/** What others refer to comes first. Kinds that are not named come last. */
const order = ['account', 'lookup-table', 'calendar', 'connection', 'integration'];

/**
 * Every kind, in the order in which they are made.
 *
 * API keys are none: nothing can replace the members of one, and a folder must not decide which keys live.
 */
export const kinds: readonly Kind[] = [...new Set(commands.map(({ words: [group] }) => group))]
  .flatMap((group) => toKindOf(group) ?? [])
  .toSorted((a, b) => rank(a) - rank(b));

export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

/** True for a member that can be written and is never given out. */
export function isSecretMember({ parts }: Kind, member: string): boolean {
  const part = parts.get(member);
  return part !== undefined && part.read === undefined;
}

function rank({ name }: Kind): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

function toKindOf(group: string): Kind | undefined {
  const own = new Map(commands.flatMap((facts) => (facts.words[0] === group ? [[facts.words[1] ?? '', facts]] : [])));
  const [list, get, create, replace, remove] = ['list', 'get', 'create', 'replace', 'delete'].map((word) =>
    own.get(word),
  );
  if (!list || !get || !create?.body || !replace?.body || !remove) return undefined;
  const creatable = new Set(namesOf(create));
  if (!creatable.has('name')) return undefined;
  const on = own.get('activate');
  const off = own.get('deactivate');
  return {
    name: toKind(group),
    group,
    list: list.operation,
    get: get.operation,
    create: create.operation,
    replace: replace.operation,
    remove: remove.operation,
    members: [...new Set([...creatable, ...namesOf(replace)])].filter((name) => name !== 'name'),
    creatable,
    // A state that can only be changed is the one that something is made with.
    defaults: { ...(creatable.has('status') ? {} : { status: 'active' }), ...create.body.defaults },
    parts: toParts(own, creatable),
    switch: on === undefined || off === undefined ? undefined : { on: on.operation, off: off.operation },
  };
}

function toParts(own: ReadonlyMap<string, CommandFacts>, creatable: ReadonlySet<string>): Kind['parts'] {
  const parts = [...creatable].flatMap((member): [string, { read?: string; replace: string }][] => {
    const replace = own.get(`replace-${member}`);
    const read = own.get(member);
    if (replace === undefined) return [];
    return [[member, { replace: replace.operation, ...(read === undefined ? {} : { read: read.operation }) }]];
  });
  return new Map(parts);
}

function namesOf({ body }: CommandFacts): string[] {
  return body?.members.map(({ name }) => name) ?? [];
}
