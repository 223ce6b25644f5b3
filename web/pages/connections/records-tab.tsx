import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Connection, DiscoveredObject } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import type { JsonObject } from '../../model/json.ts';
import { pickSet } from '../../model/read-filters.ts';
import { listValues, type RecordTable, toCell, toTable } from '../../model/records/record-paths.ts';
import { act } from '../../parts/toasts.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { refreshObjects, useObjects } from '../../parts/use-objects.ts';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/connections/$id');
/** How many records are read at first, then more; the last is the most that the hub gives. */
const sizes = [20, 50, 100] as const;

/** A few real records of a system, by the names that mappings have for their values. Sensitive ones are masked. */
export function RecordsTab({ connection }: { connection: Connection }): ReactNode {
  const { id } = connection;
  const { object, q } = route.useSearch();
  const navigate = route.useNavigate();
  const set = useCallback(
    (change: { object?: string | undefined; q?: string | undefined }) =>
      void navigate({ search: (before) => pickSet({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
  const setText = useCallback((text: string | undefined) => set({ q: text }), [set]);
  const { objects, isPending, error } = useObjects(id);
  const readable = objects.filter(({ operations }) => operations.includes('list'));
  const chosen = readable.find((one) => one.id === object);
  return (
    <div className="card">
      <div className="filters">
        <SelectFilter
          label="Object"
          none="choose one"
          value={object}
          options={toOptions(readable, object)}
          onChange={(next) => set({ object: next })}
        />
        <TextFilter label="A text that a value holds" value={q} onChange={setText} />
        <Button
          looks={['small', 'quiet']}
          icon="retry"
          onClick={() => void act(() => refreshObjects(id), 'Objects and fields were read again')}
        >
          Look for new objects
        </Button>
      </div>
      {object !== undefined ? (
        <Records key={`${object} ${q}`} id={id} object={object} q={q} known={chosen} />
      ) : isPending ? (
        <Skeleton lines={6} />
      ) : error !== null ? (
        <div className="card-body">
          <ErrorNotice error={error} />
        </div>
      ) : (
        <EmptyState icon="source" title={readable.length === 0 ? 'Nothing can be read here' : 'Choose an object'}>
          {readable.length === 0
            ? 'The system has no object that this connection can list.'
            : 'A few of its records are read from the system as they are now. Nothing is changed there.'}
        </EmptyState>
      )}
    </div>
  );
}

/** What an address names and the system does not list can be read all the same: a path, a table that is new. */
function toOptions(objects: readonly DiscoveredObject[], object: string | undefined): (readonly [string, string])[] {
  const options = objects.map(({ id, title }) => [id, title === id ? id : `${title} (${id})`] as const);
  return object === undefined || objects.some(({ id }) => id === object) ? options : [[object, object], ...options];
}

function Records({
  id,
  object,
  q,
  known,
}: {
  id: string;
  object: string;
  q: string | undefined;
  known: DiscoveredObject | undefined;
}): ReactNode {
  const [limit, setLimit] = useState<number>(sizes[0]);
  const [shown, setShown] = useState<JsonObject>();
  const [isWide, setWide] = useState(false);
  const found = useQuery({
    ...ask('browseRecords', { params: { id, object }, query: pickSet({ limit, search: q }) }),
    placeholderData: (before) => before,
    // Each look is a request to the system: only a person asks for it.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const table = useMemo(
    () => toTable(found.data?.data ?? [], known?.fields?.map(({ path }) => path) ?? []),
    [found.data, known],
  );
  if (found.isPending) return <Skeleton lines={8} />;
  if (found.isError) {
    return (
      <div className="card-body">
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  const { rows, empty } = table;
  if (rows.length === 0) {
    return (
      <EmptyState icon="search" title={q === undefined ? 'There is no record' : 'No record holds this text'}>
        {q !== undefined && 'The first 100 records of the system were looked through.'}
      </EmptyState>
    );
  }
  const next = sizes.find((size) => size > limit);
  return (
    <>
      <Grid name={known?.title ?? object} table={table} isWide={isWide} onShow={setShown} />
      <div className="list-foot">
        <span role="status">{formatAmount(rows.length, 'record')}, as they are in the system now</span>
        <span className="row">
          {empty.length > 0 && (
            <Button looks={['small', 'quiet']} aria-pressed={isWide} onClick={() => setWide(!isWide)}>
              {isWide ? 'Hide' : 'Show'} {formatAmount(empty.length, 'field')} without a value
            </Button>
          )}
          <Button looks={['small', 'quiet']} icon="retry" busy={found.isFetching} onClick={() => void found.refetch()}>
            Read again
          </Button>
          {next !== undefined && rows.length >= limit && (
            <Button looks={['small']} busy={found.isFetching} onClick={() => setLimit(next)}>
              Show more
            </Button>
          )}
        </span>
      </div>
      <InfoDialog open={shown !== undefined} onClose={() => setShown(undefined)} title={titleOf(shown, known)}>
        {shown !== undefined && <RecordFacts record={shown} />}
      </InfoDialog>
    </>
  );
}

function titleOf(record: JsonObject | undefined, known: DiscoveredObject | undefined): string {
  const key = known?.key?.map((path) => toCell(record?.[path])).join(', ') ?? '';
  return key === '' ? 'Record' : `Record ${key}`;
}

function Grid({
  name,
  table: { filled, empty, rows },
  isWide,
  onShow,
}: {
  name: string;
  table: RecordTable;
  isWide: boolean;
  onShow: (record: JsonObject) => void;
}): ReactNode {
  const paths = isWide ? [...filled, ...empty] : filled;
  return (
    <div className="list-box" role="group" tabIndex={0} aria-label={`Records of ${name}`}>
      <table className="records">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">Record</span>
            </th>
            {paths.map((path) => (
              <th key={path} scope="col">
                <span className="id-text">
                  <code>{path}</code>
                  <CopyButton text={path} what={`the path ${path}`} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, record, values }) => (
            <tr key={id}>
              <td className="fit">
                <Button looks={['small', 'quiet']} onClick={() => onShow(record)}>
                  Open<span className="hidden-text"> record {Number(id) + 1}</span>
                </Button>
              </td>
              {paths.map((path) => (
                <td key={path} className={typeof values.get(path) === 'number' ? 'number' : undefined}>
                  {toCell(values.get(path))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordFacts({ record }: { record: JsonObject }): ReactNode {
  return (
    <>
      <dl className="values">
        {listValues(record).map(({ path, value }) => (
          <div key={path}>
            <dt className="id-text">
              <code>{path}</code>
              <CopyButton text={path} what={`the path ${path}`} />
            </dt>
            <dd className={value === null ? 'soft' : 'break'}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
      <JsonView value={record} what="the record as JSON" />
    </>
  );
}
