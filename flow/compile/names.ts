import { anyType, type ObjectType, type ValueType } from '../../formula/value-type.ts';
import type { ReadTypes } from '../../transforms/schema/check-types.ts';
import { anyField, fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { toValueType } from '../../transforms/schema/formula-field.ts';
import { DerivedMap } from './derived-map.ts';
import { followedOutcomes, itemChanges, runTriggers } from '../../core/enums.ts';
import { stateMembers } from './states.ts';

/** What is known of the source's records. */
export interface RecordTypes {
  /** Follows from what the connector or the system's catalog says: formulas are checked against it. */
  certain: FieldType;
  /** What a definition that is looked at is compared with, besides. */
  review: { field: FieldType; from: ReadTypes['from'] } | undefined;
}

/** The names that a step may read, and what they hold. */
export interface Names {
  record: RecordTypes;
  /** What runs are given that read no source, whose steps read no record; `record` where that is what was delivered. */
  input?: FieldType | 'record' | undefined;
  /** Outputs of the steps before, by their ids. */
  outputs: ReadonlyMap<string, Output>;
  /** All steps of the flow that have an output. */
  ids: ReadonlySet<string>;
  /** Steps that write records which the hub knows of, for the key of the item. */
  known: readonly string[];
  /** Steps at which the item, or one that it is a child of, waits for a callback: their addresses can be read. */
  callbacks: ReadonlySet<string>;
  /** The states of connections and integrations can be read: in conditions only, for a decision is taken once. */
  states?: true;
  /** Of steps that a run ends with: they read the run, and no record. */
  isClosing?: true;
  /** Of steps of a batch: they read what its items added, and no record. */
  isBatch?: true;
  /** `error` can be read. */
  inHandler: boolean;
  /** Elements of the loops around, by their names. */
  elements: ReadonlyMap<string, FieldType>;
  /**
   * Paths of what effects of the record are known by: of the source's key, and of the keys of the elements. Absent where
   * one of these is no path.
   */
  keyPaths: readonly string[] | undefined;
}

/** Whether formulas of flows know a name as something else than the element of a loop. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}

const reserved: ReadonlySet<string> = new Set([
  'record',
  'before',
  'change',
  'steps',
  'item',
  'run',
  'error',
  'callbacks',
  'input',
  'trigger',
  'known',
  'undo',
  'result',
]);

export interface Output {
  field: FieldType;
  /** False for one that some items do not have. */
  isCertain: boolean;
}

/** The names as formulas see them. Steps that are not set yet are there: what reads them is found by `findUnset`. */
export function toRecordType(names: Names): ObjectType {
  return toTypes(names).type;
}

/** The same as rules of mappings see them. */
export function toCertainField(names: Names): FieldType {
  return toTypes(names).field;
}

/**
 * The names as rules of mappings see them.
 *
 * First what is certain; then, for a definition that is looked at, what is known of the source's records.
 */
export function listReadTypes(names: Names): ReadTypes[] {
  const { review } = names.record;
  const { field, type } = toTypes(names);
  if (review === undefined || review.from === 'declaration')
    return [{ record: field, recordType: type, from: 'declaration' }];
  const known = build(names, review.field);
  const isSampled = review.from === 'sample';
  return [
    { record: build(names, anyField).field, recordType: type, from: 'declaration' },
    { record: known.field, recordType: isSampled ? known.type : type, from: review.from },
  ];
}

/** What a step reads, in both forms. */
interface Types {
  field: FieldType;
  type: ObjectType;
}

/** All formulas of a step read the same names. */
const typesOf = new WeakMap<Names, Types>();

function toTypes(names: Names): Types {
  const known = typesOf.get(names);
  if (known !== undefined) return known;
  const types = build(names, names.record.certain);
  typesOf.set(names, types);
  return types;
}

function build(names: Names, record: FieldType): Types {
  const steps = toSteps(names);
  const known = toKnown(names);
  const members: [string, FieldType, ValueType][] = [
    ...toRecords(names, record),
    ['steps', steps.field, steps.type],
    ...[...names.elements].map(([name, field]) => toMember(name, field)),
    ['known', known.field, known.type],
    ...(isSourced(names) ? [changeMember] : []),
    ...fixed,
    names.isClosing === true ? closingRun : plainRun,
    ...(names.inHandler ? [errorMember] : []),
    // A loop may have the name for its elements.
    ...(names.states === true ? stateMembers.filter(([name]) => !names.elements.has(name)) : []),
    ...(names.callbacks.size === 0 ? [] : [toMember('callbacks', toCallbacks(names))]),
  ];
  return {
    field: closed(members.map(([name, field]) => [name, field])),
    type: { kind: 'object', members: new Map(members.map(([name, , type]) => [name, type])), others: undefined },
  };
}

