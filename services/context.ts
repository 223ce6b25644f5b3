import type { Clock } from '../core/clock.ts';
import type { Database, Transaction } from '../drizzle/client.ts';
import type { PublicKeys } from '../vault/key-files.ts';
import type { TestRunner } from './connections/test-runner.ts';

/** The means that every verb works with; one set for each process. */
export interface ServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** What credentials are sealed to. Nothing here can open them. */
  readonly publicKeys: PublicKeys;
  readonly testRunner: TestRunner;
  /** Where runs can be inspected; no link is shown without a UI address. */
  readonly temporal: { readonly namespace: string; readonly uiUrl?: string | undefined };
}

/** Who asks: the holder of a credential, within one organization. */
export interface Caller {
  /** The tenant, as the database knows it. */
  readonly orgId: string;
  /** Id of the key, as the audit log shows it. */
  readonly actor: string;
  readonly scopes: ReadonlySet<string>;
  /** The organization wants every change to say which version it is meant for. */
  readonly requireIfMatch: boolean;
}

/** A verb's first argument: the means, the caller and the request. */
export interface ServiceContext extends ServiceDeps, Caller {
  readonly requestId: string;
  /** Versions that the caller will change (`If-Match`); absent when it did not say. See `requireVersion`. */
  readonly ifMatch?: IfMatch | undefined;
  /** The transaction that the whole request is part of; `inTenant` joins it instead of beginning one of its own. */
  readonly transaction?: Transaction | undefined;
}

/** `*`, or the versions that the entity tags name. */
export type IfMatch = '*' | readonly number[];
