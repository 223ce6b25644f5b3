import type { GateKind, GateReason } from '../../core/enums.ts';
import type { Clock } from '../../core/clock.ts';
import { toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import type { WindowNames } from '../../engine/calendar/window-schema.ts';
import { findClosing, findOpening, type Window } from '../../engine/calendar/window.ts';
import type { Definition } from '../../flow/definition.ts';
import { listStepWindows } from '../../flow/windows.ts';
import { type OpenedCalendar, readCalendars } from '../../services/calendars/read-calendars.ts';

/** Nothing new begins in a window that closes so soon: what is sent could still be on its way then. */
const closingSoonMs = 30_000;

/** No segment lasts so long. */
const lookAheadMs = 10 * 60_000;

/** What is closed now: for some steps, or for the whole run. */
export interface ClosedGate {
  /** The same for the same calendars, or the same connection. */
  name: string;
  kind: GateKind;
  /** Of a gate before a connection. */
  connection?: { id: string; reason: GateReason };
  /** None where it closes the whole run. */
  steps: readonly string[];
  calendars: readonly OpenedCalendar[];
  /** Milliseconds since 1970; absent where it does not open for all that can be seen. */
  opensAt: number | undefined;
}

/** The windows of a definition. */
export interface Windows {
  /** Those that are closed now, by the clock of the database. */
  findClosed(): { now: number; run: ClosedGate | undefined; gates: readonly ClosedGate[] };
  /** How long it is until a window of the run, or of a step, might close. */
  untilChangeMs(step?: string): number;
}

interface OpenedWindow extends Window {
  name: string;
  steps: string[];
  calendars: OpenedCalendar[];
}

/**
 * Opens the windows that a definition has; `undefined` where it has none, which costs nothing.
 *
 * @throws {RunUnusableError} where one of its calendars is gone.
 */
export async function openWindows(
  { database, clock }: { database: Database; clock: Pick<Clock, 'monotonic'> },
  orgId: string,
  definition: Definition,
): Promise<Windows | undefined> {
  const ofRun = [definition, definition.target ?? {}].filter(isWindow);
  const ofSteps = listStepWindows(definition);
  if (ofRun.length + ofSteps.size === 0) return undefined;
  const ids = [...ofRun, ...ofSteps.values()].flatMap(namesOf).flatMap((id) => toUuid('calendar', id) ?? []);
  const askedAt = clock.monotonic();
  const [calendars, [time]] = await withTenantPipelined(database, orgId, (tx) =>
    Promise.all([
      readCalendars(tx, orgId, ids),
      tx.sql<{ now: number }[]>`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(),
    ]),
  );
  const find = (name: string): OpenedCalendar => {
    const found = calendars.get(name);
    if (found === undefined) throw new RunUnusableError(messages.runCalendarGone);
    return found;
  };
  const run = ofRun.length === 0 ? undefined : openWindow(ofRun, find);
  const steps = new Map<string, OpenedWindow>();
  for (const [step, names] of ofSteps) {
    const opened = openWindow([names], find);
    const known = steps.get(opened.name) ?? opened;
    known.steps.push(step);
    steps.set(opened.name, known);
  }
  const nowOf = (): number => (time?.now ?? 0) + clock.monotonic() - askedAt;
  return {
    findClosed: () => {
      const now = nowOf();
      const gates = [...steps.values()].flatMap((window) => findClosed(window, now) ?? []);
      return { now, run: run && findClosed(run, now), gates };
    },
    untilChangeMs: (step) => {
      const now = nowOf();
      const asked =
        step === undefined ? [run] : [run, ...[...steps.values()].filter((one) => one.steps.includes(step))];
      const changes = asked
        .flatMap((window) => window?.calendars ?? [])
        .flatMap(({ calendar }) => calendar.findChange(now, lookAheadMs) ?? []);
      return Math.min(...changes) - now - closingSoonMs;
    },
  };
}

function isWindow({ only_in: onlyIn, not_in: notIn }: WindowNames): boolean {
  return onlyIn !== undefined || notIn !== undefined;
}

function namesOf({ only_in: onlyIn, not_in: notIn }: WindowNames): string[] {
  return [onlyIn, notIn].filter((name) => name !== undefined);
}

function openWindow(all: readonly WindowNames[], find: (name: string) => OpenedCalendar): OpenedWindow {
  const onlyIn = all.flatMap(({ only_in: name }) => (name === undefined ? [] : [find(name)]));
  const notIn = all.flatMap(({ not_in: name }) => (name === undefined ? [] : [find(name)]));
  return {
    name: ['only_in', ...onlyIn.map(({ id }) => id), 'not_in', ...notIn.map(({ id }) => id)].join(' '),
    steps: [],
    calendars: [...onlyIn, ...notIn],
    onlyIn: onlyIn.map(({ calendar }) => calendar),
    notIn: notIn.map(({ calendar }) => calendar),
  };
}

function findClosed(window: OpenedWindow, now: number): ClosedGate | undefined {
  const { name, steps, calendars } = window;
  const soon = now + closingSoonMs;
  const isOpen = findClosing(window, now) === undefined && findClosing(window, soon) === undefined;
  return isOpen ? undefined : { name, kind: 'window', steps, calendars, opensAt: findOpening(window, soon) };
}
