import type { JsonObject } from '../../../core/json.ts';
import { fill, readPlace, type ReadDelivery } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import { listEvents } from './read-events.ts';
import type { Verdict } from './verdict.ts';
import type { EventReading, TokenSignature } from './webhook.ts';

/** Checks a token that comes with the delivery, or with each event: then all of them must have it. */
export function checkToken(
  { place, value }: TokenSignature,
  delivery: ReadDelivery,
  credentials: JsonObject,
  reading: EventReading,
): Verdict {
  const expected = fill(value, credentials);
  const events = place.in === 'event' ? (listEvents(reading, delivery) ?? []) : [undefined];
  const tokens = events.map((event) => readPlace(delivery, place, event));
  if (expected === '' || tokens.length === 0 || tokens.includes(undefined)) return 'unsigned';
  return tokens.every((token) => equalTexts(token ?? '', expected)) ? 'genuine' : 'forged';
}
