import { parsePath } from '../../core/paths.ts';
import { fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { booleanType, numberType, type ObjectType, stringType, type ValueType } from '../../formula/value-type.ts';

/** What conditions read of the hub itself, by name or id. */
const stateKinds = ['connections', 'integrations', 'calendars'] as const;

export interface StateName {
  kind: (typeof stateKinds)[number];
  /** Name or id. */
  name: string;
}

/** A condition that reads a state. @property path In the definition. */
export interface StateUse extends StateName {
  path: string;
}

function objectOf(members: Record<string, ValueType>): ObjectType {
  return { kind: 'object', members: new Map(Object.entries(members)), others: undefined };
}

function anyNameOf(others: ValueType): ObjectType {
  return { kind: 'object', members: new Map(), others };
}

/** Counters of a run that conditions read. */
const stateCounters = ['read', 'created', 'updated', 'deleted', 'skipped', 'failed'] as const;

const lastRun = objectOf({
  status: stringType,
  finished_at: stringType,
  counters: objectOf(Object.fromEntries(stateCounters.map((name) => [name, numberType]))),
});

const types: Readonly<Record<StateName['kind'], ObjectType>> = {
  connections: anyNameOf(objectOf({ status: stringType })),
  integrations: anyNameOf(objectOf({ status: stringType, last_run: lastRun })),
  calendars: anyNameOf(objectOf({ open: booleanType })),
};

/** The names under which conditions read states. Which there are is found out where the definition is saved. */
export const stateMembers: readonly [string, FieldType, ValueType][] = stateKinds.map((kind) => [
  kind,
  fieldOf(['object']),
  types[kind],
]);

/** The states that a formula reads. @param reads Its paths. @param elements Names of loops, which hide others. */
export function findStates(reads: readonly string[], elements: ReadonlyMap<string, unknown>): StateName[] {
  return reads.flatMap((read) => {
    const parsed = parsePath(read);
    const [first, name] = parsed.ok ? parsed.path.segments : [];
    const kind = stateKinds.find((one) => one === first);
    return kind === undefined || elements.has(kind) || typeof name !== 'string' ? [] : [{ kind, name }];
  });
}
