import type { CallKind, WaitKind } from '../../core/enums.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';
import { compileApproval } from './waits/approval.ts';
import { compileCallback } from './waits/callback.ts';
import { compileCheck } from './waits/check.ts';
import { compileEvent } from './waits/event.ts';
import { compileTime } from './waits/time.ts';
import type { WaitDefinition } from './waits/wait-definition.ts';

export interface WaitMembers {
  id: string;
  wait?: WaitDefinition | undefined;
}

/** Holds items until a time has come, or somebody has answered. */
export const wait: StepKind<WaitMembers> = {
  name: 'wait',
  hasOutput: () => true,
  compile: ({ wait: definition }, site) => definition && compileWait(definition, site),
  rewrite: ({ wait: definition }, { integration }) =>
    definition?.event?.integration_id === undefined
      ? {}
      : {
          wait: {
            ...definition,
            event: { ...definition.event, integration_id: integration(definition.event.integration_id) },
          },
        },
  summarize: ({ wait: definition }) => definition && { kind: 'wait', for: kindOf(definition) ?? 'time' },
};

/** What a wait may wait for; the others are kinds of steps of their own. */
type OwnKind = Exclude<WaitKind, CallKind | 'batch' | 'retry'>;

/** @returns `undefined` where it has no kind, or several. */
function kindOf({ for: what, until, check }: WaitDefinition): OwnKind | undefined {
  if ((what === undefined) === (until === undefined)) return undefined;
  if (check !== undefined && until !== undefined) return 'check';
  return what === 'approval' || what === 'callback' || what === 'event' ? what : 'time';
}

const compilers = {
  time: compileTime,
  approval: compileApproval,
  callback: compileCallback,
  event: compileEvent,
  check: compileCheck,
};

/** Members that waits of a kind have, besides those that tell it. */
const membersOf: Readonly<Record<OwnKind, readonly (keyof WaitDefinition)[]>> = {
  time: ['release'],
  approval: [
    'of',
    'message',
    'form',
    'quorum',
    'not_by',
    'scope',
    'reminders',
    'escalate',
    'timeout',
    'on_timeout',
    'on_reject',
    'release',
  ],
  callback: ['schema', 'timeout', 'on_timeout', 'release'],
  event: ['event', 'timeout', 'on_timeout', 'release'],
  check: ['check', 'every', 'timeout', 'on_timeout', 'release'],
};

function compileWait(definition: WaitDefinition, site: StepSite): CompiledStep {
  const at = `${site.at}.wait`;
  const { problems } = site.findings;
  const kind = kindOf(definition);
  if (kind === undefined) {
    problems.push({ path: at, code: 'invalid_wait', message: 'A wait has exactly one of `for` and `until`.' });
    return {};
  }
  const known: readonly string[] = ['for', 'until', ...membersOf[kind]];
  const strays = Object.keys(definition).filter((name) => !known.includes(name));
  for (const name of strays) {
    const message = `A wait for ${words[kind]} cannot have \`${name}\`. Leave it out.`;
    problems.push({ path: `${at}.${name}`, code: 'unsupported', message });
  }
  return compilers[kind](definition, { ...site, at });
}

const words: Readonly<Record<OwnKind, string>> = {
  time: 'a time',
  approval: 'an approval',
  callback: 'a callback',
  event: 'an event',
  check: 'a check',
};
