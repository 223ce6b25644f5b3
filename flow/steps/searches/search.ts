import { z } from 'zod';
import { startFindings } from '../../../engine/compile/findings.ts';
import { compileEnrichments, type Enrichment, type SearchedObject } from '../../../engine/stages/enrichment.ts';
import type { Json } from '../../../core/json.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { compileValue } from '../../compile/compile-value.ts';
import { placeFindings } from '../../compile/place-findings.ts';
import type { FormulaResult, ItemContext } from '../../flow.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import type { StepSite } from '../step-kind.ts';

/** How steps say which record of an object is looked up. */
export const searchShape = {
  by: z.string().min(1).max(10_000).meta({
    description: 'A formula that gives the value to find by: a text or a number.',
    example: 'steps.ticket.id',
  }),
  key: z.string().min(1).max(500).optional().meta({
    description: 'Path into the records of the object that holds the value. Default: the key that the object declares.',
  }),
};

/** What is looked up. */
export interface SearchDefinition {
  connection_id: string;
  object: string;
  by: string;
  key?: string | undefined;
}

/** The member that takes what was found. */
const foundName = 'found';

/**
 * Compiles the value that is looked up, as text: ids are texts in one system and numbers in another. It is null where the formula
 * gives nothing, or an empty text.
 *
 * @param at Path of the search in the definition.
 * @param code Of the problem with an item whose value cannot be looked up.
 */
export function compileBy(
  { by }: SearchDefinition,
  { at, code }: { at: string; code: string },
  site: StepSite,
): ((context: ItemContext, environment: RunEnvironment) => FormulaResult) | undefined {
  const { compute, type } = compileValue(by, `${at}.by`, site);
  const { kinds } = type;
  const fits = kinds === undefined || kinds.size === 0 || [...kinds].some((kind) => valueKinds.has(kind));
  if (!fits) {
    const message = 'Gives no text or number. Let the formula give the value to find by.';
    site.findings.problems.push({ path: `${at}.by`, code: 'invalid_formula', message });
  }
  if (compute === undefined) return undefined;
  return (context, environment): FormulaResult => {
    const made = compute(context, environment);
    if (!made.ok) return { ok: false, problem: { ...made.problem, code } };
    const value = toText(made.value);
    return value === undefined ? { ok: false, problem: noValue(code) } : { ok: true, value };
  };
}

const valueKinds: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

/** @returns `undefined` for what is no text, and no number. */
function toText(value: Json): string | null | undefined {
  if (value === null || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Why an item fails whose value is none that something can be found by. */
export function noValue(code: string): RecordProblem {
  const message = '`by` gives no text or number to find by. Check the fields that it reads.';
  return { code, message };
}

/** Records are found as those are that complete others: many in one call, where the system takes that. */
export function compileSearch(
  { key, connection_id: connection, object }: SearchDefinition,
  described: SearchedObject,
  { at, findings }: Pick<StepSite, 'at' | 'findings'>,
): Enrichment | undefined {
  const search = { as: foundName, connection_id: connection, object, by: 'by', key, on_missing: 'null' } as const;
  const found = startFindings();
  const recordType = { kind: 'object', members: new Map(), others: undefined } as const;
  const { enrichments } = compileEnrichments([search], [described], {
    recordType,
    taken: [],
    problems: found.problems,
    warnings: found.warnings,
  });
  placeFindings(findings, found, (path) => path.replace('enrich[0]', at));
  return found.problems.length === 0 ? enrichments[0] : undefined;
}
