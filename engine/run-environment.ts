import type { FormulaEnvironment } from '../formula/index.ts';

/** What a run starts with: the instant, and the stored tables that its definition names. */
export interface RunEnvironment extends FormulaEnvironment {
  /** Names the versions of the tables: with others, records come to something else. */
  readonly tableVersions?: string | undefined;
}
