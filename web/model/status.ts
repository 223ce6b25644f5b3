/** How a state is coloured. Colour never stands alone: the words say the same. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle';

export interface Status {
  words: string;
  tone: Tone;
}

const statuses: Readonly<Record<string, Status>> = {
  queued: { words: 'Queued', tone: 'busy' },
  running: { words: 'Running', tone: 'busy' },
  canceling: { words: 'Canceling', tone: 'busy' },
  succeeded: { words: 'Succeeded', tone: 'good' },
  partially_succeeded: { words: 'Partly succeeded', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
  canceled: { words: 'Canceled', tone: 'idle' },
  skipped: { words: 'Skipped', tone: 'idle' },
  waiting: { words: 'Waiting', tone: 'busy' },
  proposed: { words: 'Proposed', tone: 'idle' },
  ready: { words: 'Ready', tone: 'busy' },
  parked: { words: 'Parked', tone: 'busy' },
  held: { words: 'Held', tone: 'idle' },
  passed: { words: 'Passed', tone: 'good' },
  awaiting_approval: { words: 'Awaits approval', tone: 'warn' },
  approved: { words: 'Approved', tone: 'good' },
  rejected: { words: 'Rejected', tone: 'bad' },
  active: { words: 'Active', tone: 'good' },
  inactive: { words: 'Inactive', tone: 'idle' },
  paused: { words: 'Paused', tone: 'warn' },
  draft: { words: 'Draft', tone: 'idle' },
  error: { words: 'Error', tone: 'bad' },
  expired: { words: 'Expired', tone: 'bad' },
  disabled: { words: 'Disabled', tone: 'idle' },
  delivered: { words: 'Delivered', tone: 'good' },
  pending: { words: 'Pending', tone: 'busy' },
  resolved: { words: 'Resolved', tone: 'good' },
  dismissed: { words: 'Dismissed', tone: 'idle' },
  ran: { words: 'Ran', tone: 'good' },
  missed: { words: 'Missed', tone: 'warn' },
  suspended: { words: 'Suspended', tone: 'warn' },
  open: { words: 'Open', tone: 'busy' },
  used: { words: 'Used', tone: 'good' },
  accepted: { words: 'Accepted', tone: 'good' },
  failing: { words: 'Failing', tone: 'bad' },
};

/** A state that is newer than this page is shown by its own name. */
export function toStatus(status: string): Status {
  return statuses[status] ?? { words: toSentence(status), tone: 'idle' };
}

/** `full_resync` → `Full resync` */
export function toSentence(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** While it is in one of these, a run goes on by itself. */
export function isMoving(status: string): boolean {
  return ['queued', 'running', 'canceling', 'waiting'].includes(status);
}
