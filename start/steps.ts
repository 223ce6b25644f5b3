import { migrate } from '../drizzle/migrate.ts';
import { ensureKeyFiles } from '../vault/key-files.ts';
import { ensureDatabases } from './servers/databases.ts';
import { runMainJob } from './main-job/main-job.ts';
import { tellOfMovedPort } from './servers/moved-port.ts';
import { ensureApiKey } from './main-job/own-api-key.ts';
import { ensureOwnerLink } from './main-job/owner-link.ts';

/**
 * The steps of a start, with arguments and results that can be sent as JSON.
 *
 * They run in a process that ends (`steps-process.ts`): their modules and garbage take more memory
 * than the supervisor needs for all the rest of its life.
 */
export const steps = {
  ensureApiKey,
  ensureDatabases,
  ensureKeyFiles,
  ensureOwnerLink,
  migrate,
  runMainJob,
  tellOfMovedPort,
};

export type Steps = typeof steps;

/** Requests a step. */
export interface StepRequest {
  id: number;
  name: keyof Steps;
  args: readonly unknown[];
}

/** How a step ended. Both travel as JSON texts. */
export type StepAnswer<Result = unknown> = { id: number; result: Result } | { id: number; failure: StepFailure };

export interface StepFailure {
  message: string;
  stack: string | undefined;
  cause: string | undefined;
  /** Of a problem that the user can solve. */
  remedy: string | undefined;
}
