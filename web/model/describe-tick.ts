import type { Tick } from '../../client/operations.data.ts';
import { toSentence } from './status.ts';

const reasons: Readonly<Record<NonNullable<Tick['reason']>, string>> = {
  run_in_progress: 'Another run was under way',
  in_calendar: 'It is in the calendar that the schedule leaves out',
  too_many_waiting: 'Too many runs were waiting',
  too_late: 'The hub was down for too long',
  later_one_ran: 'A later time ran in its place',
  schedule_changed: 'The schedule was changed',
  workflow_paused: 'It was paused',
  integration_inactive: 'The integration was not active',
  account_inactive: 'The account was not active',
  connection_unusable: 'A connection could not be used',
};

/** Why a time of a schedule made no run that did anything. */
export function describeReason(reason: NonNullable<Tick['reason']>): string {
  return reasons[reason] ?? toSentence(reason);
}
