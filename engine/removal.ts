import type { WithheldReason } from '../core/enums.ts';
import type { FieldError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { parsePath, type Segment } from '../core/paths.ts';
import type { IdempotencyClass } from '../core/records.ts';
import { compileTarget } from '../transforms/build-target.ts';
import { typeOfRecord } from '../formula/json-schema-type.ts';
import type { ValueType } from '../formula/value-type.ts';
import { compileGuardQuestion, type GuardQuestion } from './approvals/guard-question.ts';
import type { Definition, TargetDefinition } from './definition.ts';
import { readKeyTexts } from './key-text.ts';
import { findReactivation, type Reactivation } from './reactivation.ts';
import { messages } from '../core/messages.ts';

/** What becomes of the target's record once its source record is gone. */
export interface Removal {
  /** `update` writes the fields that switch the record off. */
  operation: 'delete' | 'update';
  /** The record is found by that id alone: no fields of it say which one it is. */
  byId: boolean;
  /** What the target is sent for a record, made of the id that the ledger knows it by. */
  toBody(targetId: string): JsonObject;
  /** How a record that comes back is switched on again. */
  reactivation: Reactivation;
  guard: RemovalGuard;
  /** What people are asked of removals that the guard holds back. */
  question: GuardQuestion;
  /** The target has nothing that no checkpoint knows of, so creations need no mark. */
  isTransactional?: true | undefined;
}

/** How much may be removed at once. */
export interface RemovalGuard {
  /** Records. */
  max?: number | undefined;
  /** Share of the records that the ledger knows. */
  percentMax?: number | undefined;
  /** A person allows this run so many, whatever the others say. */
  approved?: number | undefined;
}

/** What a reading was found to miss, of the target's records that the ledger knows. */
export interface MissingCounts {
  /** Those whose id in the target is known: the others nobody can remove. */
  known: number;
  missing: number;
  /** Those that the complete reading before had not seen either. */
  confirmed: number;
  /** Of these, those that were shown to a person who approved that they are removed. */
  approved: number;
}

export function addMissing(a: MissingCounts, b: MissingCounts): MissingCounts {
  return {
    known: a.known + b.known,
    missing: a.missing + b.missing,
    confirmed: a.confirmed + b.confirmed,
    approved: a.approved + b.approved,
  };
}

/** Why nothing was removed. */
export interface Withheld {
  reason: WithheldReason;
  /** Records that would have been removed, or may have to be. */
  records: number;
}

/** What an integration may remove in one run without a guard of its own: a tenth of a short list would be nobody. */
const allowedByDefault = { percentMax: 10, atLeast: 5 };

/**
 * Decides whether what is missing is removed: all of it, or nothing.
 *
 * @param unidentified Records of the reading that nobody knows the key of: they may be those that are missing.
 */
export function findReasonToWithhold(
  { known, missing, confirmed, approved }: MissingCounts,
  unidentified: number,
  guard: RemovalGuard,
): Withheld | undefined {
  if (unidentified > 0) return missing === 0 ? undefined : { reason: 'unidentified_records', records: missing };
  if (confirmed === approved) return undefined;
  if (guard.approved !== undefined) {
    return confirmed <= guard.approved ? undefined : { reason: 'above_guard', records: confirmed };
  }
  // A source that shows nothing of what it showed before is broken, or another one, more often than it was emptied.
  if (missing === known) return { reason: 'all_missing', records: confirmed };
  return confirmed <= allowedOf(known, guard) ? undefined : { reason: 'above_guard', records: confirmed };
}

function allowedOf(known: number, { max, percentMax }: RemovalGuard): number {
  const share = (percent: number): number => Math.floor((known * percent) / 100);
  if (max === undefined && percentMax === undefined) {
    return Math.max(allowedByDefault.atLeast, share(allowedByDefault.percentMax));
  }
  return Math.min(max ?? known, percentMax === undefined ? known : share(percentMax));
}

/** A write of an object, as its connector describes it. */
interface DescribedRemoval {
  idempotency: IdempotencyClass;
  effect?: 'reversible' | 'destructive' | undefined;
}

interface RemovalInput {
  definition: Definition & { target: TargetDefinition };
  object: {
    key?: readonly string[] | undefined;
    schema?: JsonObject | undefined;
    operations: { delete?: DescribedRemoval | undefined; update?: DescribedRemoval | undefined };
  };
  /** Who gives a target record its identity, and the paths of the fields that do where these are the record's own. */
  identity: { by: 'match' | 'assigned'; paths: readonly string[]; /** No answer tells it. */ isNeverRead?: boolean };
  /** The mapping gives the member, or something within it, a value with every write. */
  isWritten(member: string): boolean;
}

/** Compiles what becomes of records that vanish; `undefined` where nothing does. What is wrong is added to `problems`. */
export function compileRemoval(
  { definition, object, identity, isWritten }: RemovalInput,
  problems: FieldError[],
): Removal | undefined {
  const { on_missing: wanted = 'ignore', guard, deactivate_with: constants, delivery } = definition.target;
  if (constants !== undefined && wanted !== 'deactivate') problems.push(onlyToDeactivate('deactivate_with'));
  if (definition.target.reactivate_with !== undefined && wanted !== 'deactivate') {
    problems.push(onlyToDeactivate('reactivate_with'));
  }
  if (guard !== undefined && wanted === 'ignore') problems.push(nothingToGuard);
  if (wanted === 'ignore') return undefined;
  const question = compileGuardQuestion(guard?.approval, messages.guardAsksRemovals, { at: 'target.guard', problems });
  const refuse = (code: string, message: string): undefined => {
    problems.push({ path: 'target.on_missing', code, message });
  };
  const operation = constants === undefined ? 'delete' : 'update';
  const described = object.operations[operation];
  if (described === undefined)
    return refuse('unsupported', `${messages.objectOperationUnsupported({ operation })} ${instead}`);
  if (wanted === 'deactivate' && operation === 'delete' && described.effect !== 'reversible') {
    return refuse('unsupported', `What this object deletes is gone for good. ${instead}`);
  }
  if (described.idempotency === 'none' && delivery !== 'at_least_once') {
    return refuse('unsupported', `Its ${operation} may not be repeated: choose \`delivery\` at_least_once.`);
  }
  if (identity.by === 'assigned' && identity.isNeverRead === true) return refuse('unsupported', neverRemoved);
  const toIdentity = compileIdentity(object, identity);
  if (toIdentity === undefined) return refuse('unsupported', 'The fields that identify a record cannot be written.');
  return {
    operation,
    byId: identity.by === 'assigned' && identity.paths.length === 0,
    toBody: (targetId) => ({ ...toIdentity(targetId), ...constants }),
    reactivation: findReactivation(definition.target, isWritten),
    guard: { max: guard?.max_deletes, percentMax: guard?.max_deletes_percent },
    question,
  };
}

const instead =
  'Write the fields that switch a record off: name `deactivate`, and `deactivate_with` — { "active": false }, say.';
const neverRemoved =
  'Nothing would ever be removed: the system gives its records their ids, and nothing tells them. Of a table, name `match_on`, or, where its primary key is one column, let the hub look at it first (GET /connections/{id}/schema); of an HTTP API, name the place in its answer (`target_id_path`).';
const onlyToDeactivate = (name: string): FieldError => ({
  path: `target.${name}`,
  code: 'unexpected',
  message: 'Only with `on_missing` deactivate are these fields written.',
});
const nothingToGuard: FieldError = {
  path: 'target.guard',
  code: 'unexpected',
  message: 'Nothing is removed unless `on_missing` says so.',
};

/** Makes the fields that identify a record of the id that the ledger knows: the text that was made of them, or its own. */
function compileIdentity(
  { key = [], schema }: RemovalInput['object'],
  { by, paths }: RemovalInput['identity'],
): ((targetId: string) => JsonObject) | undefined {
  const names = by === 'match' ? paths : key.slice(0, key.length === 1 ? 1 : 0);
  const parsed = names.flatMap((name) => {
    const path = parsePath(name);
    return path.ok ? [path.path] : [];
  });
  const target = compileTarget(parsed);
  if (!target.ok || (by === 'match' && parsed.length === 0)) return undefined;
  const [only] = parsed;
  if (only === undefined) return () => ({});
  if (parsed.length > 1) return (targetId) => target.build(readKeyTexts(targetId));
  const isText = typeAt(typeOfRecord(schema), only.segments).kind !== 'number';
  return (targetId) => target.build([isText ? targetId : Number(targetId)]);
}

function typeAt(type: ValueType, [name, ...rest]: readonly Segment[]): ValueType {
  if (name === undefined || type.kind !== 'object' || typeof name !== 'string') return type;
  const member = type.members.get(name) ?? type.others;
  return member === undefined ? type : typeAt(member, rest);
}
