import type { FieldError } from '../../core/errors.ts';
import { type Json, isJsonObject, type JsonObject } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import { isPlainWrite, type OperationName, type WriteOperation } from '../../core/records.ts';
import type { DescribedObject } from '../../engine/compile/described-object.ts';
import type { MappingRule } from '../../transforms/rules.ts';
import type { IdField } from './target-id.ts';

type Named = DescribedObject['named'];

/** The write that an operation is. @param named What its connector says of it; absent where it has no such operation. */
export function toWrite(operation: OperationName, named: Named): WriteOperation {
  return named?.operation ?? (isPlainWrite(operation) ? operation : 'update');
}

/** What an action with a named operation writes, beside its own mapping. */
export interface NamedWrite {
  /** Says which record the operation is of. */
  idField: Pick<IdField, 'path'>;
  idRule: MappingRule | undefined;
  /** Rules for what the operation always gives. */
  values: MappingRule[];
}

/** Reads an action with a named operation. What is wrong is added to `problems`. */
export function readNamed(
  action: {
    target_id?: string | undefined;
    match_on?: readonly string[] | undefined;
    mapping?: readonly MappingRule[] | undefined;
  },
  { of, values = {} }: NonNullable<Named>,
  problems: FieldError[],
): NamedWrite {
  const { target_id: formula, match_on: matchOn, mapping = [] } = action;
  if (matchOn !== undefined) problems.push(noMatch);
  if (formula === undefined && !mapping.some(({ to }) => to === of)) problems.push(idRequired);
  const idRule = formula === undefined ? undefined : { to: of, formula, required: true };
  return { idField: { path: of }, idRule, values: [...listValues(values, [])] };
}

/** A rule for each value, so that a mapping can give others beside them. */
function* listValues(object: JsonObject, above: readonly string[]): Generator<MappingRule> {
  for (const [name, value] of Object.entries<Json>(object)) {
    const segments = [...above, name];
    if (isJsonObject(value)) yield* listValues(value, segments);
    else yield { to: formatPath(segments), value };
  }
}

const noMatch: FieldError = {
  path: 'match_on',
  code: 'unsupported',
  message: 'An operation with a name of its own is of the record that `target_id` names. Leave `match_on` out.',
};
const idRequired: FieldError = {
  path: 'target_id',
  code: 'required',
  message:
    'Say which record the operation is of: `target_id` is a formula that gives its id, such as steps.account.id.',
};
