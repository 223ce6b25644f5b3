import type { FieldError } from '../../core/errors.ts';
import type { ApprovalNotice } from '../../core/pure/approval-notice.ts';
import { readDuration } from '../schedule/duration.ts';
import type { EscalationDefinition, RemindersDefinition } from './approver-schemas.ts';

const remindersDefault = 3;
const leastMs = 60_000;

/** When people are told of an approval, besides that it is asked. */
export interface NoticeTimes {
  reminders?: RemindersDefinition | undefined;
  escalate?: EscalationDefinition | undefined;
}

/** What people are told of an approval, in the order of its times: that it is asked, reminders, and who else is asked. */
export function planNotices({ reminders, escalate }: NoticeTimes): ApprovalNotice[] {
  const count = reminders === undefined ? 0 : (reminders.max ?? remindersDefault);
  const firstMs = readDuration(reminders?.after ?? '') ?? 0;
  const everyMs = readDuration(reminders?.every ?? reminders?.after ?? '') ?? 0;
  const reminded = Array.from({ length: count }, (_, index): ApprovalNotice => {
    return { what: 'reminder', afterMs: firstMs + index * everyMs };
  });
  const others: ApprovalNotice[] =
    escalate === undefined ? [] : [{ what: 'escalated', afterMs: readDuration(escalate.after) ?? 0, to: escalate.of }];
  return [{ what: 'requested', afterMs: 0 }, ...[...others, ...reminded].toSorted((a, b) => a.afterMs - b.afterMs)];
}

/** Refuses times that come too often, and those that come when the approval has been given up. @param at Path of their member. */
export function checkNotices(
  { reminders, escalate, timeout }: NoticeTimes & { timeout?: string | undefined },
  at: string,
  problems: FieldError[],
): void {
  const endMs = timeout === undefined ? Number.POSITIVE_INFINITY : (readDuration(timeout) ?? 0);
  const times = [
    ['reminders.after', reminders?.after],
    ['reminders.every', reminders?.every],
    ['escalate.after', escalate?.after],
  ] as const;
  for (const [name, text] of times) {
    if (text === undefined) continue;
    const ms = readDuration(text) ?? 0;
    const path = `${at}.${name}`;
    if (ms < leastMs) {
      const message = 'People are told once in a minute at most. Let it be a longer time.';
      problems.push({ path, code: 'too_often', message });
    } else if (ms >= endMs && name !== 'reminders.every') {
      const message = 'The approval has been given up by then: let it be shorter than `timeout`.';
      problems.push({ path, code: 'invalid_wait', message });
    }
  }
}
