import { z } from 'zod';
import { namedOperations, writeOperations } from '../../core/enums.ts';
import { connectionId, jsonOptions, objectName, path, targetSchema, validation } from '../../engine/definition.ts';
import { mappingDefaultsSchema, type MappingRule, mappingRuleSchema } from '../../transforms/rules.ts';
import { compileValidation } from '../../engine/stages/validate.ts';
import { compileWrite, type CompiledWrite } from '../../engine/compile/compile-write.ts';
import type { DescribedObject } from '../../engine/compile/described-object.ts';
import { startFindings } from '../../engine/compile/findings.ts';
import { reviewChoices } from '../../engine/compile/review.ts';
import type { FieldError } from '../../core/errors.ts';
import { isPlainWrite, type WriteOperation } from '../../core/records.ts';
import { canonicalJson, isJsonObject, type Json } from '../../core/json.ts';
import { nameParts } from '../../engine/hash.ts';
import type { Plan } from '../../engine/plan.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { compileFields } from '../../engine/stages/empty-fields.ts';
import { createMap } from '../../engine/stages/map.ts';
import type { Stage } from '../../engine/stages/stage.ts';
import type { KnownSchema } from '../../transforms/schema/check-types.ts';
import { fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { compileStepRules } from '../compile/compile-rules.ts';
import { placeFindings } from '../compile/place-findings.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { type ActionStep, actionOutcomes, type StepBase, toUndoId, undoName } from '../flow.ts';
import { compileFind, findSchema } from './searches/find.ts';
import { compileList, listSchema } from './searches/list.ts';
import { type CompiledStep, type StepKind, type StepSite, withCertain } from './step-kind.ts';
import { renameWindow } from '../../engine/calendar/window-schema.ts';
import { readNamed, toWrite } from './named-write.ts';
import type { retrySchema } from './retry.ts';
import { findIdField, type IdField, toWriteById } from './target-id.ts';

export const writeActionSchema = z
  .strictObject({
    connection_id: connectionId,
    object: objectName.meta({
      description: 'The kind of record to write: an object of the connector, a table, a path.',
    }),
    operation: z.enum([...writeOperations, ...namedOperations]).meta({
      description:
        '`create` writes once for each item; `update`, `upsert` and `delete` write only what is not so already. `delete` is available where the target identifies records by fields, or with `target_id`. The others are those that the connector of the object gives a name, such as `deactivate` or `comment`: they are carried out once for each item.',
    }),
    match_on: z
      .array(path)
      .min(1)
      .max(8)
      .optional()
      .meta({
        description: 'Fields of the mapped record by which the record of the target is found.',
        example: ['email'],
      }),
    validate: validation.optional().meta({
      description: 'What the mapped records must satisfy, before they are written.',
    }),
    delivery: targetSchema.shape.delivery,
    options: jsonOptions.optional(),
    target_id: z.string().min(1).max(10_000).optional().meta({
      description:
        'A formula that gives the id of the record to `update` or `delete`, or that a named operation is of, as a step of the flow knows it: `known.STEP.id` is what the step wrote for this key, in earlier items too.',
      example: 'known.account.id',
    }),
    mapping: z.array(mappingRuleSchema).min(1).max(1000).optional().meta({
      description:
        'How the fields of the target get their values. Required, except for a `delete` with `target_id` and for named operations that need no fields. Paths and formulas start at the names of flows: `record.email`, `steps.account.id`.',
    }),
    mapping_defaults: mappingDefaultsSchema.optional().meta({
      description: 'Policies for rules that have none of their own. Default: those of the integration.',
    }),
  })
  .meta({ id: 'WriteAction', description: 'Writes one record to a system.' });

export const actionSchema = z
  .discriminatedUnion('operation', [writeActionSchema, findSchema, listSchema])
  .meta({ id: 'FlowAction', description: 'Writes one record to a system, or looks some up.' });

export type ActionDefinition = z.infer<typeof actionSchema>;
export type WriteActionDefinition = z.infer<typeof writeActionSchema>;

/** Whether an action writes to its system. */
export function isWrite(definition: ActionDefinition): definition is WriteActionDefinition {
  return definition.operation !== 'find' && definition.operation !== 'list';
}

/** @see {@link ActionMembers} */
export const undoSchema = z.strictObject({ action: writeActionSchema }).meta({
  id: 'FlowUndo',
  description:
    'With `action`: what takes back what the step created, where a scope around it is undone. It reads what the step read, and its output.',
});

export interface ActionMembers {
  id: string;
  action?: ActionDefinition | undefined;
  undo?: z.infer<typeof undoSchema> | undefined;
  only_in?: string | undefined;
  not_in?: string | undefined;
  retry?: z.infer<typeof retrySchema> | undefined;
}

/** Writes to a system, with the output `{ id, outcome, record }`, or looks records up. */
export const action: StepKind<ActionMembers> = {
  name: 'action',
  others: ['undo', 'only_in', 'not_in', 'retry'],
  hasOutput: () => true,
  compile: ({ action: definition, undo }, site) => definition && compileEither(definition, undo, site),
  rewrite: ({ action: definition, undo, ...window }, { rules, calendar }) => {
    const rewritten = (old: WriteActionDefinition): WriteActionDefinition =>
      old.mapping === undefined ? old : { ...old, mapping: rules(old.mapping) };
    return {
      ...(definition && isWrite(definition) && { action: rewritten(definition) }),
      ...(undo && { undo: { ...undo, action: rewritten(undo.action) } }),
      ...renameWindow(window, calendar),
    };
  },
  summarize: ({ action: definition }) =>
    definition && {
      kind: 'action',
      operation: definition.operation,
      connection_id: definition.connection_id,
      object: definition.object,
    },
};

function compileEither(definition: ActionDefinition, undo: ActionMembers['undo'], site: StepSite): CompiledStep {
  if (isWrite(definition)) return compileWithUndo(definition, undo, site);
  if (undo !== undefined) {
    const message = 'A look-up creates nothing that could be undone. Leave `undo` out.';
    site.findings.problems.push({ path: `${site.at}.undo`, code: 'unsupported', message });
  }
  return definition.operation === 'find' ? compileFind(definition, site) : compileList(definition, site);
}

/** Compiles an action with what undoes it: an action of its own, whose record is made when the step has created its own. */
function compileWithUndo(definition: WriteActionDefinition, undo: ActionMembers['undo'], site: StepSite): CompiledStep {
  const compiled = compileAction(definition, site);
  const { make } = compiled;
  if (undo === undefined) return { output: compiled.output, make: make && (() => make) };
  const { id, at, names } = site;
  const outputs = compiled.output === undefined ? names.outputs : withCertain(names.outputs, id, compiled.output);
  const undoSite = { ...site, id: toUndoId(id), at: `${at}.undo`, names: { ...names, outputs } };
  const undoes = compileAction(undo.action, undoSite).make;
  if (make === undefined || undoes === undefined) return { output: compiled.output };
  return {
    output: compiled.output,
    make: () => (environment) => ({
      ...make(environment),
      undo: undoes(environment).plan.stages,
    }),
    undo: (environment) => {
      const step = undoes(environment);
      return { ...step, effectOf: 'record', plan: { ...step.plan, targetIdIsInjective: false, stages: [readUndo] } };
    },
  };
}

/** What was made when the effect was settled, whatever the flow says by now. */
const readUndo = createMap(({ [undoName]: undo }) =>
  isJsonObject(undo) && isJsonObject(undo['record'])
    ? { ok: true, value: undo['record'] }
    : { ok: false, problem: toProblem(undo) },
);

function toProblem(undo: Json | undefined): RecordProblem {
  const { code, message } = isJsonObject(undo) ? undo : {};
  return {
    code: typeof code === 'string' ? code : 'undo_failed',
    message: typeof message === 'string' ? message : 'Nothing is known of what would undo the step.',
  };
}

interface CompiledAction {
  output?: FieldType;
  make?: (environment: RunEnvironment) => Omit<ActionStep, Exclude<keyof StepBase, 'kind'>>;
}

/**
 * Compiles an action as the short shape is compiled, over what the step may read instead of a source's record.
 *
 * What the parts of the short shape find at `target` is found at the action itself.
 */
function compileAction(given: WriteActionDefinition, site: StepSite): CompiledAction {
  const { id, at, names, flow } = site;
  const { mapping: rules = [], mapping_defaults: defaults = flow.defaults } = given;
  const object = flow.targets.get(id);
  const findings = startFindings();
  const { definition, idField, idRule, values } = readWrite(given, object, findings.problems);
  const { operation } = definition;
  const needs = object?.operations[operation]?.needs?.filter((name) => name !== object.named?.of) ?? [];
  const isKnownById = idField !== undefined && object?.named === undefined;
  const review = flow.review && {
    target: withoutNeeds(definition, flow.review.get(id)),
    write: object === undefined || isKnownById ? undefined : { operation, needs },
  };
  const { mapping, type } = compileStepRules(
    { rules: [...rules, ...values], own: idRule, defaults, review },
    names,
    findings,
  );
  const checks = compileValidation({ target: definition }, findings.problems);
  const hasRecord = object?.named === undefined || idRule !== undefined || rules.some(({ to }) => to === idField?.path);
  const write =
    mapping && object && hasRecord
      ? compileWrite(definition, object, mapping, names.keyPaths, findings.problems)
      : undefined;
  const isById = idField !== undefined || given.target_id !== undefined;
  if (operation === 'delete' && write !== undefined && !isById) checkDelete(write, findings.problems);
  const written = write && idField ? { ...write, plan: toWriteById(write, idField) } : write;
  const readId = written && object?.named && written.plan.readTargetId;
  const planFor = written && compilePlanFor(given, written, checks.target, site);
  if (planFor !== undefined && flow.review !== undefined && findings.problems.length === 0) {
    findings.problems.push(...reviewChoices(planFor({ now: 0 })));
  }
  // The rules of the operation and of the id stand behind those of the mapping.
  const toPlace = (place: string): string => {
    const index = Number(/^mapping\[(\d+)\]/.exec(place)?.[1] ?? -1);
    if (index < rules.length) return place.replace(/^target\./, '');
    return index < rules.length + values.length ? 'operation' : 'target_id';
  };
  placeFindings(site.findings, findings, (place) => `${at}.action.${toPlace(place)}`);
  const output = outputOf(type);
  if (planFor === undefined || findings.problems.length > 0) return { output };
  const givesNoId = isKnownById || object?.named !== undefined ? undefined : written?.declared.givesNoId;
  const step = { ...toStep(definition, given, readId), givesNoId };
  return { output, make: (environment) => ({ ...step, plan: planFor(environment) }) };
}

/** An action as its connector carries it out, and what else it writes. */
interface ReadWrite {
  definition: PlainAction;
  idField: Pick<IdField, 'path'> | undefined;
  idRule: MappingRule | undefined;
  values: readonly MappingRule[];
}

type PlainAction = WriteActionDefinition & { operation: WriteOperation };

function readWrite(
  given: WriteActionDefinition,
  object: DescribedObject | undefined,
  problems: FieldError[],
): ReadWrite {
  const definition = { ...given, operation: toWrite(given.operation, object?.named) };
  if (!isPlainWrite(given.operation)) {
    // What is wrong with an operation that the connector does not have was said where its object was looked for.
    if (object?.named === undefined) return { definition, idField: undefined, idRule: undefined, values: [] };
    return { definition: { ...definition, object: object.named.object }, ...readNamed(given, object.named, problems) };
  }
  const idField = findIdField(definition, object, problems);
  return { definition, idField, idRule: idField?.rule, values: [] };
}

/** What is deleted needs no more than what says which record it is. */
function withoutNeeds({ operation }: PlainAction, target: KnownSchema | undefined): KnownSchema | undefined {
  return operation === 'delete' && target !== undefined ? { ...target, tellsNeeds: false } : target;
}

function checkDelete({ declared, match }: CompiledWrite, problems: FieldError[]): void {
  if (declared.identity === 'match' && match.paths.length > 0) return;
  const message =
    'This object deletes records by an id of its own. Give it as `target_id`: known.STEP.id of the step that wrote the record.';
  problems.push({ path: 'operation', code: 'unsupported', message });
}

function compilePlanFor(
  definition: WriteActionDefinition,
  write: CompiledWrite,
  checks: readonly Stage[],
  { id, flow }: StepSite,
): (environment: RunEnvironment) => Plan {
  const parts = [flow.origin, definition, flow.defaults ?? null];
  const scope = nameParts({ of: canonicalJson(parts) });
  return (environment) => ({
    ...flow.plan,
    step: id,
    ...write.plan,
    // Items of one record have the same target record, and each its own effect.
    targetIdIsInjective: write.plan.targetIdIsInjective && effectOf(definition) === 'record',
    // What is done to a record by name makes nobody its owner.
    ...(isPlainWrite(definition.operation) ? {} : { readTargetId: () => undefined, targetIdIsInjective: true }),
    fields: compileFields(definition.mapping ?? []),
    readKey: flow.readKey,
    where: [],
    stages: [createMap((context) => write.map(context, environment)), ...checks],
    scope: `${scope} ${environment.tableVersions ?? ''}`,
  });
}

const copiedId = /^\s*((?:steps|known)\.\w+)\.id\s*$/u;

function effectOf({ operation }: WriteActionDefinition): ActionStep['effectOf'] {
  return operation === 'create' || !isPlainWrite(operation) ? 'item' : 'record';
}

function toStep(
  definition: PlainAction,
  given: WriteActionDefinition,
  readId: Plan['readTargetId'] | undefined,
): Omit<ActionStep, keyof StepBase | 'plan' | 'givesNoId'> {
  const {
    connection_id: connection,
    object,
    operation,
    match_on: matchOn = [],
    options = {},
    mapping = [],
  } = definition;
  return {
    kind: 'action',
    connectionId: connection,
    target: {
      object,
      operation,
      matchOn,
      byId: definition.target_id !== undefined || !isPlainWrite(given.operation),
      options,
      ...(readId === undefined ? {} : { about: { object: given.object, readId } }),
    },
    idFrom: definition.target_id?.match(/\b(?:steps|known)\.\w+/gu) ?? [],
    idsCopied: mapping.flatMap(({ from, formula }) => copiedId.exec(from ?? formula ?? '')?.[1] ?? []),
    effectOf: effectOf(given),
  };
}

/** `id` is the target's; null where only a lookup would tell it. */
function outputOf(record: FieldType): FieldType {
  const members: [string, FieldType][] = [
    ['id', fieldOf(['string'], { mayBeNull: undefined, mayLack: undefined })],
    ['outcome', fieldOf(['string'], { values: actionOutcomes })],
    ['record', record],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
