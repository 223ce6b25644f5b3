const minuteMs = 60_000;

/** A zone that the browser knows; `UTC` where it does not, as while a name is typed. */
export function toZone(...names: readonly unknown[]): string {
  const name = names.find((one): one is string => typeof one === 'string' && one !== '');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** `2026-12-01T20:30:00.000Z` → `2026-12-01T21:30`, what clocks of the zone show then; empty for what is no instant. */
export function toLocal(iso: string, zone: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const local = new Date(at + offsetAt(at, zone)).toISOString().slice(0, -1);
  return local.replace(/(?::00)?\.000$/, '');
}

/** The opposite. Of a time that the clock shows twice, the first counts; one that it leaves out is as far behind the change. */
export function fromLocal(local: string, zone: string): string {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return '';
  const offsets = [offsetAt(shown - 1440 * minuteMs, zone), offsetAt(shown + 1440 * minuteMs, zone)];
  const instants = offsets.map((offset) => shown - offset);
  const at = instants.find((instant) => instant + offsetAt(instant, zone) === shown) ?? instants[0] ?? shown;
  return new Date(at).toISOString();
}

/** How far clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -ms : ms;
}
