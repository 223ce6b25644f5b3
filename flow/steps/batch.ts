import { z } from 'zod';
import { canonicalJson, type Json, type JsonObject } from '../../core/json.ts';
import { hashRecord } from '../../engine/hash.ts';
import { durationPattern, readDuration } from '../../engine/schedule/duration.ts';
import { fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { compileValue } from '../compile/compile-value.ts';
import { isReservedName, type Names } from '../compile/names.ts';
import { countBytes } from '../context.ts';
import type { FormulaResult, WaitEnding, WaitOutcome, WaitStep } from '../flow.ts';
import { whenSchema } from './condition.ts';
import { type CompiledStep, type StepKind, type StepSite, withCertain } from './step-kind.ts';

const sizeMax = 1000;
const sizeMaxDefault = 100;
/** What one item may add to the list. */
const elementBytesMax = 16 * 1024;

/** @param steps Schema of a list of steps. */
export function batchSchema<Step>(steps: z.ZodType<Step[]>) {
  return z
    .strictObject({
      by: whenSchema.optional().meta({
        description: 'A formula: items for which it gives the same come into one batch. Default: all items do.',
        example: 'record.manager_id',
      }),
      max: z
        .int()
        .min(1)
        .max(sizeMax)
        .optional()
        .meta({
          description: `A batch with so many items begins at once. Default: ${sizeMaxDefault}. A list of more than 96 KiB is several batches.`,
        }),
      within: z.string().regex(durationPattern, 'Must be a length of time: 90s, 15m, 2h, 1d.').optional().meta({
        description:
          'A batch begins so long after its first item has come, with what it has by then. Default: when no item of the run can come to the step any more, which begins it earlier in any case.',
        example: '1h',
      }),
      as: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Must be a word of letters, digits and underscores: people.')
        .optional()
        .meta({ description: 'The name by which `steps` read the list of what the items added. Default: `items`.' }),
      collect: whenSchema.meta({
        description: `A formula that gives what an item adds to the list: at most ${elementBytesMax / 1024} KiB.`,
        example: 'record.email',
      }),
      steps: steps.meta({ description: 'What the batch goes through, once for all of its items.' }),
    })
    .meta({ id: 'FlowBatch', description: 'Collects items of the run, and goes through steps once for all of them.' });
}

export type BatchDefinition<Step> = z.infer<ReturnType<typeof batchSchema<Step>>>;

export interface BatchMembers<Step> {
  id: string;
  batch?: BatchDefinition<Step> | undefined;
}

/**
 * Goes through steps once for many items. Each of these waits for the end, and goes on with `{ item_id, size, status, steps }`.
 *
 * @param findChanges Of some steps, those within others included, the first that writes to a record that is there already.
 */
export function defineBatch<Step>(
  findChanges: (steps: readonly Step[]) => string | undefined,
): StepKind<BatchMembers<Step>, Step> {
  return {
    name: 'batch',
    hasOutput: () => true,
    compile: ({ batch }, site) => batch && compileBatch(batch, findChanges(batch.steps), site),
    lists: ({ batch }) => (batch === undefined ? [] : [{ at: 'batch.steps', steps: batch.steps }]),
    rewrite: ({ batch }, by) => (batch === undefined ? {} : { batch: { ...batch, steps: by.steps(batch.steps) } }),
    summarize: ({ batch }) => batch && { kind: 'batch', max: batch.max ?? sizeMaxDefault },
  };
}

function compileBatch(batch: BatchDefinition<unknown>, changing: string | undefined, site: StepSite): CompiledStep {
  const { id, names } = site;
  const at = `${site.at}.batch`;
  const { by, max = sizeMaxDefault, within, as = 'items', collect } = batch;
  checkBatch(batch, { as, at, changing }, site);
  const group = by === undefined ? undefined : compileValue(by, `${at}.by`, site);
  const element = compileValue(collect, `${at}.collect`, site);
  const list = fieldOf(['array'], { items: element.type });
  const inner: Names = {
    ...names,
    outputs: new Map(),
    known: [],
    callbacks: new Set(),
    elements: new Map([[as, list]]),
    keyPaths: [],
    isBatch: true,
  };
  return {
    children: {
      names: () => inner,
      failed: () => names.outputs,
      join: ([end]) => withCertain(names.outputs, id, outputOf(end)),
    },
    make: ({ lists: [first] }) => {
      const { compute } = element;
      if (compute === undefined || first === undefined || (by !== undefined && group?.compute === undefined))
        return undefined;
      const afterMs = within === undefined ? undefined : readDuration(within);
      const begin: WaitStep['begin'] = (context, environment) => {
        const added = compute(context, environment);
        const named: FormulaResult = group?.compute?.(context, environment) ?? { ok: true, value: null };
        if (!added.ok) return added;
        if (!named.ok) return named;
        if (countBytes(added.value) > elementBytesMax) return { ok: false, problem: elementTooLarge };
        return {
          ok: true,
          request: {
            kind: 'batch',
            due: afterMs === undefined ? undefined : { afterMs },
            batch: { group: toGroup(named.value), element: added.value },
          },
        };
      };
      return () => ({ kind: 'wait', release: false, begin, end: endBatch, batch: { max, as, first } });
    },
  };
}

function checkBatch(
  { steps }: BatchDefinition<unknown>,
  { as, at, changing }: { as: string; at: string; changing: string | undefined },
  site: StepSite,
): void {
  const report = (path: string, code: string, message: string): void => {
    site.findings.problems.push({ path: `${at}${path}`, code, message });
  };
  if (isReservedName(as))
    report('.as', 'reserved_name', `\`${as}\` means something else in formulas. Choose another name.`);
  if (steps.length === 0) report('.steps', 'required', 'Give the steps that the batch goes through.');
  if (changing !== undefined) {
    // What a record of a target belongs to is a record of the source, and a batch is none.
    const message = `A batch only creates: the step \`${changing}\` changes a record that is there. Do that in a step of the items.`;
    report('.steps', 'unsupported', message);
  }
  if (site.isOfChild) {
    const message =
      'Items are collected in the steps of the flow itself, not in loops, branches, scopes or batches. Move the step there.';
    report('', 'unsupported', message);
  }
}

/** Groups are compared, and shown to nobody. */
function toGroup(value: Json): string {
  return hashRecord({ of: canonicalJson(value) });
}

const elementTooLarge = {
  code: 'item_too_large',
  message: `The item adds more than ${elementBytesMax / 1024} KiB to its batch. Let \`collect\` give less.`,
};

/** An ending without an outcome is that of a preview: all went well. */
function endBatch({ answer }: WaitEnding): WaitOutcome {
  const { outcome = 'succeeded', item_id: itemId = null, size = 1, steps = {} } = answer;
  if (outcome === 'succeeded' || outcome === 'skipped') {
    return { status: 'passed', output: { item_id: itemId, size, status: outcome, steps } };
  }
  return { status: 'failed', problem: describeFailure(answer) };
}

function describeFailure({ code, message, step }: JsonObject) {
  if (typeof code !== 'string' || typeof message !== 'string' || typeof step !== 'string') {
    return { code: 'batch_canceled', message: 'The batch was canceled before it came to its end.' };
  }
  return { code, message: `The batch failed at the step \`${step}\`: ${message}` };
}

function outputOf(end: Names['outputs'] = new Map()): FieldType {
  const given = [...end].map(([id, { field, isCertain }]): [string, FieldType] => [
    id,
    isCertain ? field : { ...field, mayLack: true },
  ]);
  const members: [string, FieldType][] = [
    ['item_id', fieldOf(['string'])],
    ['size', fieldOf(['integer'])],
    ['status', fieldOf(['string'], { values: ['succeeded', 'skipped'] })],
    ['steps', fieldOf(['object'], { members: new Map(given), isClosed: true })],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
