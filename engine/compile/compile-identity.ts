import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { IdempotencyClass } from '../../core/records.ts';
import type { FormulaEnvironment } from '../../formula/index.ts';
import type { Mapping, MappingResult } from '../../transforms/compile-mapping.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { WriteDefinition } from '../definition.ts';
import { isIdentifying, keyLengthMax, keyProblem, toKeyText } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import { compilePaths, type FieldSet } from './compile-paths.ts';
import type { DescribedObject, DescribedWrite } from './described-object.ts';
import { messages } from '../../core/messages.ts';

/** What the target's connector says of the operation that the definition wants; a problem where it has none. */
export function findOperation(
  definition: Pick<WriteDefinition, 'operation' | 'match_on'>,
  object: DescribedObject,
  problems: FieldError[],
): DescribedWrite | undefined {
  const declared = object.operations[definition.operation];
  if (declared !== undefined) return declared;
  const allowed = Object.keys(object.operations).filter((name) => name !== 'list');
  problems.push({
    path: 'target.operation',
    code: 'unsupported',
    message: messages.objectOperationUnsupported(definition),
    allowed,
  });
  return undefined;
}

/** What is wrong where nothing says how a lost answer is survived. */
export function undecided({ matchOn }: DescribedWrite): FieldError {
  const instead =
    matchOn === 'optional' ? ' Or name fields that tell its records apart in `match_on`: then it is looked up.' : '';
  return {
    path: 'target.delivery',
    code: 'required',
    message: `A repeated write to this target cannot be recognised: say which of the two evils a lost answer may cause.${instead}`,
    allowed: ['at_least_once', 'at_most_once'],
  };
}

/** The fields of a mapped record that say which target record it is. */
export function compileMatch(
  definition: Pick<WriteDefinition, 'operation' | 'match_on'>,
  object: DescribedObject,
  mapping: Mapping,
  problems: FieldError[],
): FieldSet {
  const write = object.operations[definition.operation];
  // What the target assigns, nobody can map: only fields that say which record is meant identify it.
  const key = write?.key ?? (write?.identity === 'match' ? object.key : undefined);
  const names = definition.match_on ?? key ?? [];
  const match = compilePaths(names, 'target.match_on', problems);
  for (const [index, path] of match.paths.entries()) {
    if (mapping.isPartial(path)) {
      const message = `\`${path}\` identifies the target's record: it is written always.`;
      problems.push({ path: `mapping[${mapping.targets.indexOf(path)}].only_on`, code: 'invalid_value', message });
    }
    if (mapping.targets.includes(path)) continue;
    problems.push({
      path: definition.match_on === undefined ? 'mapping' : `target.match_on[${index}]`,
      code: 'unmapped',
      message: `No rule of the mapping gives \`${path}\`, which identifies the target's record.`,
      allowed: mapping.targets,
    });
  }
  return match;
}

/** Maps a record to one that has a value in each of its match fields. */
export function mapWithMatch(
  mapping: Mapping,
  match: FieldSet,
  record: JsonObject,
  environment: FormulaEnvironment,
): MappingResult {
  const mapped = mapping.apply(record, environment);
  if (!mapped.ok) return mapped;
  for (const [index, get] of match.getters.entries()) {
    if (isIdentifying(get(mapped.value))) continue;
    const problem = {
      code: 'required_missing',
      field: match.paths[index],
      message: 'The field identifies the target record and has no value.',
    };
    return { ok: false, problem };
  }
  return mapped;
}

/** How a mapped record says which record of the target it is. */
export function compileIdentity(
  { operation }: Pick<WriteDefinition, 'operation'>,
  { identity }: DescribedWrite,
  { paths, getters }: FieldSet,
): Pick<Plan, 'readTargetId' | 'readMatch'> {
  const readMatch = (mapped: JsonObject): string | undefined => toKeyText(getters.map((get) => get(mapped)));
  if (identity === 'match') return { readTargetId: readMatch };
  return { readTargetId: () => undefined, ...(operation === 'upsert' && paths.length > 0 ? { readMatch } : {}) };
}

/** The ledger keeps the text that a target record is known by. */
export function identityProblem(text: string | undefined, { paths }: FieldSet): RecordProblem | undefined {
  const problem = text === undefined ? undefined : keyProblem(text);
  return problem && { ...problem, field: paths[0], message: oddIdentity };
}

const oddIdentity = `What identifies the target record is longer than ${keyLengthMax} characters, or holds characters that no text may hold.`;

/**
 * Writing again is harmless only while the target's key follows from the source key: an upsert by a field that can
 * change would meet another record after the change, so it is marked and looked up instead.
 */
export function weaken(
  declared: IdempotencyClass,
  mapping: Mapping,
  matchPaths: readonly string[],
  keyPaths: readonly string[] | undefined,
): IdempotencyClass {
  if (declared !== 'natural') return declared;
  const pure =
    keyPaths !== undefined &&
    matchPaths.length > 0 &&
    matchPaths.every((path) => mapping.sourcesOf(path)?.every((source) => keyPaths.includes(source)) === true);
  return pure ? 'natural' : 'lookup';
}

/** Different source keys give different target ids: every field of the key is copied as it is into a match field. */
export function isInjective(
  mapping: Mapping,
  matchPaths: readonly string[],
  keyPaths: readonly string[] | undefined,
): boolean {
  const copied = new Set(matchPaths.map((path) => mapping.isIdentityOf(path)));
  return matchPaths.length > 0 && keyPaths?.every((path) => copied.has(path)) === true;
}
