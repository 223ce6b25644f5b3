import type { Document, Scalar, ScalarTag } from 'yaml';
import type { Json } from '../../core/json.ts';
import { errorMessage } from '../../core/errors.ts';
import { isLongNumber } from '../../core/json/json-text.ts';
import { misuse } from '../cli-error.ts';
import { readSecretObjects, toSecretReference } from './references.ts';
import { toJson } from '../values.ts';

/** The documents of a text, and what is wrong with it, with line and column. */
export interface Parsed {
  values: Json[];
  problems: string[];
}

/** `!secret NAME` and `!secret file:PATH`, as other tools that are configured in YAML have it. */
const secretTag: ScalarTag = {
  tag: '!secret',
  resolve: (name, onError) => {
    if (!/^(?:file:.+|[A-Za-z_]\w*)$/.test(name)) onError('!secret takes the name of a variable, or file: and a path');
    return toSecretReference(name);
  },
};

/** Reads YAML, and thereby JSON. An empty document, as behind a last `---`, says nothing. */
export async function parseDocuments(text: string): Promise<Parsed> {
  const { parseAllDocuments, visit } = await import('yaml');
  const parsed: Parsed = { values: [], problems: [] };
  for (const document of parseAllDocuments(text, { customTags: [secretTag], prettyErrors: true })) {
    const problems = findProblems(document);
    visit(document, {
      Scalar: (place, scalar) => {
        // Members have texts as names: `007` is none but itself.
        if (place === 'key' && typeof scalar.value !== 'string') scalar.value = scalar.source ?? scalar.value;
        else if (losesDigits(scalar))
          problems.push(`the number in line ${lineOf(text, scalar.range)} is too long: it needs quotes`);
      },
    });
    const value = problems.length > 0 ? null : readValue(document, problems);
    if (value !== null) parsed.values.push(value);
    parsed.problems.push(...problems);
  }
  return parsed;
}

/** The one document of a text. @throws {CliError} */
export async function parseYaml(text: string, file: string): Promise<Json> {
  const { values, problems } = await parseDocuments(text);
  const [value = null, ...more] = values;
  if (more.length > 0) problems.push('it holds several documents');
  if (problems.length === 0) return value;
  throw misuse(`${file === '-' ? 'Standard input' : file} is neither YAML nor JSON: ${problems.join('\n')}`);
}

/** A tag that nothing is known of is no remark: a misspelt `!secret` would send the name in place of the secret. */
function findProblems({ errors, warnings }: Pick<Document, 'errors' | 'warnings'>): string[] {
  return [...errors, ...warnings].map(({ message }) => message.trimEnd());
}

/** As the hub says it of numbers in JSON; YAML has a sign for positive ones, too. */
function losesDigits({ value, source = '' }: Scalar): boolean {
  return typeof value === 'number' && isLongNumber(source.replace(/^\+/, ''));
}

/** Counted from 1. */
function lineOf(text: string, range: readonly number[] | null | undefined): number {
  return text.slice(0, range?.[0] ?? 0).split('\n').length;
}

function readValue(document: Pick<Document, 'toJS'>, problems: string[]): Json {
  try {
    // Aliases would let a small file grow without bounds.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return readSecretObjects(toJson(value));
  } catch (error) {
    problems.push(errorMessage(error));
    return null;
  }
}
