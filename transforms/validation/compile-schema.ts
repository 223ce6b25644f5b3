import type { FieldError } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import { suggest } from '../../core/names/suggest.ts';
import type { RecordProblem } from '../problem.ts';
import { BudgetError, type Check, descend, type Issue, stepsMax } from './check.ts';
import { annotations, type Compiling, keywords } from './keywords.ts';

/** Describes why a record, or another value, violates its schema; `undefined` if it does not. */
export type ValidateRecord = (record: Json) => RecordProblem | undefined;

export type CompiledSchema = { ok: true; validate: ValidateRecord } | { ok: false; problems: FieldError[] };

/** Maximum number of distinct reference targets in a schema. */
const referencesMax = 200;
/** Maximum number of fields named in one problem. */
const namedMax = 5;

/**
 * Compiles a schema; reports every part that cannot be enforced.
 *
 * @param at Path of the schema in the definition, for messages. @param code Error code of records that fail.
 * @param what What messages call that of which the schema is.
 */
export function compileSchema(schema: JsonObject, at: string, code: string, what = 'record'): CompiledSchema {
  const problems: FieldError[] = [];
  const references = new Map<string, { check: Check | undefined }>();
  const compiling: Compiling = {
    compile: (part, path) => compilePart(part, path, compiling, problems),
    refuse(path, message) {
      problems.push({ path, code: 'invalid_schema', message });
      return undefined;
    },
    refer(reference, path) {
      const known = references.get(reference);
      if (known !== undefined) return later(known);
      const link: { check: Check | undefined } = { check: undefined };
      references.set(reference, link);
      const found = resolve(reference, schema);
      if (references.size > referencesMax)
        compiling.refuse(path, `The schema has more than ${referencesMax} reference targets; simplify it.`);
      else if (found === undefined)
        compiling.refuse(path, 'A reference must point into the schema itself: `#/$defs/name`.');
      else link.check = compiling.compile(found, `${at}${reference.slice(1).replaceAll('/', '.')}`);
      return later(link);
    },
  };
  const check = compiling.compile(schema, at);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, validate: (record) => run(check, record, { code, what }) };
}

/** A schema may refer to itself while it is being compiled. */
function later(link: { readonly check: Check | undefined }): Check {
  return (value, at, work) => (link.check === undefined ? [] : descend(link.check, value, at, work));
}

function compilePart(part: Json | undefined, at: string, compiling: Compiling, problems: FieldError[]): Check {
  if (part === true) return () => [];
  if (part === false) return (_value, segments) => [{ segments, message: 'is not allowed' }];
  if (!isJsonObject(part)) {
    compiling.refuse(at, 'A schema must be an object, true or false.');
    return () => [];
  }
  const checks: Check[] = [];
  for (const [name, value] of Object.entries(part)) {
    const keyword = keywords.get(name);
    const path = `${at}.${name}`;
    const check = keyword?.(value, path, compiling, part);
    if (check !== undefined) checks.push(check);
    if (keyword !== undefined || annotations.has(name)) continue;
    const meant = suggest(name, keywords.keys());
    const message = `Unsupported keyword.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
    problems.push({ path, code: 'invalid_schema', message, ...(meant === undefined ? {} : { allowed: [meant] }) });
  }
  return (value, segments, work) => checks.flatMap((check) => descend(check, value, segments, work));
}

function resolve(reference: string, root: JsonObject): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** What is wrong, and of what. */
interface Subject {
  code: string;
  what: string;
}

function run(check: Check, record: Json, subject: Subject): RecordProblem | undefined {
  try {
    const issues = check(record, [], { steps: stepsMax, depth: 0 });
    return issues.length === 0 ? undefined : toProblem(issues, subject);
  } catch (error) {
    if (error instanceof BudgetError) return { code: subject.code, message: error.message };
    throw error;
  }
}

function toProblem(issues: readonly Issue[], { code, what }: Subject): RecordProblem {
  const named = issues.slice(0, namedMax).map(({ segments, message }) => {
    return segments.length === 0 ? `the ${what} ${message}` : `\`${formatPath(segments)}\` ${message}`;
  });
  const rest = issues.length > namedMax ? `; and ${issues.length - namedMax} more` : '';
  const [first] = issues;
  const field = first === undefined || first.segments.length === 0 ? undefined : formatPath(first.segments);
  return { code, field, message: `The ${what} does not satisfy its schema: ${named.join('; ')}${rest}.` };
}
