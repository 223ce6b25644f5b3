import { z } from 'zod';

const calendar = z.string().min(1).max(255);

/** Id or name of a calendar: stored as its id. */
export const onlyIn = calendar.optional().meta({
  description: 'A calendar, by name or id, which is stored. What is outside of it waits until it opens.',
  example: 'Office hours',
});
export const notIn = calendar.optional().meta({
  description: 'A calendar, by name or id, which is stored. What is in it waits until it is over.',
  example: 'Change freeze',
});

/** When something may be done, as definitions say it. */
export interface WindowNames {
  only_in?: string | undefined;
  not_in?: string | undefined;
}

/** The members of a window with other names. */
export function renameWindow(window: WindowNames, rename: (calendar: string) => string): WindowNames {
  const { only_in: inside, not_in: outside } = window;
  return {
    ...(inside === undefined ? {} : { only_in: rename(inside) }),
    ...(outside === undefined ? {} : { not_in: rename(outside) }),
  };
}