/** Whether its items are made of records. */
function isSourced({ input }: Pick<Names, 'input'>): boolean {
  return input === undefined || input === 'record';
}

function toRecords(names: Names, record: FieldType): [string, FieldType, ValueType][] {
  const { isClosing, isBatch, input } = names;
  if (isClosing === true || isBatch === true) return [];
  const given = input === 'record' ? record : input;
  const type = toKnownType(record);
  const members: [string, FieldType, ValueType][] = [
    ['record', { ...record, mayBeNull: false, mayLack: false }, type],
    ['before', { ...record, mayBeNull: true, mayLack: false }, type],
  ];
  return [
    ...(isSourced(names) ? members : []),
    ...(given === undefined
      ? []
      : [
          [
            'input',
            { ...given, mayBeNull: false, mayLack: false },
            toKnownType(given),
          ] satisfies (typeof members)[number],
        ]),
  ];
}

function toSteps({ ids, outputs }: Names): Types {
  const fields = new DerivedMap(ids, (id): FieldType => {
    const output = outputs.get(id);
    if (output === undefined) return unset;
    return output.isCertain ? output.field : { ...output.field, mayLack: true };
  });
  const members = new DerivedMap(ids, (id): ValueType => {
    const output = outputs.get(id);
    return output === undefined ? anyType : toKnownType(output.field);
  });
  return {
    field: fieldOf(['object'], { members: fields, isClosed: true }),
    type: { kind: 'object', members, others: undefined },
  };
}

const knownRecord = fieldOf(['object'], {
  members: new Map([['id', fieldOf(['string'], { mayBeNull: true })]]),
  isClosed: true,
});

function toKnown({ known }: Names): Types {
  const type = toKnownType(knownRecord);
  return {
    field: closed(known.map((id) => [id, knownRecord])),
    type: { kind: 'object', members: new Map(known.map((id) => [id, type])), others: undefined },
  };
}

function toCallbacks({ callbacks }: Names): FieldType {
  return closed([...callbacks].map((id) => [id, text]));
}

const unset: FieldType = { ...anyField, mayLack: true };
const valueTypes = new WeakMap<FieldType, ValueType>();

function toKnownType(field: FieldType): ValueType {
  const known = valueTypes.get(field) ?? toValueType(field);
  valueTypes.set(field, known);
  return known;
}

function closed(members: Iterable<readonly [string, FieldType]>): FieldType {
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}

const text = fieldOf(['string']);
const itemType = closed([
  ['id', text],
  ['seq', fieldOf(['integer'])],
  ['key', text],
]);
const runMembers: [string, FieldType][] = [
  ['id', text],
  ['trigger', text],
  ['started_at', text],
];
/** As far as the steps of the run have come. */
const counterNames = ['read', 'created', 'updated', 'deleted', 'skipped', 'failed'] as const;
const nullableText = fieldOf(['string'], { mayBeNull: true });
const triggerType = closed([
  ['type', fieldOf(['string'], { values: runTriggers })],
  ['run_id', nullableText],
  ['integration_id', nullableText],
  ['outcome', fieldOf(['string'], { values: followedOutcomes, mayBeNull: true })],
]);
const errorType = closed([
  ['code', text],
  ['message', text],
  ['step', text],
]);

const changeMember = toMember('change', fieldOf(['string'], { values: itemChanges }));
const fixed = [toMember('item', itemType), toMember('trigger', triggerType)];
const plainRun = toMember('run', closed(runMembers));
const counters = closed(counterNames.map((name): [string, FieldType] => [name, fieldOf(['integer'])]));
const closingRun = toMember('run', closed([...runMembers, ['counters', counters]]));
const errorMember = toMember('error', errorType);

function toMember(name: string, field: FieldType): [string, FieldType, ValueType] {
  return [name, field, toValueType(field)];
}
