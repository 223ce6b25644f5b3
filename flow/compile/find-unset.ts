import type { FieldError } from '../../core/errors.ts';
import { parsePath } from '../../core/paths.ts';
import { compileFormula } from '../../formula/index.ts';
import { type Names, toRecordType } from './names.ts';

/** Something of a definition that reads names: a formula, or a path. */
export interface Reader {
  /** Its path in the definition. */
  at: string;
  formula?: string | undefined;
  from?: string | undefined;
}

/** Finds what reads the output of a step that no item can have gone through before. */
export function findUnset(readers: readonly Reader[], names: Names): FieldError[] {
  return readers.flatMap(({ at, formula, from }) => {
    const unset = new Set([...listReads(formula, names), ...(from === undefined ? [] : [from])].flatMap(readStepId));
    return [...unset].filter((id) => names.ids.has(id) && !names.outputs.has(id)).map((id) => describe(id, at, names));
  });
}

function listReads(formula: string | undefined, names: Names): readonly string[] {
  if (formula?.includes('steps') !== true) return [];
  const compiled = compileFormula(formula, { record: toRecordType(names) });
  return compiled.ok ? compiled.formula.reads : [];
}

function readStepId(path: string): string[] {
  const parsed = parsePath(path);
  const [name, id] = parsed.ok ? parsed.path.segments : [];
  return name === 'steps' && typeof id === 'string' ? [id] : [];
}

function describe(id: string, path: string, { outputs }: Names): FieldError {
  const message = `\`steps.${id}\` has no value here: an item comes to the step later, goes through another branch, or does so inside of a loop. Read a step that comes before; of a loop, its \`collect\`.`;
  const allowed = [...outputs.keys()].map((known) => `steps.${known}`).slice(-allowedMax);
  return { path, code: 'not_set_yet', message, ...(allowed.length === 0 ? {} : { allowed }) };
}

const allowedMax = 20;
