import type { GivenPages, GivenRequest, HttpPages, RequestTemplate } from '../http/operations.ts';
import { reads, requests } from '../http/complete-operations.ts';

/**
 * How the hub registers a hook at the vendor by itself, as data: for each *topic* that the vendor lets one subscribe to, the
 * requests that list, make, renew and remove a subscription.
 *
 * Holes of all requests but that of the list: `$url` is the address of the hook, `$name` a name for it, `$secret` what
 * deliveries are to be signed with, `$events` the list of events (`$event_names`: with commas between them), `$ends_at` when the
 * subscription is to end, `$id` the vendor's id of it; `$of.NAME` is a part of what it is about.
 */
export interface Subscription {
  /** The vendor's page on the requests. */
  docsUrl: string;
  /** By the name that triggers know them by. */
  topics: Readonly<Record<string, SubscriptionTopic>>;
  /** Events by which the vendor asks for a renewal, or says that it removed one or dropped events: it is renewed at once. */
  renewOn?: readonly string[];
}

/** One thing out of many that a subscription is about: a mailbox, a channel. Triggers name it in `subscribe.of`. */
export interface SubscriptionPart {
  title: string;
  /** The parameter of the connection that lists what it may be; the only one there is the default. */
  from?: string;
}

/** Texts that are one segment of a path, and lead nowhere else. */
export const partText = /^(?!\.{1,2}$)[^\s/?#%'"\\{}&]{1,320}$/;

export interface SubscriptionTopic {
  title: string;
  /** What the connection has to be allowed at the vendor, in Markdown. */
  needs: string;
  /** The objects whose changes it tells of, each with the events that do. */
  objects: Readonly<Record<string, readonly string[]>>;
  /** What the trigger has to name, by the name of the hole `$of.NAME`. Default: nothing, there is one only. */
  of?: Readonly<Record<string, SubscriptionPart>>;
  /** All that is subscribed to: the hub finds its own by their addresses, so that none is doubled or left behind. */
  list: HttpPages;
  /** Where an entry of the list holds the address, and its id. */
  urlPath: string;
  idPath: string;
  /** The vendor tells an address in place of an id: what stands behind its last slash is the id. */
  idIsAddress?: true;
  create: RequestTemplate;
  /** The vendor takes no list of events: each is a member of the body, which is true. */
  eventsAreMembers?: true;
  /** Where the answer to it holds the id. Default: `idPath`. */
  createdIdPath?: string;
  /** Sent once it is there: it begins only then. */
  verify?: RequestTemplate;
  /** One after the other. */
  remove: readonly RequestTemplate[];
  /**
   * What deliveries are signed with: made by the hub, or by the vendor where `path` says where its answer has it: the one to
   * `create`, or to a `request` of its own.
   */
  secret: { field: string; path?: string; request?: RequestTemplate };
  /** Of one that ends by itself. */
  ends?: {
    /** How long it is asked for. */
    lifeS: number;
    /** Where the answers hold the end. Default: as it was asked for. */
    path?: string;
    renew: RequestTemplate;
  };
}

type GivenTopic = Omit<SubscriptionTopic, 'list' | 'create' | 'verify' | 'remove' | 'ends' | 'secret'> & {
  list: Omit<GivenPages, 'kind'>;
  create: GivenRequest;
  verify?: GivenRequest;
  remove: readonly GivenRequest[];
  secret: Omit<SubscriptionTopic['secret'], 'request'> & { request?: GivenRequest };
  ends?: Omit<NonNullable<SubscriptionTopic['ends']>, 'renew'> & { renew: GivenRequest };
};

/** Completes the requests of a topic with their defaults. */
export function topic({ list, create, verify, remove, secret, ends, ...facts }: GivenTopic): SubscriptionTopic {
  const { request: reveal, ...place } = secret;
  const pages = reads({ kind: 'pages', ...list });
  if (pages.kind !== 'pages') throw new TypeError('Subscriptions are listed in pages.');
  return {
    ...facts,
    list: pages,
    create: requests(create),
    ...(verify === undefined ? {} : { verify: requests(verify) }),
    remove: remove.map(requests),
    secret: { ...place, ...(reveal === undefined ? {} : { request: requests(reveal) }) },
    ...(ends === undefined ? {} : { ends: { ...ends, renew: requests(ends.renew) } }),
  };
}

/** What a trigger subscribes to. */
export interface SubscriptionChoice {
  topic: string;
  events: readonly string[];
  /** Absent where it names nothing. */
  of?: Readonly<Record<string, string>>;
}

/** A connector, as far as its subscriptions go. */
interface Subscribable {
  webhook?: { subscription?: Subscription | undefined } | undefined;
}

/** @returns the topics of a connector; none where the vendor lets programs subscribe to nothing. */
export function listTopics({ webhook }: Subscribable): [string, SubscriptionTopic][] {
  return Object.entries(webhook?.subscription?.topics ?? {});
}

/**
 * Finds what to subscribe to, so that changes of an object are told of.
 *
 * @param asked What the trigger asks for instead.
 * @returns `undefined` where there is no such topic, or it is not known which events are meant.
 */
export function chooseTopic(
  connector: Subscribable,
  object: string | undefined,
  asked: {
    to?: string | undefined;
    events?: readonly string[] | undefined;
    of?: Readonly<Record<string, string>> | undefined;
  },
): SubscriptionChoice | undefined {
  for (const [name, { objects }] of listTopics(connector)) {
    const usual = object === undefined || !Object.hasOwn(objects, object) ? undefined : objects[object];
    if (asked.to === undefined ? usual === undefined : name !== asked.to) continue;
    const events = asked.events ?? usual;
    const { of = {} } = asked;
    if (events === undefined) continue;
    return { topic: name, events, ...(Object.keys(of).length === 0 ? {} : { of }) };
  }
  return undefined;
}
