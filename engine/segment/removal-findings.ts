import type { MissingCounts, Withheld } from '../removal.ts';

/** What a run that removes what vanished found out. */
export interface RemovalFindings extends MissingCounts {
  withheld: Withheld | undefined;
}
