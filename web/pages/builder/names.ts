import { useMemo } from 'react';
import { isList, isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { useBuilder } from './builder-context.ts';
import type { FormulaName } from './model/complete-formula.ts';
import { listPaths } from './model/mapping-rows.ts';
import { getAt, type Path, parsePath, toPathText } from './model/paths.ts';
import type { Schemas } from './model/schema.ts';
import { flatten, readSteps } from './model/step-tree.ts';
import { useSample } from './sample-context.ts';
import { toEnd, useFields, useFunctions } from './use-discovery.ts';

/** The names that formulas and paths can use at a place of the definition: fields of the source, and in steps what flows add. */
export function useNames(at: Path): readonly FormulaName[] {
  const { definition, schemas } = useBuilder();
  const functions = useFunctions();
  const { record } = useSample();
  const { source, enrich, steps } = definition;
  const fields = useFields(toEnd(source));
  const here = at[0] === 'steps' ? toPathText(at) : undefined;
  return useMemo(() => {
    const types = new Map<string, string>(fields.map(({ path, type }) => [path, type]));
    const paths = [...new Set([...types.keys(), ...listPaths(record ?? {}), ...listEnriched(enrich)])];
    const start = here === undefined ? '' : 'record.';
    const own = paths.map((path) => toField(start + path, types.get(path) ?? '', getAt(record, parsePath(path))));
    const flow = here === undefined || steps === undefined ? [] : listFlowNames(schemas, { steps }, parsePath(here));
    return [...own, ...flow, ...functions];
  }, [fields, record, enrich, steps, schemas, functions, here]);
}

function listEnriched(enrich: JsonValue | undefined): string[] {
  if (!isList(enrich)) return [];
  return enrich.flatMap((item) => (isObject(item) && typeof item['as'] === 'string' ? [item['as']] : []));
}

/** What flows add to the record: elements of the loops around, outputs of other steps, and the item itself. */
function listFlowNames(schemas: Schemas, definition: JsonObject, at: Path): FormulaName[] {
  const around = at.flatMap((_, index) => {
    const outer = getAt(definition, at.slice(0, index));
    return isObject(outer) && typeof outer['as'] === 'string' ? [toField(outer['as'], 'element')] : [];
  });
  const here = toPathText(at);
  const outputs = flatten(readSteps(schemas, definition))
    .filter(({ path }) => !`${here}.`.startsWith(`${toPathText(path)}.`))
    .flatMap(({ id, kind, step }) => {
      if (kind !== 'action') return [`steps.${id}`];
      const operation = getAt(step, ['action', 'operation']);
      if (operation === 'list') return [`steps.${id}.records`, `steps.${id}.is_complete`];
      const isFind = operation === 'find';
      return [`steps.${id}.${isFind ? 'record' : 'id'}`, `steps.${id}.outcome`];
    });
  const item = ['change', 'before', 'item.key', 'run.trigger'].map((name) => toField(name, 'flow'));
  return [...around, ...outputs.map((name) => toField(name, 'output')), ...item];
}

const shownMax = 60;

function toField(name: string, detail: string, sample?: JsonValue): FormulaName {
  const help = sample === undefined ? '' : JSON.stringify(sample).slice(0, shownMax);
  return { name, kind: 'field', detail, help };
}
