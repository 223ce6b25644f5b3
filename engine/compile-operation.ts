import type { FieldError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { formatPath } from '../core/paths.ts';
import type { WriteOperation } from '../core/records.ts';
import { compileMapping } from '../transforms/compile-mapping.ts';
import type { MappingRule } from '../transforms/rules.ts';
import { checkTypes, type KnownSchema } from '../transforms/schema/check-types.ts';
import { type CompiledWrite, compileWrite } from './compile/compile-write.ts';
import type { DescribedObject } from './compile/described-object.ts';
import { onlyStep } from './definition.ts';
import type { Plan } from './plan.ts';

/** One write of one record, without an integration. */
export interface OperationDefinition {
  object: string;
  operation: WriteOperation;
  /** The record, as the target takes it. */
  input: JsonObject;
  /** Fields of the input by which the record of the target is found. */
  match_on?: string[] | undefined;
  /** Id of the record of the target, where the caller knows it. */
  target_id?: string | undefined;
}

/** `body`: the record as it is written. */
export type CompiledOperation = { ok: true; plan: Plan; body: JsonObject } | { ok: false; problems: FieldError[] };

/**
 * Checks and compiles a single operation: a run of one record, whose mapping is made of constants.
 *
 * Nobody chose between two evils in advance, so a write that cannot be recognised is never repeated.
 *
 * @param known Schema of what the operation takes, where it is known and the operation is looked at before it is stored.
 * @param namespace Makes effect ids differ between operations: the operation's id.
 */
export function compileOperation(
  definition: OperationDefinition,
  object: DescribedObject,
  { namespace, known }: { namespace: string; known?: KnownSchema | undefined },
): CompiledOperation {
  const { operation, match_on, input } = definition;
  const rules = [...listRules(input, [])];
  const refuse = (problems: readonly FieldError[]): CompiledOperation => ({
    ok: false,
    problems: problems.map((problem) => place(problem, rules)),
  });
  const compiled = compileMapping(rules);
  if (!compiled.ok) return refuse(compiled.problems);
  const problems: FieldError[] = [];
  const write = compileWrite({ operation, match_on, delivery: 'at_most_once' }, object, compiled.mapping, [], problems);
  if (write !== undefined) problems.push(...checkInput(definition, write, rules, known));
  if (write === undefined || problems.length > 0) return refuse(problems);
  const mapped = write.map({}, { now: 0 });
  if (mapped.ok) return { ok: true, plan: toPlan(definition, write, namespace), body: mapped.value };
  const { code, field, message } = mapped.problem;
  return { ok: false, problems: [{ path: field === undefined ? 'input' : `input.${field}`, code, message }] };
}

/** A rule for each value of the input, so that what is wrong with one is told by its path. */
function* listRules(object: JsonObject, above: readonly string[]): Generator<MappingRule> {
  for (const [name, value] of Object.entries(object)) {
    const segments = [...above, name];
    if (isJsonObject(value) && Object.keys(value).length > 0) yield* listRules(value, segments);
    else yield { to: formatPath(segments), value };
  }
}

function checkInput(
  { operation, target_id: targetId }: OperationDefinition,
  { declared, match }: CompiledWrite,
  mapping: readonly MappingRule[],
  known: KnownSchema | undefined,
): FieldError[] {
  const target = operation === 'delete' && known !== undefined ? { ...known, tellsNeeds: false } : known;
  const needs = operation === 'delete' ? [] : (declared.needs ?? []);
  const write = { operation, needs };
  const { problems } = checkTypes({ mapping, source: undefined, reads: undefined, target, write });
  const isNew = operation === 'create';
  if (isNew && targetId !== undefined) {
    problems.push({ path: 'target_id', code: 'unsupported', message: messages.operationTargetIdUnused });
  }
  const changes = operation === 'update' || operation === 'delete';
  if (changes && targetId === undefined && match.paths.length === 0) {
    problems.push({ path: 'target_id', code: 'required', message: messages.operationTargetUnnamed });
  }
  return problems;
}

/** Paths of the body in place of those of a definition. */
function place(problem: FieldError, rules: readonly MappingRule[]): FieldError {
  const { code, allowed: [missing] = [] } = problem;
  // There is a value to give, and no rule to add.
  if (code === 'missing_required' && missing !== undefined)
    return { path: `input.${missing}`, code, message: messages.fieldRequired };
  const [, index, rest] = /^mapping\[(\d+)\](?:\.(?:to|value))?(.*)$/.exec(problem.path) ?? [];
  const rule = index === undefined ? undefined : rules[Number(index)];
  if (rule !== undefined) return { ...problem, path: `input.${rule.to}${rest ?? ''}` };
  return { ...problem, path: problem.path.replace(/^mapping\b/, 'input').replace(/^target\./, '') };
}

function toPlan({ object, operation }: OperationDefinition, write: CompiledWrite, namespace: string): Plan {
  return {
    namespace,
    stream: object,
    step: onlyStep,
    ...write.plan,
    operation,
    delivery: write.plan.idempotency === 'none' ? 'at_most_once' : undefined,
    readKey: () => ({ ok: true, key: namespace }),
    where: [],
    stages: [],
    targetIdIsInjective: true,
    ignoreHashes: true,
    reading: 'all',
    scope: '',
    onError: { record: 'dead_letter', abortAbovePercent: undefined },
  };
}
