/** Where something stands in a formula. Lines and columns count from 1, the offset from 0, all in UTF-16 code units. */
export interface Position {
  offset: number;
  line: number;
  column: number;
}

export const problemCodes = [
  'too_long',
  'nested_too_deep',
  'syntax',
  'unsupported',
  'number_too_large',
  'unknown_field',
  'unknown_function',
  'wrong_arguments',
  'type_mismatch',
  'invalid_argument',
] as const;

/** What is wrong with a formula, found before any record is read. */
export interface FormulaProblem {
  code: (typeof problemCodes)[number];
  /** A sentence for a person, with the place and the suggestion. */
  message: string;
  position: Position;
  expected?: string | undefined;
  found?: string | undefined;
  /** What was probably meant. */
  suggestion?: string | undefined;
}

/** What stands wrong at an offset, before its place is worked out. */
export interface ProblemDraft extends Omit<FormulaProblem, 'position'> {
  offset: number;
}

/** Ends the parsing of a formula at its first mistake: what follows one cannot be told from it. */
export class SyntaxProblem extends Error {
  readonly draft: ProblemDraft;

  constructor(draft: ProblemDraft) {
    super(draft.message);
    this.name = 'SyntaxProblem';
    this.draft = draft;
  }
}

export function locate(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** Completes a draft: its place, and its sentence followed by both place and suggestion. */
export function toProblem(text: string, { offset, message, suggestion, ...draft }: ProblemDraft): FormulaProblem {
  const position = locate(text, offset);
  const hint = suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
  return {
    ...draft,
    message: `${message} (line ${position.line}, column ${position.column}).${hint}`,
    position,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
