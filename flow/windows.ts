import { renameWindow, type WindowNames } from '../engine/calendar/window-schema.ts';
import type { Definition } from './definition.ts';
import { toUndoId } from './flow.ts';
import { listAllSteps } from './list-steps.ts';
import { rewriteSteps } from './rewrite-steps.ts';

type Named = Partial<Pick<Definition, 'target' | 'triggers' | 'steps' | 'on_error' | 'finally' | 'only_in' | 'not_in'>>;

/** A place in a definition that names a calendar, by name or id. */
export interface CalendarUse {
  path: string;
  calendar: string;
}

/** Lists all that names calendars, apart from formulas. */
export function listCalendarUses(definition: Named): CalendarUse[] {
  const { target, triggers = [] } = definition;
  const places: [string, WindowNames][] = [
    ['', definition],
    ...(target === undefined ? [] : [['target.', target] satisfies [string, WindowNames]]),
    ...triggers.map((trigger, index): [string, WindowNames] => [
      `triggers[${index}].`,
      trigger.type === 'schedule' ? { not_in: trigger.not_in } : {},
    ]),
    ...[...listAllSteps(definition)].map(({ step, at }): [string, WindowNames] => [`${at}.`, step]),
  ];
  return places.flatMap(([at, window]) =>
    (['only_in', 'not_in'] as const).flatMap((name) => {
      const { [name]: calendar } = window;
      return calendar === undefined ? [] : [{ path: `${at}${name}`, calendar }];
    }),
  );
}

/** Puts other names in the place of those of calendars, apart from formulas. */
export function renameCalendars<Old extends Named>(definition: Old, rename: (calendar: string) => string): Old {
  const { target, triggers, steps } = definition;
  return {
    ...definition,
    ...renameWindow(definition, rename),
    ...(target && { target: { ...target, ...renameWindow(target, rename) } }),
    ...(triggers && {
      triggers: triggers.map((trigger) =>
        trigger.type === 'schedule' ? { ...trigger, ...renameWindow({ not_in: trigger.not_in }, rename) } : trigger,
      ),
    }),
    ...(steps && { steps: rewriteSteps(steps, { calendar: rename }) }),
  };
}

/** Of each step that has one, the window in which it may write. What undoes a step has that of the step. */
export function listStepWindows(definition: Partial<Definition>): ReadonlyMap<string, WindowNames> {
  const windows = new Map<string, WindowNames>();
  for (const { step } of listAllSteps(definition)) {
    const { id, only_in: onlyIn, not_in: notIn, undo } = step;
    if (onlyIn === undefined && notIn === undefined) continue;
    const window = { only_in: onlyIn, not_in: notIn };
    windows.set(id, window);
    if (undo !== undefined) windows.set(toUndoId(id), window);
  }
  return windows;
}
