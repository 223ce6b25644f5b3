/** When something happens again and again, ready to be computed. Milliseconds since 1970. */
export type Schedule = (Interval | Calendar) & Bounds;

interface Bounds {
  /** No time before this one. */
  from: number;
  /** This time and all that follow are no more part of it. */
  until: number;
}

/** In steps of the same length, whatever clocks show. */
export interface Interval {
  kind: 'interval';
  everyMs: number;
  /** One of its times. */
  anchor: number;
}

/** At times that the clock of a zone shows, on the days that fit. */
export interface Calendar {
  kind: 'calendar';
  zone: string;
  /** Minutes of the day, ascending. */
  times: readonly number[];
  /** It asks for a rhythm: in an hour that the clock shows twice it happens twice, in one that is left out never. */
  isEveryHour: boolean;
  fits(day: CalendarDay): boolean;
}

export interface CalendarDay {
  /** 1–12. */
  month: number;
  day: number;
  /** How many days the month has. */
  days: number;
  /** Sunday is 0. */
  weekday: number;
}

/** One time of a schedule. */
export interface Occurrence {
  /** Milliseconds since 1970. */
  at: number;
  /**
   * What the zone's clock did to it: the time it asks for is `left_out` on this day, so it is the next moment there is; or
   * the clock shows it twice, and this is the `first_of_two`.
   */
  clockChange?: 'left_out' | 'first_of_two';
}
