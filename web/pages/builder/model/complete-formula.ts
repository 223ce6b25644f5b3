import type { FormulaFunction } from '../../../../client/operations.data.ts';

/** A name that can be written: a field of the record, or a function with what it does. */
export interface FormulaName {
  name: string;
  kind: 'field' | 'function';
  /** Type of the field, or the signature of the function. */
  detail: string;
  /** Sample value of the field, or what the function does. */
  help: string;
}

export interface Completion {
  /** Where the word begins that a choice replaces; it ends at the caret. */
  from: number;
  options: FormulaName[];
}

const optionsMax = 40;

/** What can be written at the caret: fields first, then functions. Nothing within a text in quotes. */
export function completeFormula(text: string, caret: number, names: readonly FormulaName[]): Completion {
  const before = text.slice(0, caret);
  const word = /[\p{L}_$`][\p{L}\p{N}_$.`[\]]*$/u.exec(before)?.[0] ?? '';
  const from = caret - word.length;
  if (isQuoted(before.slice(0, from))) return { from, options: [] };
  return { from, options: rank(names, word) };
}

/** Names for a path alone, all of them while nothing is written. */
export function completePath(text: string, names: readonly FormulaName[]): Completion {
  return {
    from: 0,
    options: rank(
      names.filter(({ kind }) => kind === 'field'),
      text,
    ),
  };
}

/** The text with the choice in place of the word, and where the caret then stands: between the brackets of a call. */
export function applyCompletion(
  text: string,
  caret: number,
  { from }: Completion,
  { name, kind }: FormulaName,
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const isCall = kind === 'function' && !rest.startsWith('(');
  const written = isCall ? `${name}()` : name;
  return { text: text.slice(0, from) + written + rest, caret: from + name.length + (isCall ? 1 : 0) };
}

export function toFunctionNames(functions: readonly FormulaFunction[]): FormulaName[] {
  return functions.map(({ name, signatures, form, description }) => ({
    name,
    kind: 'function',
    detail: signatures[0]?.text ?? form ?? '',
    help: description,
  }));
}

function rank(names: readonly FormulaName[], word: string): FormulaName[] {
  const wanted = word.toLowerCase();
  const starts = names.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const holds =
    wanted.length < 2 ? [] : names.filter((item) => !starts.includes(item) && item.name.toLowerCase().includes(wanted));
  return [...starts, ...holds].filter(({ name }) => name !== word).slice(0, optionsMax);
}

function isQuoted(before: string): boolean {
  let quote = '';
  for (const character of before.replaceAll(/\\./g, '')) {
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
  }
  return quote !== '';
}
