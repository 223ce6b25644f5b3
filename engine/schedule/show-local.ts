import { findOffset } from '../../formula/values/zone.ts';

/** An instant as the clock of a zone shows it, with its offset: `2026-11-22T02:30:00+01:00`. @param at Milliseconds since 1970. */
export function showLocal(zone: string, at: number): string {
  const offset = findOffset(zone, Math.floor(at / 1000));
  const local = new Date(at + offset * 1000).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.round(offset / 60));
  const pad = (number: number): string => String(number).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
