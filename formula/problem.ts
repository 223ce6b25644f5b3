/** A position in a formula. Lines and columns count from 1, the offset from 0, all in UTF-16 code units. */
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

/** A problem found in a formula at compile time. */
export interface FormulaProblem {
  code: (typeof problemCodes)[number];
  /** For people, with position and suggestion. */
  message: string;
  position: Position;
  expected?: string | undefined;
  found?: string | undefined;
  /** The name probably meant. */
  suggestion?: string | undefined;
}

/** A problem at an offset, before its line and column are computed. */
export interface ProblemDraft extends Omit<FormulaProblem, 'position'> {
  offset: number;
}

/** Stops parsing at the first mistake: later ones may only be its consequences. */
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

/** Completes a draft: adds the position, and appends position and suggestion to the message. */
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
