/** Every scenario that is played, by the fact that it follows from. @see docs/connectors/meaning.md */
import type { Scenario } from '../scenario.ts';
import { archived } from './archived.ts';
import { ceiling } from './ceiling.ts';
import { consistencyLag } from './consistency-lag.ts';
import { equalTimestamps } from './equal-timestamps.ts';
import { errorIn200 } from './error-in-200.ts';
import { expiredLogin } from './expired-login.ts';
import { lateArrival } from './late-arrival.ts';
import { textCase } from './text-case.ts';
import { reservedCharacters } from './reserved-characters.ts';
import { refusedRight } from './refused-right.ts';
import { rowDeletedWhilePaging } from './row-deleted-while-paging.ts';
import { rowInsertedWhilePaging } from './row-inserted-while-paging.ts';

export const scenarios: readonly Scenario[] = [
  lateArrival,
  equalTimestamps,
  rowDeletedWhilePaging,
  rowInsertedWhilePaging,
  archived,
  ceiling,
  reservedCharacters,
  textCase,
  consistencyLag,
  errorIn200,
  expiredLogin,
  refusedRight,
];
