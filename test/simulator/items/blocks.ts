import type { Rng } from '../rng.ts';

/** A part of a flow whose outcome is known beforehand. */
export type Block =
  | { kind: 'effect'; id: string }
  | { kind: 'loop'; id: string; body: Block[] }
  | { kind: 'branches'; id: string; join: 'all' | 'any'; bodies: Block[][] }
  /** Undoes what it created where its last effect is refused. */
  | { kind: 'scope'; id: string; body: Block[]; tidies: boolean }
  /** Where it releases, newer items of the record may pass meanwhile. */
  | { kind: 'time' | 'approval' | 'callback'; id: string; releases: boolean }
  /** Waits for a delivery of its own; without end, or for a time, which then fails it or lets it go on. */
  | { kind: 'event'; id: string; releases: boolean; ends: 'never' | 'fails' | 'goes on' }
  /** Of several items, one effect once. */
  | { kind: 'batch'; id: string; max: number };

/** A record of the source, in one of its versions. */
export interface Version {
  id: string;
  rev: number;
  list: string[];
  /** The last effect of scopes is refused. */
  refused: boolean;
}

export interface LifeFlow {
  blocks: Block[];
  sameKey: 'latest' | 'all';
  /** Newer items whose version is a multiple of it end those before them. */
  interruptsEvery: number | undefined;
}

/** The key of the delivery that an item waits for at a step. */
export const keyOfEvent = (who: string, id: string): string => `${who} ${id}`;

/** Of the first effect, which says what is to be called back, and of the last, which tells of all that was joined. */
export const [firstId, lastId] = ['first', 'last'];

/**
 * @param more Decides on batches, and `events` on waits for deliveries: flows without them stay as they are, whatever is decided
 * there.
 */
export function makeFlow(rng: Rng, more: Rng, events: Rng): LifeFlow {
  let count = 0;
  const name = (kind: string): string => `${kind}_${(count += 1)}`;
  const effect = (): Block => ({ kind: 'effect', id: name('effect') });
  const time = (releases = false): Block => ({ kind: 'time', id: name('time'), releases });
  const releases = (): boolean => rng.chance(0.4);
  const body = (): Block[] =>
    rng.chance(0.3) ? [time(), effect()] : rng.chance(0.3) ? [effect(), time()] : [effect()];
  const loop = (inner: () => Block[]): Block => ({ kind: 'loop', id: name('loop'), body: inner() });
  const kinds: (() => Block)[] = [
    effect,
    () => loop(body),
    () => ({
      kind: 'branches',
      id: name('branches'),
      join: rng.chance(0.7) ? 'all' : 'any',
      bodies: [body(), rng.chance(0.5) ? [loop(() => [effect()])] : body()],
    }),
    () => ({
      kind: 'scope',
      id: name('scope'),
      body: [effect(), ...(rng.chance(0.5) ? [loop(() => [effect()])] : []), effect()],
      tidies: rng.chance(0.4),
    }),
    () => time(releases()),
    () => ({ kind: 'approval', id: name('approval'), releases: releases() }),
    () => ({ kind: 'callback', id: name('callback'), releases: releases() }),
  ];
  // Now and then what items of one record are at odds over: they pass each other at one wait, and not at the next one.
  const passing = (): Block[] => [
    time(true),
    rng.pick([time(), { kind: 'approval', id: name('approval'), releases: false }]),
  ];
  const blocks = rng.chance(0.2) ? passing() : Array.from({ length: rng.int(1, 3) }, () => rng.pick(kinds)());
  const batches: Block[] = more.chance(0.3) ? [{ kind: 'batch', id: name('batch'), max: more.int(1, 3) }] : [];
  if (events.chance(0.35)) {
    const event = (): Block => ({
      kind: 'event',
      id: name('event'),
      releases: events.chance(0.3),
      ends: events.pick(['never', 'fails', 'goes on']),
    });
    for (let n = events.int(1, 2); n > 0; n -= 1) blocks.splice(events.int(0, blocks.length), 0, event());
  }
  return {
    blocks: [{ kind: 'effect', id: firstId }, ...blocks, ...batches, { kind: 'effect', id: lastId }],
    sameKey: rng.pick(['latest', 'all']),
    interruptsEvery: rng.chance(0.3) ? 2 : undefined,
  };
}

type Rule = { to: string; from?: string; formula?: string; value?: string | number };

const ofRecord: Rule = { to: 'rev', from: 'record.rev' };

/** The id of the step that a batch goes through, and what stands before the names of its items there. */
export const onceOf = (id: string): string => `${id}_once`;
export const together = '=';

