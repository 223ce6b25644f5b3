import type { Document, Scalar, ScalarTag, YAMLError } from 'yaml';
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
  const { isNode, isScalar, LineCounter, parseAllDocuments, visit } = await import('yaml');
  const lineCounter = new LineCounter();
  const lineAt = (offset = 0): number => lineCounter.linePos(offset).line;
  // The package compares each key with every one before, and takes `1` and `'1'` for two, which are one member.
  const options = { customTags: [secretTag], prettyErrors: true, lineCounter, merge: true, uniqueKeys: false };
  const parsed: Parsed = { documents: [], problems: [] };
  for (const document of parseAllDocuments(text, options)) {
    const problems = findProblems(document, text);
    const refuse = ({ range }: Pick<Scalar, 'range'>, toMessage: (line: number) => string): void => {
      const line = lineAt(range?.[0]);
      problems.push({ line, message: toMessage(line) });
    };
    visit(document, {
      Map: (_, { items }) => {
        const names = new Set<string>();
        for (const { key } of items) {
          if (!isScalar(key) || isMerge(key)) continue;
          const name = toName(key);
          if (names.has(name))
            refuse(key, (line) => `Map keys must be unique: ${name} in line ${line} is not the first`);
          names.add(name);
        }
      },
      Scalar: (place, scalar) => {
        if (place === 'key') scalar.value = isMerge(scalar) ? scalar.value : toName(scalar);
        else if (losesDigits(scalar)) refuse(scalar, (line) => `the number in line ${line} ${describeLoss(scalar)}`);
      },
    });
    const value = problems.length > 0 ? null : readValue(document, problems);
    const lineOf = (path: Path): number => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    };
    if (value !== null) parsed.documents.push({ value, lineOf });
    parsed.problems.push(...problems);
  }
  return parsed;
}

/**
 * A tag that nothing is known of is no remark: a misspelt `!secret` would send the name in place of the secret.
 *
 * Behind the first token that it does not expect, the package has lost its place, and expects no other one either.
 */
function findProblems({ errors, warnings }: Pick<Document, 'errors' | 'warnings'>, text: string): Parsed['problems'] {
  const lost = errors.find(isUnexpected);
  const listed = [...errors.filter((error) => !isUnexpected(error) || error === lost), ...warnings];
  return listed.map((error) => ({
    ...(error.linePos === undefined ? {} : { line: error.linePos[0].line }),
    message: (opensReference(error, text) ? nameReference(error.message) : error.message).trimEnd(),
  }));
}

function isUnexpected({ code }: Pick<YAMLError, 'code'>): boolean {
  return code === 'UNEXPECTED_TOKEN';
}

/** Whether an error is about the brace of a `${…}` that stands without quotes where braces are maps. */
function opensReference(error: YAMLError, text: string): boolean {
  const [at] = error.pos;
  return isUnexpected(error) && text.slice(at - 1, at + 1) === '${';
}

function nameReference(message: string): string {
  return message.replace(/^.*?(?= at line )/, 'Within braces and brackets, a text with ${…} needs quotes');
}

/** Members have texts as names: `007` stays as it is written. */
function toName({ value, source }: Scalar): string {
  return typeof value === 'string' ? value : (source ?? String(value));
}

/** Whether a key is `<<`, which takes over the members of another map. */
function isMerge({ value }: Scalar): boolean {
  return typeof value === 'symbol';
}

const zerosFirst = /^[+-]?0\d/;

/** As the hub says it of numbers in JSON; YAML has a sign for positive ones, too, and numbers that JSON does not have. */
function losesDigits({ value, source = '' }: Scalar): boolean {
  if (typeof value !== 'number') return false;
  return !Number.isFinite(value) || zerosFirst.test(source) || isLongNumber(source.replace(/^\+/, ''));
}

function describeLoss({ value, source = '' }: Scalar): string {
  if (zerosFirst.test(source)) return 'begins with a zero, which no number keeps: it needs quotes';
  return Number.isFinite(value) ? 'is too long: it needs quotes' : 'is not finite, which JSON cannot say';
}

function readValue(document: Pick<Document, 'toJS'>, problems: Parsed['problems']): Json {
  try {
    // Aliases would let a small file grow without bounds.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return readSecretObjects(toJson(value));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.push({ message: error instanceof RangeError ? 'an alias stands within what it stands for' : message });
    return null;
  }
}
