import { z } from 'zod';
import type { Path } from '../../../core/paths.ts';
import { compileGetter } from '../../../core/path-readers.ts';
import { connectionId, jsonOptions, objectName } from '../../../engine/definition.ts';
import { pickFields, type SearchedObject } from '../../../engine/stages/enrichment.ts';
import { fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { findField } from '../../../transforms/schema/find-field.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import type { ListRequest, ListStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import { compileAsked, type CompiledAsked } from './asked-values.ts';
import { listTexts } from './list-texts.ts';
import { placeOptions } from './place-options.ts';

/** Records that a list gives where the definition says nothing, and at most. */
export const listLimitDefault = 100;
export const listLimitMax = 1000;

const valuesMax = 20;

function valuesByPath(description: string, example: Record<string, string>) {
  return z
    .record(z.string().min(1).max(500), z.string().min(1).max(10_000))
    .refine((values) => Object.keys(values).length <= valuesMax, `At most ${valuesMax} members.`)
    .optional()
    .meta({ description, example });
}

export const listSchema = z
  .strictObject({
    connection_id: connectionId,
    object: objectName.meta({
      description: 'The kind of record to read: an object of the connector, a table, a path.',
    }),
    operation: z.literal('list').meta({ description: '`list` reads records, and writes nothing.' }),
    options: jsonOptions.optional(),
    options_from: valuesByPath(
      'Options that differ from item to item: paths of options, each with a formula that gives a text, a number, true or false. An item that lacks one asks nothing.',
      { 'query.group': 'record.group_id' },
    ),
    where: valuesByPath(
      'Which records are given: paths of their fields, each with a formula that gives the value to compare with, as `==` does. Where the system cannot filter by it, the hub reads on and filters. An item that lacks one asks nothing.',
      { team: 'record.team' },
    ),
    fields: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The members of the records that are kept. Default: all.', example: ['id', 'name'] }),
    limit: z
      .int()
      .min(1)
      .max(listLimitMax)
      .optional()
      .meta({
        description: `Most records that are given. Default: ${listLimitDefault}.`,
      }),
    on_more: z.enum(['continue', 'fail']).optional().meta({
      description:
        'What becomes of an item for which there may be more: `continue` (default) goes on with the first ones, and `steps.ID.is_complete` is false; `fail` fails the step (`list_incomplete`).',
    }),
  })
  .meta({ id: 'ListAction', description: 'Reads some records of a system, and writes nothing.' });

export type ListDefinition = z.infer<typeof listSchema>;

const incomplete = {
  code: 'list_incomplete',
  message:
    'There are, or may be, more records than the step takes. Narrow `where`, or raise `limit`, then retry the item.',
};

const elsewhere = {
  code: 'lookup_failed',
  message:
    'The path has a part `.` or `..`, which leads elsewhere. Check the fields that its formula reads, and use urlEncode(…).',
};

/** Reads records of an object. Its output is `{ records, is_complete }`. */
export function compileList(definition: ListDefinition, site: StepSite): CompiledStep {
  const at = `${site.at}.action`;
  const { object, options = {}, fields, limit = listLimitDefault, on_more: onMore = 'continue' } = definition;
  const described = site.flow.searched.get(site.id);
  const type = readFieldType(described?.schema);
  checkObject(described, at, site);
  checkFields(fields, type, at, site);
  const where = compileAsked(definition.where, `${at}.where`, site, type);
  const given = compileAsked(definition.options_from, `${at}.options_from`, site);
  const output = outputOf(pickMembers(type, fields), onMore === 'continue');
  if (where === undefined || given === undefined || described === undefined) return { output };
  const step: Own = {
    kind: 'list',
    list: { object, limit, texts: listTexts(described.schema) },
    ask: toAsk(where, given),
    optionsFor: (asked) => placeOptions(options, asked.options),
    compare: (asked) =>
      where.paths.map(({ path, text }) => ({
        segments: path.segments,
        operator: 'equals',
        values: [toConstant(asked.where[text])],
      })),
    pick: toPick(where, fields),
    end: (found) => {
      if (!found.isComplete && onMore === 'fail') return { ok: false, problem: incomplete };
      return { ok: true, output: { records: [...found.records], is_complete: found.isComplete } };
    },
  };
  return { output, make: () => () => step };
}

type Own = Pick<ListStep, 'kind' | 'list' | 'ask' | 'optionsFor' | 'compare' | 'pick' | 'end'>;

function checkObject(described: SearchedObject | undefined, at: string, { findings }: StepSite): void {
  const list = described?.operations?.list;
  if (described === undefined || (list !== undefined && list.isPrepared !== true)) return;
  const message =
    list === undefined
      ? 'This object cannot be read. Choose another one.'
      : 'The system prepares exports of this object, for which an item cannot wait. Read it with a source, or choose another object.';
  findings.problems.push({ path: `${at}.object`, code: 'unsupported', message });
}

function checkFields(fields: readonly string[] = [], type: FieldType, at: string, { findings }: StepSite): void {
  for (const [index, name] of fields.entries()) {
    const found = findField(type, { segments: [name], text: name });
    if (found.ok) continue;
    const { ok: _, ...problem } = found;
    findings.problems.push({ path: `${at}.fields[${index}]`, ...problem });
  }
}

function toAsk(where: CompiledAsked, given: CompiledAsked): ListStep['ask'] {
  return (context, environment) => {
    const [compared, computed] = [where.read(context, environment), given.read(context, environment)];
    if (!compared.ok) return compared;
    if (!computed.ok) return computed;
    if (given.paths.some(({ path, text }) => leadsElsewhere(path, computed.values?.[text]))) {
      return { ok: false, problem: elsewhere };
    }
    const request =
      compared.values === null || computed.values === null
        ? null
        : { where: compared.values, options: computed.values };
    return { ok: true, request };
  };
}

/** Whether a part of a computed path goes up: what a record holds may not choose what is read. */
function leadsElsewhere({ segments }: Path, value: unknown): boolean {
  if (segments.at(-1) !== 'path' || typeof value !== 'string') return false;
  return value.split(/[/\\?#]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
}

function toPick(where: CompiledAsked, fields: readonly string[] | undefined): ListStep['pick'] {
  const getters = where.paths.map(({ path, text }) => ({ text, get: compileGetter(path) }));
  return (asked: ListRequest, record) => {
    if (!getters.every(({ text, get }) => get(record) === asked.where[text])) return undefined;
    return fields === undefined ? record : pickFields(record, fields);
  };
}

function toConstant(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function pickMembers(type: FieldType, fields: readonly string[] | undefined): FieldType {
  if (fields === undefined || type.members === undefined) return type;
  return { ...type, members: new Map([...type.members].filter(([name]) => fields.includes(name))) };
}

function outputOf(record: FieldType, mayLackSome: boolean): FieldType {
  const items = { ...record, mayBeNull: false, mayLack: false };
  const members: [string, FieldType][] = [
    ['records', fieldOf(['array'], { items })],
    ['is_complete', fieldOf(['boolean'], mayLackSome ? {} : { values: [true] })],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
