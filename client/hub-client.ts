import type { Operations, Run } from './operations.data.ts';

/** Where the hub is, and with what it is asked. */
export type HubClientOptions = HubClientSettings & (ApiKey | AccessToken | Session);

interface HubClientSettings {
  /** Address of the hub, with or without `/v1`. */
  baseUrl: string;
  /** In place of the platform's own. */
  fetch?: typeof fetch;
  /** How often a request is sent again that met a passing fault. Default 3. */
  retriesMax?: number;
  /** How long one attempt may take. Default 35 000: the hub ends every request before that. */
  timeoutMs?: number;
}

interface ApiKey {
  apiKey: string;
  getToken?: never;
}

interface AccessToken {
  /** Gives a valid access token; asked before each attempt. */
  getToken: () => string | Promise<string>;
  apiKey?: never;
}

/** Of a page that a person is signed in to, on the hub's own origin: the browser adds the cookie of the session. */
interface Session {
  session: true;
  apiKey?: never;
  getToken?: never;
}

/** What can be said to every call. */
export interface CallOptions {
  /** Ends the call, with all its waiting. */
  signal?: AbortSignal;
  /** The `etag` of the version that the call changes; another one in the meantime is refused. */
  ifMatch?: string;
  /** `*` makes nothing where something of that name is there already: that is refused as another version is. */
  ifNoneMatch?: '*';
  /** In place of the one that the client makes: for a request that a restart of your program must not repeat. */
  idempotencyKey?: string;
  /** Waits up to so many seconds for the outcome of what the call starts. */
  waitSeconds?: number;
}

/** An answer with what came around it. */
export interface HubAnswer<Data> {
  data: Data;
  /** On lists only. */
  meta: PageMeta | undefined;
  status: number;
  /** For `ifMatch`. */
  etag: string | undefined;
  requestId: string | undefined;
  /** The answer is the kept one of an earlier request with the same key. */
  replayed: boolean;
}

/** Which page of a list it is, and how many records there are. */
export interface PageMeta {
  page: number;
  per_page: number;
  total: number;
  /** There are more than `total`, which is as far as they are counted. */
  total_is_exact?: false;
}

export type OperationName = keyof Operations;

/** The operations that give lists. */
export type ListName = {
  [Name in OperationName]: Operations[Name] extends { item: unknown } ? Name : never;
}[OperationName];

/**
 * A hub, as a program sees it.
 *
 * Every method rejects with `HubApiError` on a refusal and with `HubUnreachableError` when no answer came, in both cases
 * after the repetitions that make sense.
 */
export interface HubClient {
  /** Calls an operation. @returns `data` of the answer. */
  call<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ): Promise<Operations[Name]['data']>;
  /** Calls an operation. @returns the answer with its version and its id. */
  request<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ): Promise<HubAnswer<Operations[Name]['data']>>;
  /** Walks through all pages of a list. */
  list<Name extends ListName>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ): AsyncGenerator<Operations[Name]['item'], void>;
  /** Waits until a run has ended, or waits for a person. Without a signal, for as long as that takes. */
  waitForRun(id: string, options?: Pick<CallOptions, 'signal'>): Promise<Run>;
}
