import { Link } from '@tanstack/react-router';
import type { Run } from '../../client/operations.data.ts';
import { formatCount, formatDuration } from '../model/format.ts';
import { StatusBadge } from './badge.tsx';
import type { Column } from './data-list.tsx';
import { MarkedText } from './marked-text.tsx';
import { Time } from './time.tsx';

/** Runs as lists show them. */
export const runColumns: readonly Column<Run>[] = [
  {
    title: 'Integration',
    show: (run) => (
      <>
        <Link className="row-link" to="/runs/$id" params={{ id: run.id }}>
          {run.integration_name ?? run.integration_id}
        </Link>
        {run.error !== undefined && (
          <small>
            <MarkedText text={run.error.message} />
          </small>
        )}
      </>
    ),
  },
  { title: 'Status', looks: ['fit'], show: (run) => <StatusBadge status={run.status} /> },
  {
    title: 'Started by',
    looks: ['fit', 'wide'],
    show: ({ trigger }) => (
      <span className="soft">
        {
          {
            manual: 'Hand',
            schedule: 'Schedule',
            webhook: 'Webhook',
            event: 'Change',
            after: 'After',
            call: 'Call',
            retry: 'Retry',
          }[trigger]
        }
      </span>
    ),
  },
  { title: 'Read', looks: ['number', 'fit', 'wide'], show: (run) => formatCount(run.counters.read) },
  { title: 'Written', looks: ['number', 'fit', 'wide'], show: (run) => formatCount(run.counters.written) },
  {
    title: 'Failed',
    looks: ['number', 'fit', 'wide'],
    show: ({ counters: { failed } }) => <span className={failed > 0 ? undefined : 'soft'}>{formatCount(failed)}</span>,
  },
  { title: 'Duration', looks: ['number', 'fit', 'wide'], show: (run) => showDuration(run) },
  { title: 'Started', looks: ['fit'], show: (run) => <Time at={run.created_at} /> },
];

/** Runs of one integration, whose name every row would repeat. */
export const ownRunColumns: readonly Column<Run>[] = [
  {
    title: 'Run',
    show: (run) => (
      <>
        <Link className="row-link" to="/runs/$id" params={{ id: run.id }}>
          <Time at={run.created_at} />
        </Link>
        {run.error !== undefined && (
          <small>
            <MarkedText text={run.error.message} />
          </small>
        )}
      </>
    ),
  },
  ...runColumns.filter(({ title }) => title !== 'Integration' && title !== 'Started'),
];

function showDuration({ started_at: began, finished_at: ended }: Run): string {
  return began === undefined || ended === undefined ? '–' : formatDuration(Date.parse(ended) - Date.parse(began));
}
