import type { Document, Scalar, ScalarTag } from 'yaml';
import type { Json } from '../core/json.ts';
import { isLongNumber } from '../core/json/json-text.ts';
import { readSecretObjects, toSecretReference } from '../core/pure/references.ts';
import { toJson } from './values.ts';

/** A path into a value: `['mapping', 2, 'to']`. */
export type Path = readonly (string | number)[];

/** One of the documents of a text. */
export interface ParsedDocument {
  value: Json;
  /** In which line something stands, or as much of its path as there is. Counted from 1. */
  lineOf(path: Path): number;
}

/** The documents of a text, and what is wrong with it, with line and column. */
export interface Parsed {
  documents: ParsedDocument[];
  problems: { line?: number; message: string }[];
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
  const { isNode, parseAllDocuments, visit } = await import('yaml');
  const parsed: Parsed = { documents: [], problems: [] };
  for (const document of parseAllDocuments(text, { customTags: [secretTag], prettyErrors: true })) {
    const problems = findProblems(document);
    visit(document, {
      Scalar: (place, scalar) => {
        // Members have texts as names: `007` stays as it is written.
        if (place === 'key' && typeof scalar.value !== 'string') scalar.value = scalar.source ?? scalar.value;
        else if (losesDigits(scalar)) {
          const line = lineAt(text, scalar.range?.[0]);
          problems.push({ line, message: `the number in line ${line} is too long: it needs quotes` });
        }
      },
    });
    const value = problems.length > 0 ? null : readValue(document, problems);
    const lineOf = (path: Path): number => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(text, node.range[0]);
      }
      return 1;
    };
    if (value !== null) parsed.documents.push({ value, lineOf });
    parsed.problems.push(...problems);
  }
  return parsed;
}

/** A tag that nothing is known of is no remark: a misspelt `!secret` would send the name in place of the secret. */
function findProblems({ errors, warnings }: Pick<Document, 'errors' | 'warnings'>): Parsed['problems'] {
  return [...errors, ...warnings].map(({ message, linePos }) => ({
    ...(linePos === undefined ? {} : { line: linePos[0].line }),
    message: message.trimEnd(),
  }));
}

/** As the hub says it of numbers in JSON; YAML has a sign for positive ones, too. */
function losesDigits({ value, source = '' }: Scalar): boolean {
  return typeof value === 'number' && isLongNumber(source.replace(/^\+/, ''));
}

function lineAt(text: string, offset = 0): number {
  return text.slice(0, offset).split('\n').length;
}

function readValue(document: Pick<Document, 'toJS'>, problems: Parsed['problems']): Json {
  try {
    // Aliases would let a small file grow without bounds.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return readSecretObjects(toJson(value));
  } catch (error) {
    problems.push({ message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
