/** What a driver does about the subscriptions of one topic at the vendor. */
export interface Subscriber {
  /** The ids of those that send to an address. @throws {ConnectorError} */
  list(url: string, signal: AbortSignal): Promise<string[]>;
  /** Makes one. Sent twice, there are two. @throws {ConnectorError} also where it may have been made. */
  create(wanted: NewSubscription, signal: AbortSignal): Promise<MadeSubscription>;
  /** @returns what the vendor signs deliveries with, where it has to be asked for that. @throws {ConnectorError} */
  readSecret(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Begins one that has to be verified; does nothing for others. @throws {ConnectorError} */
  verify(id: string, signal: AbortSignal): Promise<void>;
  /** @returns when it ends now; `gone` where the vendor does not know it any more. @throws {ConnectorError} */
  renew(id: string, signal: AbortSignal): Promise<Date | 'gone'>;
  /** Removes one, or finds that it is gone. @throws {ConnectorError} */
  remove(id: string, signal: AbortSignal): Promise<void>;
}

export interface NewSubscription {
  url: string;
  name: string;
  events: readonly string[];
  secret: string;
  /** What it is about, as far as the trigger names it. */
  of?: Readonly<Record<string, string>> | undefined;
}

export interface MadeSubscription {
  id: string;
  /** Absent where it lasts until it is removed. */
  endsAt?: Date;
  /** What deliveries are signed with, where the vendor made it and its answer says so. */
  secret?: string;
}
