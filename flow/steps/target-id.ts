import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { parsePath, type Segment } from '../../core/paths.ts';
import type { WriteOperation } from '../../core/records.ts';
import { compilePaths } from '../../engine/compile/compile-paths.ts';
import type { CompiledWrite } from '../../engine/compile/compile-write.ts';
import type { DescribedObject } from '../../engine/compile/described-object.ts';
import { toKeyText } from '../../engine/key-text.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import type { ValueType } from '../../formula/value-type.ts';
import type { MappingRule } from '../../transforms/rules.ts';

/** What an action says of the record that it means. */
interface ActionMembers {
  target_id?: string | undefined;
  operation: WriteOperation;
  match_on?: readonly string[] | undefined;
  mapping?: readonly MappingRule[] | undefined;
}

/** The field of the target's records that takes what `target_id` gives. */
export interface IdField {
  path: string;
  /** Fills the field. */
  rule: MappingRule;
}

/**
 * Finds the field that says which record an action with `target_id` means: of the object's key, or of `match_on`.
 *
 * @returns `undefined` where the action has none, nobody knows its object, or something is wrong, which is added to `problems`.
 */
export function findIdField(
  { target_id: formula, operation, match_on: matchOn, mapping }: ActionMembers,
  object: DescribedObject | undefined,
  problems: FieldError[],
): IdField | undefined {
  if (formula === undefined) {
    if (mapping === undefined) problems.push(mappingRequired);
    return undefined;
  }
  if (operation !== 'update' && operation !== 'delete') {
    problems.push(onlyKnown);
    return undefined;
  }
  if (mapping === undefined && operation === 'update') problems.push(mappingRequired);
  if (object === undefined) return undefined;
  const [path, ...more] = matchOn ?? object.operations[operation]?.key ?? object.key ?? [];
  if (path === undefined || more.length > 0) {
    problems.push(noSingleField);
    return undefined;
  }
  const isNumber = typeAt(typeOfRecord(object.schema), path).kind === 'number';
  return { path, rule: { to: path, formula, required: true, ...(isNumber ? { convert: 'number' } : {}) } };
}

const mappingRequired: FieldError = {
  path: 'mapping',
  code: 'required',
  message: 'An action maps the fields that it writes; only a `delete` with `target_id` needs none.',
};
const onlyKnown: FieldError = {
  path: 'target_id',
  code: 'unexpected',
  message: 'Only `update` and `delete` are of a record whose id is known. Leave `target_id` out.',
};
const noSingleField: FieldError = {
  path: 'target_id',
  code: 'unsupported',
  message:
    'This object declares no key of one field. Name the field that `target_id` is of in `match_on`, such as the primary key of a table, or map the fields that identify a record.',
};

/** The write of a record whose id is given: it is no other one after a repeat, and is looked for by nothing else. */
export function toWriteById({ plan, declared }: CompiledWrite, { path }: Pick<IdField, 'path'>): CompiledWrite['plan'] {
  const { getters } = compilePaths([path], 'target_id', []);
  const readTargetId = (mapped: JsonObject): string | undefined => toKeyText(getters.map((get) => get(mapped)));
  return { ...plan, readTargetId, idempotency: declared.idempotency };
}

function typeAt(type: ValueType, path: string): ValueType {
  const parsed = parsePath(path);
  return parsed.ok ? memberAt(type, parsed.path.segments) : type;
}

function memberAt(type: ValueType, [name, ...rest]: readonly Segment[]): ValueType {
  if (name === undefined || type.kind !== 'object' || typeof name !== 'string') return type;
  const member = type.members.get(name) ?? type.others;
  return member === undefined ? type : memberAt(member, rest);
}
