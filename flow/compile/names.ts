import type { ObjectType } from '../../formula/value-type.ts';
import type { ReadTypes } from '../../transforms/schema/check-types.ts';
import { anyField, fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { toObjectType } from '../../transforms/schema/formula-field.ts';
import { recordChanges } from '../../engine/definition.ts';

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
  /** Outputs of the steps before, by their ids. */
  outputs: ReadonlyMap<string, Output>;
  /** All steps of the flow that have an output. */
  ids: ReadonlySet<string>;
  /** `error` can be read. */
  inHandler: boolean;
}

export interface Output {
  field: FieldType;
  /** False for one that some items do not have. */
  isCertain: boolean;
}

/** The names as formulas see them. Steps that are not set yet are there: what reads them is found by `findUnset`. */
export function toRecordType(names: Names): ObjectType {
  const known = recordTypes.get(names);
  if (known !== undefined) return known;
  const type = toObjectType(toCertainField(names));
  recordTypes.set(names, type);
  return type;
}

/** All formulas of a step read the same names. */
const recordTypes = new WeakMap<Names, ObjectType>();

/** The same as rules of mappings see them. */
export function toCertainField(names: Names): FieldType {
  return toField(names, names.record.certain);
}

/**
 * The names as rules of mappings see them.
 *
 * First what is certain; then, for a definition that is looked at, what is known of the source's records.
 */
export function listReadTypes(names: Names): ReadTypes[] {
  const { review } = names.record;
  const recordType = toRecordType(names);
  const isCertain = review === undefined || review.from === 'declaration';
  const certain: ReadTypes = {
    record: toField(names, isCertain ? names.record.certain : anyField),
    recordType,
    from: 'declaration',
  };
  if (review === undefined || isCertain) return [certain];
  const sampled = review.from === 'sample' ? toObjectType(toField(names, review.field)) : recordType;
  return [certain, { record: toField(names, review.field), recordType: sampled, from: review.from }];
}

function toField({ outputs, ids, inHandler }: Names, record: FieldType): FieldType {
  const steps = new Map<string, FieldType>();
  for (const id of ids) {
    const output = outputs.get(id);
    steps.set(id, { ...(output?.field ?? anyField), mayBeNull: false, mayLack: output?.isCertain !== true });
  }
  return closed([
    ['record', { ...record, mayBeNull: false, mayLack: false }],
    ['before', { ...record, mayBeNull: true, mayLack: false }],
    ['change', fieldOf(['string'], { values: recordChanges })],
    ['steps', fieldOf(['object'], { members: steps, isClosed: true })],
    ['item', itemType],
    ['run', runType],
    ...(inHandler ? [['error', errorType] as const] : []),
  ]);
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
const runType = closed([
  ['id', text],
  ['trigger', text],
  ['started_at', text],
]);
const errorType = closed([
  ['code', text],
  ['message', text],
  ['step', text],
]);
