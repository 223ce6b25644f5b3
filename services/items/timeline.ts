import { z } from 'zod';
import {
  type ItemStatus,
  itemStatuses,
  itemStepOutcomes,
  type WaitKind,
  waitKinds,
  type WaitStatus,
  waitStatuses,
} from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

const stepStatuses = [...new Set([...itemStepOutcomes, ...itemStatuses])] as const;

type StepStatus = (typeof stepStatuses)[number];

const waitRecord = z.object({
  kind: z.enum(waitKinds).meta({ description: 'What it waits for.' }),
  status: z.enum(waitStatuses).meta({ description: 'What became of the wait; `open` while it lasts.' }),
  approval_id: idOf('approval').optional().meta({ description: 'Of an approval: as `GET /approvals/{id}` names it.' }),
  since: timestamp.optional().meta({ description: 'Absent where the answer came before the item.' }),
  until: timestamp
    .optional()
    .meta({ description: 'When the wait is over by itself. Absent where only an answer ends it.' }),
  ended_at: timestamp.optional().meta({ description: 'When the wait was over. Absent while it lasts.' }),
});

/** What became of an item at one step. */
export const timelineEntry = z
  .object({
    step: z.string().meta({ description: 'The id of the step.', example: 'account' }),
    status: z.enum(stepStatuses).meta({
      description: 'How the item came out of it; of the step at which it stands, the status of the item.',
    }),
    attempts: z.int().meta({ description: 'How often the item was tried there; 0 where the step was skipped.' }),
    started_at: timestamp.meta({ description: 'When the item came to it.' }),
    finished_at: timestamp.optional().meta({ description: 'Absent where it has not come through.' }),
    error: z
      .object({
        code: z.string().meta({ examples: ['convert_failed'] }),
        field: z.string().optional().meta({ description: 'The field of the target that got no usable value.' }),
        message: z.string().optional().meta({
          description: 'Only with the scope `records:read`: systems repeat values of records in what they say.',
        }),
        at: timestamp,
      })
      .optional()
      .meta({ description: 'Why it failed there last, whatever came of it since.' }),
    waits: z.array(waitRecord).optional().meta({ description: 'What it waited for there, oldest first.' }),
    children: z
      .object({
        total: z.int(),
        open: z.int().meta({ description: 'Those that have not ended.' }),
        failed: z.int(),
      })
      .optional()
      .meta({ description: 'The children that it made there.' }),
  })
  .meta({ id: 'TimelineEntry', description: 'What became of an item at one step.' });

/** What is stored of an item's way: what became of it at steps, its waits, its failures and its children. */
export interface Passages {
  steps: { step: string; outcome: StepStatus; at: string }[];
  waits: {
    id: string;
    step: string;
    kind: WaitKind;
    status: WaitStatus;
    parked_at: string | null;
    until: string | null;
    ended_at: string | null;
  }[];
  /** The newest failure at each step, and how many there were. */
  failures: { step: string; code: string; field: string | null; message: string; at: string; count: number }[];
  children: { step: string; status: ItemStatus; count: number }[];
}

/** Where an item stands. */
interface Standing {
  step: string | null;
  status: ItemStatus;
  created_at: string;
  ended_at: string | null;
}

type Entry = z.infer<typeof timelineEntry>;

/** @param options.withTexts What systems said of failures, which may hold values of records. */
export function toTimeline(item: Standing, passages: Passages, { withTexts }: { withTexts: boolean }): Entry[] {
  const isOver = item.ended_at !== null;
  const { steps, waits, failures, children } = passages;
  const ended = steps.filter(({ step }) => isOver || step !== item.step);
  const passed = new Set(ended.map(({ step }) => step));
  const last = item.step !== null && !passed.has(item.step) ? item.step : undefined;

  let arrivedAt = item.created_at;
  const makeEntry = (step: string, status: StepStatus, finishedAt: string | undefined): Entry => {
    const failure = failures.find((one) => one.step === step);
    const tries = (failure?.count ?? 0) + (status === 'failed' || status === 'skipped' ? 0 : 1);
    const waited = waits.filter((one) => one.step === step).map(toWait);
    const startedAt = arrivedAt;
    arrivedAt = finishedAt ?? arrivedAt;
    return {
      step,
      status,
      attempts: status === 'failed' ? Math.max(1, tries) : tries,
      started_at: fromTime(startedAt),
      ...(finishedAt === undefined ? {} : { finished_at: fromTime(finishedAt) }),
      ...(failure === undefined ? {} : { error: toError(failure, withTexts) }),
      ...(waited.length === 0 ? {} : { waits: waited }),
      ...toChildren(children.filter((one) => one.step === step)),
    };
  };
  return [
    ...ended.map(({ step, outcome, at }) => makeEntry(step, outcome, at)),
    ...(last === undefined ? [] : [makeEntry(last, item.status, item.ended_at ?? undefined)]),
  ];
}

function toError({ code, field, message, at }: Passages['failures'][number], withTexts: boolean): Entry['error'] {
  return {
    code,
    ...(field === null ? {} : { field }),
    ...(withTexts ? { message } : {}),
    at: fromTime(at),
  };
}

type Wait = z.infer<typeof waitRecord>;

function toWait({ id, kind, status, parked_at: parkedAt, until, ended_at: endedAt }: Passages['waits'][number]): Wait {
  return {
    kind,
    status,
    ...(kind === 'approval' ? { approval_id: toId('approval', id) } : {}),
    ...(parkedAt === null ? {} : { since: fromTime(parkedAt) }),
    ...(until === null ? {} : { until: fromTime(until) }),
    ...(endedAt === null ? {} : { ended_at: fromTime(endedAt) }),
  };
}

const openStatuses: readonly string[] = ['proposed', 'ready', 'parked', 'held'];

function toChildren(rows: Passages['children']): Pick<Entry, 'children'> {
  if (rows.length === 0) return {};
  const sum = (some: Passages['children']): number => some.reduce((total, { count }) => total + count, 0);
  const open = sum(rows.filter(({ status }) => openStatuses.includes(status)));
  const failed = sum(rows.filter(({ status }) => status === 'failed'));
  return { children: { total: sum(rows), open, failed } };
}
