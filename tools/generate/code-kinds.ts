import type { KindFacts, Part } from '../../as-code/kind-facts.ts';
import type { CommandFacts } from '../../cli/command-facts.ts';
import { commands } from '../../cli/commands.data.ts';
import { toKind } from '../../cli/names.ts';
import type { Output } from './output.ts';

const head = `// Written by tools/generate.ts from the OpenAPI document.
import type { KindFacts } from './kind-facts.ts';`;

/** What others refer to comes first. Kinds that are not named come last. */
const order = ['account', 'lookup-table', 'calendar', 'connection', 'integration'];

/**
 * The kinds of resources that files can hold, in the order in which they are made, out of the commands of `hub`.
 *
 * API keys are left out: nothing can replace the members of one, and a folder must not decide which keys live.
 */
export function renderCodeKinds(): Output {
  const kinds = [...new Set(commands.map(({ words: [group] }) => group))]
    .flatMap((group) => toKindOf(group) ?? [])
    .toSorted((a, b) => rank(a) - rank(b));
  const rows = kinds.map((kind) => JSON.stringify(kind)).join(',\n');
  return {
    path: 'as-code/kinds.data.ts',
    text: `${head}\n\nexport const kindFacts: readonly KindFacts[] = [\n${rows}\n];\n`,
  };
}

function rank({ name }: KindFacts): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

function toKindOf(group: string): KindFacts | undefined {
  const own = new Map(commands.flatMap((facts) => (facts.words[0] === group ? [[facts.words[1] ?? '', facts]] : [])));
  const [list, get, create, replace, remove] = ['list', 'get', 'create', 'replace', 'delete'].map((word) =>
    own.get(word),
  );
  if (!list || !get || !create?.body || !replace?.body || !remove) return undefined;
  const creatable = [...new Set(namesOf(create))];
  if (!creatable.includes('name')) return undefined;
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
    defaults: { ...(creatable.includes('status') ? {} : { status: 'active' }), ...create.body.defaults },
    parts: toParts(own, creatable),
    ...(on === undefined || off === undefined ? {} : { switch: { on: on.operation, off: off.operation } }),
  };
}

function toParts(own: ReadonlyMap<string, CommandFacts>, creatable: readonly string[]): KindFacts['parts'] {
  return Object.fromEntries(
    creatable.flatMap((member): [string, Part][] => {
      const replace = own.get(`replace-${member}`);
      const read = own.get(member);
      if (replace === undefined) return [];
      const takes = namesOf(replace).filter((name) => name !== member && creatable.includes(name));
      const part: Part = {
        replace: replace.operation,
        ...(read === undefined ? {} : { read: read.operation }),
        ...(takes.length === 0 ? {} : { takes }),
      };
      return [[member, part]];
    }),
  );
}

function namesOf({ body }: CommandFacts): string[] {
  return body?.members.map(({ name }) => name) ?? [];
}
