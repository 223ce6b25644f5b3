import type { Ending } from './exit-codes.ts';

/** Tells how a command ended. */
export type Finish = (ending: Ending) => void;