/**
 * The definition of an integration that goes through the blocks.
 *
 * @param places.end Of what is read.
 * @param places.target Of what is written.
 * @param places.deliveries The integration that takes what is waited for.
 */
export function toDefinition(
  { blocks, sameKey, interruptsEvery }: LifeFlow,
  { end, target, deliveries }: { end: object; target: object; deliveries: string },
): object {
  const callbacks = blocks.filter(({ kind }) => kind === 'callback').map(({ id }) => id);
  const rules = blocks.flatMap((block): Rule[] => {
    if (block.kind === 'loop') return [{ to: `joined.${block.id}`, from: `steps.${block.id}` }];
    if (block.kind === 'batch')
      return [{ to: `mails.${block.id}`, from: `steps.${block.id}.steps.${onceOf(block.id)}.id` }];
    if (block.kind === 'event')
      return [{ to: `events.${block.id}`, formula: `steps.${block.id} == null ? 0 : steps.${block.id}.answer` }];
    if (block.kind === 'approval') return [{ to: `comments.${block.id}`, from: `steps.${block.id}.comment` }];
    return block.kind === 'callback' ? [{ to: `answers.${block.id}`, formula: `steps.${block.id}.body.answer` }] : [];
  });
  const more: Record<string, Rule[]> = {
    [firstId]: callbacks.map((id) => ({ to: `reply_to.${id}`, from: `callbacks.${id}` })),
    [lastId]: rules,
  };
  const action = (id: string, of: string, extra: Rule[] = [], rev: Rule = ofRecord): object => ({
    ...target,
    object: '/effects',
    operation: 'create',
    options: { path: '/effects', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'step', value: id }, { to: 'who', formula: of }, rev, ...(more[id] ?? []), ...extra],
  });
  const undoOf = (id: string): object => ({
    action: {
      ...target,
      object: '/effects',
      operation: 'delete',
      match_on: ['id'],
      target_id: `steps.${id}.id`,
      options: { path: '/effects', delete: { path: '/effects?id={id}' } },
    },
  });
  const itself = "item.key + '#' + string(item.seq)";
  const write = (block: Block, of: string, isUndone: boolean): object => {
    const { id } = block;
    const all = (body: Block[], inner = of): object[] => body.map((one) => write(one, inner, isUndone));
    switch (block.kind) {
      case 'effect':
        return { id, action: action(id, of), ...(isUndone ? { undo: undoOf(id) } : {}) };
      case 'loop':
        return {
          id,
          for_each: 'record.list',
          as: 'part',
          key: 'part',
          collect: 'part',
          steps: all(block.body, `${itself} + '/' + part`),
        };
      case 'branches':
        return {
          id,
          join: block.join,
          parallel: block.bodies.map((body, index) => ({ name: `branch${index}`, steps: all(body) })),
        };
      case 'scope': {
        const refused: Rule = { to: 'refused', from: 'record.refused' };
        const scope = [
          ...block.body.map((one) => write(one, of, true)),
          { id: `${id}_end`, action: action(`${id}_end`, of, [refused]) },
        ];
        const tidy = { id: `${id}_tidy`, action: action(`${id}_tidy`, of) };
        return { id, scope, on_error: 'undo', ...(block.tidies ? { finally: [tidy] } : {}) };
      }
      case 'time':
        return { id, wait: { for: '1h', release: block.releases } };
      case 'approval':
        return { id, wait: { for: 'approval', timeout: '1d', release: block.releases } };
      case 'callback':
        return { id, wait: { for: 'callback', release: block.releases } };
      case 'event': {
        const key = `'${keyOfEvent("' + item.key + '#' + string(item.seq) + '", id)}'`;
        const timeout =
          block.ends === 'never' ? {} : { timeout: '1d', on_timeout: block.ends === 'fails' ? 'fail' : 'continue' };
        const event = { integration_id: deliveries, key, look_back: '1d' };
        return { id, wait: { for: 'event', event, release: block.releases, ...timeout } };
      }
      case 'batch': {
        const who = `'${together}' + members.join(',')`;
        const once = { id: onceOf(id), action: action(onceOf(id), who, [], { to: 'rev', value: 0 }) };
        return { id, batch: { max: block.max, within: '1h', as: 'members', collect: itself, steps: [once] } };
      }
    }
  };
  return {
    name: 'Lives',
    source: { ...end, object: '/people', key: ['id'] },
    same_key: sameKey,
    ...(interruptsEvery === undefined ? {} : { interrupt: `record.rev % ${interruptsEvery} == 0` }),
    steps: blocks.map((block) => write(block, itself, false)),
  };
}
