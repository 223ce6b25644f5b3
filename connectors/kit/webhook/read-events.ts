import type { Json } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { readPlace, type ReadDelivery, toEpochMs } from './delivery.ts';
import type { EventReading } from './webhook.ts';

/** The stored part of an event: its identity, not its content. */
export interface VendorEvent {
  name: string;
  /** The same each time the event is sent. `undefined`: it cannot be told from another one like it. */
  key: string | undefined;
  at: Date | undefined;
  /** A test event. */
  isTest: boolean;
}

/** No vendor sends more in one delivery; storing them would take minutes. */
export const eventsMax = 10_000;

/** @returns `undefined` where the body is not of the form that the vendor documents, or holds too many. */
export function listEvents({ list }: EventReading, { json }: ReadDelivery): readonly Json[] | undefined {
  const found = json === undefined || list === undefined ? json : compileReader(list)(json);
  if (Array.isArray(found)) return found.length > 0 && found.length <= eventsMax ? found : undefined;
  // Some vendors say all of it in headers; a path promises more.
  if (found === undefined) return list === undefined ? [null] : undefined;
  return [found];
}

/** Tells which events a delivery carries. @returns `undefined` where it is not of the vendor's form. */
export function readEvents(reading: EventReading, delivery: ReadDelivery): VendorEvent[] | undefined {
  const found = listEvents(reading, delivery)?.map((event) => readEvent(reading, delivery, event));
  return found?.every((event) => event !== undefined) === true ? found : undefined;
}

function readEvent(
  { name: namePlace, unnamed, key, at, tests = [] }: EventReading,
  delivery: ReadDelivery,
  event: Json,
): VendorEvent | undefined {
  const name = readPlace(delivery, namePlace, event) ?? unnamed;
  if (name === undefined) return undefined;
  const atMs = at && toEpochMs(readPlace(delivery, at.place, event), at.unit);
  const parts = key?.map((place) => readPlace(delivery, place, event));
  return {
    name: toName(name),
    key: parts === undefined || parts.includes(undefined) ? undefined : JSON.stringify(parts),
    at: atMs === undefined ? undefined : new Date(atMs),
    isTest: tests.includes(name),
  };
}

const nameCharactersMax = 255;

/** A name that a database holds and a terminal shows. */
function toName(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, nameCharactersMax)
    .toWellFormed();
}
