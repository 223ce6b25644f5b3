import type { Caller } from '../services/shared/context.ts';

/** What is learnt of a request while it is served, for log, metrics and trace. */
export interface RequestSummary {
  route?: string;
  /** Template of its path. */
  path?: string;
  caller?: Caller;
  /** Of the error that it was answered with. */
  code?: string;
  /** Names the span that the request is traced as. */
  readonly traceparent?: string | undefined;
}
