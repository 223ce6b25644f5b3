import type { FlowStep, IntegrationTrigger } from '../../../client/operations.data.ts';
import { describeTrigger } from '../describe-trigger.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { type Change, compareMembers, compareNamed, compareValues, type NameOf } from './change.ts';
import { compareRules } from './compare-rules.ts';
import { compareSteps } from './compare-steps.ts';

export interface ChangeGroup {
  title: string;
  changes: readonly Change[];
}

interface Part {
  title: string;
  compare: (before: JsonValue | undefined, after: JsonValue | undefined, nameOf: NameOf) => Change[];
}

/** The parts of a definition, in the order in which a record passes them. */
const parts: Readonly<Record<string, Part>> = {
  source: { title: 'Source', compare: compareObjects },
  enrich: { title: 'Completion', compare: compareEnrichments },
  script: { title: 'Script', compare: compareObjects },
  aggregate: { title: 'Grouping', compare: compareObjects },
  mapping: { title: 'Mapping', compare: (was, is, nameOf) => compareRules('Mapping', was, is, nameOf) },
  mapping_defaults: { title: 'Mapping', compare: compareObjects },
  steps: { title: 'Steps', compare: (was, is, nameOf) => compareSteps('the flow', toSteps(was), toSteps(is), nameOf) },
  finally: {
    title: 'Steps at the end of a run',
    compare: (was, is, nameOf) => compareSteps('the end of a run', toSteps(was), toSteps(is), nameOf),
  },
  target: { title: 'Target', compare: compareObjects },
  triggers: { title: 'Triggers', compare: compareTriggers },
};

/** What differs between two definitions of an integration, part by part, as a person reads it. */
export function describeChanges(before: JsonObject, after: JsonObject, nameOf: NameOf): ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  const add = (title: string, changes: readonly Change[]): void => {
    if (changes.length > 0) groups.set(title, [...(groups.get(title) ?? []), ...changes]);
  };
  for (const [name, { title, compare }] of Object.entries(parts))
    add(title, compare(before[name], after[name], nameOf));
  const rest = (of: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !(name in parts)));
  add('Behaviour', compareMembers(rest(before), rest(after), nameOf));
  return [...groups].map(([title, changes]) => ({ title, changes }));
}

/** How many things differ. */
export function countChanges(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, { changes }) => sum + changes.length, 0);
}

function compareObjects(before: JsonValue | undefined, after: JsonValue | undefined, nameOf: NameOf): Change[] {
  return compareMembers(isObject(before) ? before : {}, isObject(after) ? after : {}, nameOf);
}

function compareEnrichments(before: JsonValue | undefined, after: JsonValue | undefined, nameOf: NameOf): Change[] {
  const toName = ({ as }: JsonObject): string => (typeof as === 'string' ? as : '');
  const found = compareNamed(
    { before: toObjects(before), after: toObjects(after), toName },
    (item) => ({ title: toName(item), details: compareMembers({}, item, nameOf) }),
    (was, is) => ({ title: toName(is), details: compareMembers(was, is, nameOf) }),
  );
  return found ?? compareValues('Completion', before, after, nameOf);
}

function compareTriggers(before: JsonValue | undefined, after: JsonValue | undefined, nameOf: NameOf): Change[] {
  const toName = ({ id, type }: JsonObject): string => [id, type].find((name) => typeof name === 'string') ?? '';
  const found = compareNamed(
    { before: toObjects(before), after: toObjects(after), toName },
    (item) => ({ title: toName(item), after: isTrigger(item) ? describeTrigger(item) : '' }),
    (was, is) => ({ title: toName(is), details: compareMembers(was, is, nameOf) }),
  );
  return found ?? compareValues('Triggers', before, after, nameOf);
}

function toObjects(value: JsonValue | undefined): JsonObject[] {
  return isList(value) ? value.filter(isObject) : [];
}

function toSteps(value: JsonValue | undefined): readonly FlowStep[] {
  const steps: unknown = isList(value) ? value : [];
  return isSteps(steps) ? steps : [];
}

/** A revision was checked when it was saved. */
function isSteps(_value: unknown): _value is FlowStep[] {
  return true;
}

/** A revision was checked when it was saved. */
function isTrigger(_value: unknown): _value is IntegrationTrigger {
  return true;
}
