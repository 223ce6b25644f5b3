import type { z } from 'zod';
import type { Subscription } from './subscription.ts';

/**
 * How a vendor pushes events, as data: how deliveries are authenticated, which handshakes precede them, and
 * where each event has its type and id.
 *
 * Terminology: a *delivery* is one request of the vendor; it carries one *event* or several. A *handshake* is a request
 * that expects a specific response instead.
 */
export interface Webhook {
  /** The vendor's page that describes signature and form. */
  docsUrl: string;
  /** How the hook's address is registered with the vendor, in Markdown. */
  setup: string;
  /** Form of what the vendor and the hub both know, or what else tells this customer's deliveries from another's. */
  credentials: z.ZodObject;
  signature: Signature;
  handshakes?: readonly Handshake[];
  events: EventReading;
  /** Networks that deliveries and handshakes come from. Default: any. Checked by who knows the sender's address. */
  networks?: readonly string[];
  /** The only status that the vendor takes for success. Default: 202, and any other of 2xx would do. */
  acceptedStatus?: 200;
  /** How the hub registers its address by itself; absent where the vendor lets only people do it. */
  subscription?: Subscription;
}

/** Where a delivery holds a text: a header in lower case, a query parameter, or a path into the JSON body. */
export interface ValueLocation {
  in: 'header' | 'query' | 'body';
  name: string;
  /** Of a header that holds several, as in `t=1663781880,v1=0f3a`: the name of the one that is meant. */
  member?: string;
}

/** Where an event holds a text: `event` is a path into the event itself. */
export interface EventPlace {
  in: ValueLocation['in'] | 'event';
  name: string;
  member?: string;
}

export type TimeUnit = 'epoch_s' | 'epoch_ms' | 'iso';

/** When the vendor sent a delivery; what it signs must cover it. */
export interface SentAt {
  place: ValueLocation;
  unit: TimeUnit;
  /** How far it may lie from our clock, either way. */
  toleranceSeconds: number;
}

export type Digest = 'sha1' | 'sha256' | 'sha512';
export type DigestEncoding = 'hex' | 'base64';

/** An HMAC over the raw bytes of the body, alone or with the time. */
export interface HmacSignature {
  kind: 'hmac';
  algorithm: Digest;
  encoding: DigestEncoding;
  header: string;
  /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the digest; any one of it counts. */
  member?: string;
  /** What stands before the digest: `sha256=`. */
  prefix?: string;
  /** What is signed, a template of `{body}`, `{timestamp}` and `{header.NAME}`. Default: the body. */
  signed?: string;
  /** Field of the form that holds the key. */
  key: string;
  /** The key is what the field's text stands for in this encoding. Default: the text itself. */
  keyEncoding?: DigestEncoding;
  sentAt?: SentAt;
}

/** A shared secret that the vendor sends with each delivery or in each of its events. */
export interface TokenSignature {
  kind: 'token';
  place: EventPlace;
  /** Template over the form. */
  value: string;
}

/** A JSON Web Token of the vendor's own issuer. @see https://www.rfc-editor.org/rfc/rfc7519 */
export interface JwtSignature {
  kind: 'jwt';
  /** Header that holds it, after `Bearer`. */
  header: string;
  issuers: readonly string[];
  /** Address of the issuer's key set. */
  keysUrl: string;
  algorithms: readonly string[];
  /** Template over the form. */
  audience: string;
  /** Claims with the values that they must have: templates over the form, or truth. */
  claims: Readonly<Record<string, string | true>>;
}

/** Amazon SNS: signed by a certificate that the message links. */
export interface SnsSignature {
  kind: 'sns';
  /** Field of the form that holds the only topic whose messages are taken. */
  topic: string;
  /** How far a message's time may lie back or ahead. */
  toleranceSeconds: number;
}

/** Credentials of HTTP: fields `token`, or `username` and `password`. @see https://www.rfc-editor.org/rfc/rfc7617 */
export interface AuthorizationSignature {
  kind: 'authorization';
  scheme: 'bearer' | 'basic';
}

/** The client certificate that the sender showed to a trusted proxy, by the field `fingerprint`. */
export interface CertificateSignature {
  kind: 'certificate';
  header: string;
  holds: 'certificate' | 'fingerprint' | 'xfcc';
}

/** Each of several. */
export interface CombinedSignature {
  kind: 'all';
  of: readonly Exclude<Signature, CombinedSignature>[];
}

/** @see https://www.standardwebhooks.com */
export interface StandardWebhooksSignature {
  kind: 'standard_webhooks';
  /** What its headers begin with. Default: `webhook`. */
  prefix?: 'webhook' | 'svix';
  /** Field of the form that holds the secret, with or without its `whsec_`. */
  key: string;
}

export type Signature =
  | HmacSignature
  | StandardWebhooksSignature
  | TokenSignature
  | AuthorizationSignature
  | CertificateSignature
  | JwtSignature
  | SnsSignature
  | CombinedSignature;

/** Tells a handshake from other deliveries. */
export interface When {
  place: ValueLocation;
  equals: string;
}

/** Sends a challenge back, as plain text or as a member of a JSON object. */
export interface EchoHandshake {
  kind: 'echo';
  method: 'GET' | 'POST';
  challenge: ValueLocation;
  /** All of them hold. */
  when?: When | readonly When[];
  /** Where the field `verify_token` of the form stands. */
  token?: ValueLocation;
  answer: 'text' | { member: string };
  /** Only deliveries that are signed are answered. False where the vendor signs no handshakes. */
  isSigned: boolean;
}

/** Answers with a token and its HMAC, which shows that the hub knows the key. */
export interface HmacHandshake {
  kind: 'hmac';
  /** Default: POST. */
  method?: 'GET' | 'POST';
  when?: When | readonly When[];
  token: ValueLocation;
  key: string;
  algorithm: Digest;
  encoding: DigestEncoding;
  /** What stands before the digest. */
  prefix?: string;
  /** Members of the answer. */
  answer: { token?: string; digest: string };
  /**
   * Default: true. Where false, everyone gets digests by the key: then tokens are short words, and deliveries are objects of
   * JSON, which no such word is.
   */
  isSigned?: boolean;
}

/** Visits an address in a signed delivery. It must be one of the vendor's own. */
export interface ConfirmHandshake {
  kind: 'confirm';
  when: When;
  url: ValueLocation;
  hosts: RegExp;
}

export type Handshake = EchoHandshake | HmacHandshake | ConfirmHandshake;

export interface EventReading {
  /** Path to the list of events; an object there is one event. Default: the body. */
  list?: string;
  name: EventPlace;
  /** Name of events that carry none. Absent: there are no such events. */
  unnamed?: string;
  /** Texts that together are one event's alone, the same each time it is sent. Absent: the vendor names none. */
  key?: readonly EventPlace[];
  at?: { place: EventPlace; unit: TimeUnit };
  /** Types of test events, which start no run. */
  tests?: readonly string[];
}

export function header(name: string): { in: 'header'; name: string } {
  return { in: 'header', name: name.toLowerCase() };
}

/** One of the values in a header such as `t=1663781880,v1=0f3a`. */
export function inHeader(name: string, member: string): { in: 'header'; name: string; member: string } {
  return { ...header(name), member };
}

export function inQuery(name: string): { in: 'query'; name: string } {
  return { in: 'query', name };
}

export function inBody(path: string): { in: 'body'; name: string } {
  return { in: 'body', name: path };
}

export function inEvent(path: string): { in: 'event'; name: string } {
  return { in: 'event', name: path };
}
