import { z } from 'zod';
import { connectionId, jsonOptions, objectName } from '../../../engine/definition.ts';
import { fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import type { FindStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import { listTexts } from './list-texts.ts';
import { compileBy, compileSearch, searchShape } from './search.ts';

export const findSchema = z
  .strictObject({
    connection_id: connectionId,
    object: objectName.meta({
      description:
        'The kind of record to look up: an object of the connector, a table, a path. Its records have to be findable by a value, as those of `enrich`.',
    }),
    operation: z.literal('find').meta({ description: '`find` looks one record up, and writes nothing.' }),
    options: jsonOptions.optional(),
    ...searchShape,
    on_missing: z.enum(['continue', 'fail']).optional().meta({
      description:
        'What becomes of an item for which nothing is found: `continue` (default) goes on, with `steps.ID.record` null; `fail` fails the step (`lookup_missing`).',
    }),
  })
  .meta({ id: 'FindAction', description: 'Looks one record up in a system, and writes nothing.' });

export type FindDefinition = z.infer<typeof findSchema>;

/** Of an item whose value cannot be looked up. */
const code = 'lookup_failed';
const missing = {
  code: 'lookup_missing',
  message: 'Nothing was found by the value of the item. Add the record to the system, then retry the item.',
};

/** Looks a record up by a value of the item. Its output is `{ outcome, record }`. */
export function compileFind(definition: FindDefinition, site: StepSite): CompiledStep {
  const at = `${site.at}.action`;
  const { object, options = {}, on_missing: onMissing = 'continue' } = definition;
  const described = site.flow.searched.get(site.id);
  const mayMiss = onMissing === 'continue';
  const output = outputOf(readFieldType(described?.schema), mayMiss);
  const by = compileBy(definition, { at, code }, site);
  const enrichment = described && compileSearch(definition, described, { ...site, at });
  if (by === undefined || enrichment === undefined) return { output };
  const end: FindStep['end'] = (record) => {
    if (record !== null) return { ok: true, output: { outcome: 'found', record } };
    return mayMiss ? { ok: true, output: { outcome: 'missing', record } } : { ok: false, problem: missing };
  };
  const search = { object, options, enrichment, texts: listTexts(described?.schema) };
  return { output, make: () => () => ({ kind: 'find', search, by, end }) };
}

function outputOf(found: FieldType, mayMiss: boolean): FieldType {
  const members: [string, FieldType][] = [
    ['outcome', fieldOf(['string'], { values: mayMiss ? ['found', 'missing'] : ['found'] })],
    ['record', { ...found, mayBeNull: mayMiss, mayLack: false }],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
