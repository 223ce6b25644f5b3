import { useMemo } from 'react';
import { useBuilder } from './builder-context.ts';
import { useSample } from './sample-context.ts';
import type { FormulaName } from './model/complete-formula.ts';
import { getAt, type Path, parsePath } from './model/paths.ts';
import { isList, isObject, type JsonValue } from '../../model/json.ts';
import { listPaths } from './model/mapping-rows.ts';
import { flatten, readSteps } from './model/step-tree.ts';
import { toEnd, useFields, useFunctions } from './use-discovery.ts';

/** The names that formulas and paths can use at a place of the definition: fields of the source, and in steps what flows add. */
export function useNames(at: Path): readonly FormulaName[] {
  const { definition, schemas } = useBuilder();
  const functions = useFunctions();
  const { record } = useSample();
  const fields = useFields(toEnd(definition['source']));
  const inSteps = at[0] === 'steps';
  return useMemo(() => {
    const types = new Map(fields.map(({ path, type }) => [path, type as string]));
    const enriched = isList(definition['enrich'])
      ? definition['enrich'].flatMap((item) => (isObject(item) && typeof item['as'] === 'string' ? [item['as']] : []))
      : [];
    const paths = [...new Set([...fields.map(({ path }) => path), ...listPaths(record ?? {}), ...enriched])];
    const own = paths.map((path) =>
      toField(inSteps ? `record.${path}` : path, types.get(path), getAt(record, parsePath(path))),
    );
    if (!inSteps) return [...own, ...functions];
    const here = at.slice(1).join('.');
    const steps = flatten(readSteps(schemas, definition))
      .filter(({ path }) => path.slice(1).join('.') !== here && !at.join('.').startsWith(`${path.join('.')}.`))
      .flatMap(({ id, kind }) => (kind === 'action' ? [`steps.${id}.id`, `steps.${id}.outcome`] : [`steps.${id}`]))
      .map((name) => toField(name, 'output'));
    const flow = ['change', 'before', 'item.key', 'run.trigger'].map((name) => toField(name, 'flow'));
    return [...own, ...steps, ...flow, ...functions];
  }, [fields, record, definition, schemas, functions, inSteps, at]);
}

const shownMax = 60;

function toField(name: string, type: string | undefined, sample?: JsonValue): FormulaName {
  const text = sample === undefined ? '' : JSON.stringify(sample).slice(0, shownMax);
  return { name, kind: 'field', detail: type ?? '', help: text };
}
