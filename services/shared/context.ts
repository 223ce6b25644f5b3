/**
 * What the hub does, one verb per file; `api/` and every other way in call these and nothing below them.
 *
 * A verb takes `{ ctx, input }`: `ctx` says who asks, and with which dependencies, `input` was parsed by the shape exported
 * beside the verb. Each verb checks its scope first, does all its work in one transaction of the caller's organization,
 * and writes its audit row in the transaction of the change. Expected refusals are `HubError`s.
 *
 * Terminology: a *row* is what the database holds, a *record* is the same thing as the API shows it.
 */
import type { EgressPolicy } from '../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../core/clock.ts';
import type { CredentialKind, SecondFactorNeed } from '../../core/enums.ts';
import type { Scripts } from '../../core/scripts.ts';
import type { Secret } from '../../core/secret.ts';
import type { Database, Transaction } from '../../drizzle/client.ts';
import type { PublicKeys } from '../../vault/key-files.ts';
import type { ExportSlots } from '../audit-events/export-slots.ts';
import type { Discoveries } from '../connections/discoveries.ts';
import type { Workers } from '../connections/workers.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import type { MailRoom } from './mail-room.ts';
import type { NetworkList } from './networks.ts';
import type { RoleGrant } from '../access/people/role-grants.ts';

/** The dependencies of every verb; one set for each process. */
export interface ServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** What credentials are sealed to. Nothing here can open them. */
  readonly publicKeys: PublicKeys;
  /** What the secrets of new credentials are hashed with. */
  readonly pepper: Secret<string>;
  readonly workers: Workers;
  readonly discoveries: Discoveries;
  readonly exports: ExportSlots;
  readonly live: LiveStreams;
  /** Under which clients reach the API. */
  readonly publicUrl: string;
  /** Absent where the operator has named no mail server. */
  readonly mail?: MailRoom | undefined;
  /** Private addresses that the operator opened. */
  readonly egress: EgressPolicy;
  /** Reads the TXT records of a name. Default: asks the resolvers of the machine. */
  readonly resolveTxt?: ((name: string) => Promise<string[][]>) | undefined;
  /** Absent where there is no sandbox: definitions with a script are refused then. */
  readonly scripts?: Scripts | undefined;
  /** Where runs can be inspected; no link is shown without a UI address. */
  readonly temporal: { readonly namespace: string; readonly uiUrl?: string | undefined };
}

/** Who asks: the holder of a credential, within one organization. */
export interface Caller {
  /** The tenant, as the database knows it. */
  readonly orgId: string;
  readonly kind: CredentialKind;
  /** Id of the key, as the audit log shows it. */
  readonly actor: string;
  readonly scopes: ReadonlySet<string>;
  /** When the credential ends by itself, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** Where the credential may be used from; absent means anywhere. */
  readonly networks?: NetworkList | undefined;
  /** The organization wants every change to say which version it is meant for. */
  readonly requireIfMatch: boolean;
  /** Of a person; absent for programs. */
  readonly session?: CallerSession | undefined;
  /** UUID of the person, whose own rows the request may see. */
  readonly userId?: string | undefined;
  /** Limits of the organization, in place of the configured ones; absent where there are none. */
  readonly requestsPerMinute?: number | undefined;
  readonly requestsBurst?: number | undefined;
  /** UUIDs of the accounts that the request is limited to; absent means all, and what belongs to none. */
  readonly accounts?: readonly string[] | undefined;
}

/** How a person is signed in. */
export interface CallerSession {
  /** UUID. */
  readonly id: string;
  readonly grants: readonly RoleGrant[];
  /** When the person last showed who they are, in milliseconds since the epoch. */
  readonly elevatedAt: number;
  /** The person signed in by the organization's identity provider, which vouches for them here and nowhere else. */
  readonly bySso: boolean;
  /** What the person has to do before anything else, because the organization asks for a second factor. */
  readonly secondFactorNeed?: SecondFactorNeed | undefined;
}

/** A verb's first argument: the dependencies, the caller and the request. */
export interface ServiceContext extends ServiceDeps, Caller {
  readonly requestId: string;
  /** Under which span what the request sets off is traced; absent where nothing is. */
  readonly traceparent?: string | undefined;
  /** Where the request comes from, as far as it is known. */
  readonly address?: string | undefined;
  /** Versions that the caller will change (`If-Match`); absent when it did not say. See `requireVersion`. */
  readonly ifMatch?: IfMatch | undefined;
  /** The transaction that the whole request is part of; `inTenant` joins it instead of beginning one of its own. */
  readonly transaction?: Transaction | undefined;
}

/** `*`, or the versions that the entity tags name. */
export type IfMatch = '*' | readonly number[];
