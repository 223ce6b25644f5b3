import type { Placement } from '../../../kit/auth/application.ts';
import type { OutgoingRequest } from './authenticator.ts';
import type { Fill } from './fill.ts';

/** Puts credentials into their places in a request. Cookies join those that are there. */
export function fillPlaces(request: OutgoingRequest, places: readonly Placement[], fill: Fill): void {
  for (const place of places) {
    const [name, value] = [fill(place.name), fill(place.value)];
    if (place.in === 'header') request.headers[name.toLowerCase()] = value;
    else if (place.in === 'query') request.url.searchParams.set(name, value);
    else addCookie(request.headers, name === '' ? value : `${name}=${value}`);
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2 */
function addCookie(headers: Record<string, string>, pair: string): void {
  const present = headers['cookie'];
  headers['cookie'] = present === undefined ? pair : `${present}; ${pair}`;
}
