/** What stops files from being applied, and where it stands. */
export interface Problem {
  file: string;
  /** Counted from 1. */
  line?: number;
  message: string;
}

/** Files that cannot be applied. */
export class UnusableFiles extends Error {
  readonly problems: readonly Problem[];

  constructor(title: string, problems: readonly Problem[]) {
    super([title, ...new Set(problems.map(showProblem))].join('\n  '));
    this.name = 'UnusableFiles';
    this.problems = problems;
  }
}

/** `people.yaml:12: …` */
function showProblem({ file, line, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}
