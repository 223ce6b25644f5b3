import type { ApiKey, ApiKeyPatch } from '../../../client/operations.data.ts';
import { isSame } from '../json.ts';
import { readScopes } from './describe-scopes.ts';
import { readText } from '../read-text.ts';

const dayMs = 86_400_000;

/** What differs between a key and what a form says of it. */
export function readKeyChanges(key: ApiKey, form: FormData): ApiKeyPatch {
  const [name, lastDay] = [readText(form, 'name').trim(), readText(form, 'last_day')];
  const scopes = readScopes(form, key.scopes);
  const networks = readNetworks(readText(form, 'networks'));
  return {
    ...(name === key.name ? {} : { name }),
    ...(isSame(scopes.toSorted(), key.scopes.toSorted()) ? {} : { scopes }),
    // The time of the day that a program set stays, where the day does.
    ...(lastDay === toLastDay(key.expires_at) ? {} : { expires_at: endOfDay(lastDay) ?? null }),
    ...(isSame(networks, key.allowed_cidrs ?? []) ? {} : { allowed_cidrs: networks.length === 0 ? null : networks }),
  };
}

/** One in a line, or separated by commas. */
export function readNetworks(text: string): string[] {
  return text.split(/[\s,]+/).filter((network) => network !== '');
}

/** The last day on which something works that ends at an instant, by the clock of this browser; empty: it has no end. */
export function toLastDay(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return '';
  const last = new Date(Date.parse(expiresAt) - 1);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}

/** The instant at which a day is over. @returns `undefined` without a day. */
function endOfDay(day: string): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + 1).toISOString();
}

/** A choice of a form: so many days from now; nothing where it says never. */
export function inDays(days: string, now: number): string | undefined {
  return /^\d+$/.test(days) ? new Date(now + Number(days) * dayMs).toISOString() : undefined;
}

/** Networks in a line of a list: the first, and how many more. */
export function describeNetworks([first, ...more]: readonly string[]): string {
  return `only from ${first ?? ''}${more.length === 0 ? '' : ` and ${more.length} more`}`;
}
