import type { JsonObject } from '../../../core/json.ts';
import { type Path, parsePath } from '../../../core/paths.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import { setMember } from '../../../formula/canonical.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { describeField, type FieldType } from '../../../transforms/schema/field-type.ts';
import { findField } from '../../../transforms/schema/find-field.ts';
import { compileValue, type CompiledValue } from '../../compile/compile-value.ts';
import type { ItemContext } from '../../flow.ts';
import type { StepSite } from '../step-kind.ts';

/** Values by paths, each of a formula over the item. */
export interface CompiledAsked {
  /** `text`: as the definition writes the path. */
  paths: readonly { path: Path; text: string }[];
  read(context: ItemContext, environment: RunEnvironment): AskedValues;
}

/** By paths; null where one of the values is missing. */
export type AskedValues = { ok: true; values: JsonObject | null } | { ok: false; problem: RecordProblem };

const valueKinds: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Of an item whose values cannot be asked for. */
const code = 'lookup_failed';

/**
 * Compiles formulas that give values by paths: texts, numbers, true or false.
 *
 * @param record What the paths are compared with. Absent: they lead to something else.
 * @returns `undefined` where something is wrong, which is added to the findings.
 */
export function compileAsked(
  formulas: Readonly<Record<string, string>> = {},
  at: string,
  site: StepSite,
  record?: FieldType,
): CompiledAsked | undefined {
  const entries = Object.entries(formulas).map(([text, formula]) => compileEntry(text, formula, at, site, record));
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length < entries.length) return undefined;
  return {
    paths: known,
    read: (context, environment) => {
      const values: JsonObject = {};
      let lacks = false;
      for (const { text, compute } of known) {
        const made = compute(context, environment);
        if (!made.ok) return { ok: false, problem: { ...made.problem, code } };
        const { value } = made;
        if (value === null || value === '') lacks = true;
        else if (typeof value === 'object') return { ok: false, problem: noValue(text) };
        else setMember(values, text, value);
      }
      return { ok: true, values: lacks ? null : values };
    },
  };
}

interface Entry {
  text: string;
  path: Path;
  compute: NonNullable<CompiledValue['compute']>;
}

function compileEntry(
  text: string,
  formula: string,
  at: string,
  site: StepSite,
  record: FieldType | undefined,
): Entry | undefined {
  const own = `${at}.${text}`;
  const parsed = parsePath(text);
  const { compute, type } = compileValue(formula, own, site);
  const report = (problem: { code: string; message: string; allowed?: string[] }): undefined => {
    site.findings.problems.push({ path: own, ...problem });
  };
  if (!parsed.ok) return report({ code: 'invalid_path', message: parsed.message });
  if (!mayBe(type, valueKinds)) {
    const message = 'Gives no text or number, and neither true nor false. Let the formula give the value.';
    return report({ code: 'invalid_formula', message });
  }
  const found = record && findField(record, parsed.path);
  if (found?.ok === false) {
    const { ok: _, ...problem } = found;
    return report(problem);
  }
  if (found !== undefined && !mayMeet(type, found.field)) {
    const message = `The field never has the value: it holds ${describeField(found.field)}, and the formula gives ${describeField(type)}. Convert it: string(…), number(…).`;
    return report({ code: 'never_matches', message });
  }
  return compute && { text, path: parsed.path, compute };
}

function mayBe({ kinds }: FieldType, wanted: ReadonlySet<string>): boolean {
  return kinds === undefined || kinds.size === 0 || [...kinds].some((kind) => wanted.has(kind));
}

/** Whole numbers are numbers. */
function mayMeet({ kinds: given }: FieldType, { kinds }: FieldType): boolean {
  if (given === undefined || given.size === 0 || kinds === undefined || kinds.size === 0) return true;
  const widen = (names: ReadonlySet<string>): Set<string> =>
    new Set([...names].map((name) => (name === 'integer' ? 'number' : name)));
  const wanted = widen(kinds);
  return [...widen(given)].some((name) => wanted.has(name));
}

function noValue(path: string): RecordProblem {
  const message = `\`${path}\` is given no text or number, and neither true nor false. Check the fields that its formula reads.`;
  return { code, message };
}
