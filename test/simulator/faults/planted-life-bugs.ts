import type { Saboteur, SegmentCall } from './saboteur.ts';

const honest = (call: SegmentCall): SegmentCall => call;

/** Bugs that the life of a run around its segments could have. They show where the real workflow carries runs. */
export const plantedLifeBugs: readonly Saboteur[] = [
  {
    name: 'ends a run while a segment of it still writes',
    breaks: ['after_end'],
    shows: ({ canceled }) => canceled > 0,
    sabotage: honest,
    life: { finishesAtOnce: true, leavesCanceled: true },
  },
  {
    name: 'believes Temporal that a run has begun, which the database forgot',
    breaks: ['liveness'],
    shows: ({ faultRates }) => faultRates.store > 0,
    sabotage: honest,
    life: { trustsTemporal: true },
  },
  {
    name: 'does not look for runs that Temporal lost',
    breaks: ['liveness'],
    shows: ({ terminated }) => terminated > 0,
    sabotage: honest,
    life: { neverReconciles: true },
  },
  {
    name: 'decides by what is not in its history',
    breaks: ['replay'],
    shows: ({ faultRates }) => faultRates.crash > 0,
    sabotage: honest,
    life: {
      distortReplay: (activation) => ({
        ...activation,
        jobs: activation.jobs.map((job) =>
          job.kind === 'activity' && job.end.kind === 'completed'
            ? { ...job, end: { kind: 'completed', result: { status: 'done', outcome: 'succeeded', counters: {} } } }
            : job,
        ),
      }),
    },
  },
];
