import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { whileUnreported } from '../../live.ts';
import { formatClock, formatExact } from '../../model/format.ts';
import { useLastRefusal } from '../../parts/use-query.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { isMoving } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';

const route = getRouteApi('/runs/$id');
const pageSize = 100;
const levels = [
  ['info', 'Information'],
  ['warn', 'Warnings'],
  ['error', 'Errors'],
] as const;

/** What the run said, the oldest first; it goes on by itself while the run does. */
export function RunLog({ run, level }: { run: Run; level: string | undefined }): ReactNode {
  const navigate = route.useNavigate();
  const wanted = choose(levels, level);
  const found = useInfiniteQuery({
    queryKey: ['listRunLogs', run.id, wanted, run.finished_at],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pickSet({ per_page: pageSize, after: pageParam, level: wanted });
      return hub.request('listRunLogs', { params: { id: run.id }, query }, { signal });
    },
    getNextPageParam: ({ data }) => (data.length < pageSize ? undefined : data.at(-1)?.id),
    refetchInterval: () => (isMoving(run.status) ? whileUnreported('listRunLogs', 1500) : false),
  });
  const pages = useLastRefusal(found);
  const entries = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="card">
      <div className="filters">
        <SelectFilter
          label="Level"
          value={wanted}
          options={levels}
          onChange={(next) => void navigate({ search: pickSet({ tab: 'log', level: next }), replace: true })}
        />
      </div>
      {pages.isPending ? (
        <Skeleton />
      ) : pages.isError ? (
        <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState icon="runs" title="The run has said nothing of this kind" />
      ) : (
        <ol className="log" aria-label="Log">
          {entries.map(({ id, at, level: of, message }) => (
            <li key={id} className={of === 'error' ? 'is-error' : undefined}>
              <time dateTime={at} title={formatExact(at)}>
                {formatClock(at)}
              </time>
              <span className={`level-${of}`}>{of}</span>
              <span>
                <MarkedText text={message} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <div className="list-foot">
          <Button looks={['small']} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
