import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { HubAnswer, ListName } from '../../client/index.ts';
import { operations, type Operations } from '../../client/operations.data.ts';
import { hub, queries } from '../hub.ts';
import { whileUnreported } from '../live.ts';
import { formatAmount, formatCount } from '../model/format.ts';
import { PartHeights } from '../model/list-window.ts';
import { sinceInstant, type Span } from '../model/spans.ts';
import { Button } from './button.tsx';
import { cameBack } from './came-back.ts';
import { ListEnd, WindowedRows } from './row-window.tsx';
import { ErrorNotice, Skeleton } from './states.tsx';
import { useLastRefusal } from './use-query.ts';

const pageSize = 50;
/** Lists of which heights are remembered. */
const rememberedMax = 40;

export interface Column<Item> {
  title: string;
  /** `number` is set to the right, `fit` as narrow as may be, `wide` left out on a telephone, `titled` has its title before it there. */
  looks?: readonly ('number' | 'fit' | 'wide' | 'titled' | 'pick')[];
  /** In place of the title, where it acts on the rows that are shown. */
  head?: (items: readonly Item[]) => ReactNode;
  show: (item: Item) => ReactNode;
}

/** A table. Where rows lead somewhere, the link of a cell with the class `row-link` covers its row. */
export function Table<Item extends { id: string }>({
  name,
  columns,
  items,
  linked = false,
  total = items.length,
  heights,
}: {
  name: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  linked?: boolean;
  /** How many there are of which these are the first. */
  total?: number;
  /** Of its parts, where it is long. */
  heights?: PartHeights;
}): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const [ownHeights] = useState(() => new PartHeights());
  const isLong = items.length > pageSize;
  const showRow = useMemo(() => createRows({ columns, linked, isLong }), [columns, linked, isLong]);
  return (
    // Wide tables scroll within their box, which a keyboard has to be able to do, too.
    <div className="list-box" role="group" tabIndex={0} aria-label={name}>
      <table className="list" ref={table} aria-rowcount={isLong ? total + 1 : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={looksOf(column)}>
                {column.head?.(items)}
                {column.title !== '' && column.head === undefined ? (
                  column.title
                ) : (
                  <span className="hidden-text">{column.title || 'Actions'}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? (
          <WindowedRows
            table={table}
            rowCount={items.length}
            columnCount={columns.length}
            heights={heights ?? ownHeights}
            showRow={(index) => {
              const item = items[index];
              return item !== undefined && showRow(item, index);
            }}
          />
        ) : (
          <tbody>{items.map(showRow)}</tbody>
        )}
      </table>
    </div>
  );
}

function looksOf<Item>({ looks }: Column<Item>): string | undefined {
  return looks?.join(' ');
}

/** Draws rows. One that is there stays the same element when the list grows, and React looks into none that does. */
function createRows<Item extends { id: string }>({
  columns,
  linked,
  isLong,
}: {
  columns: readonly Column<Item>[];
  linked: boolean;
  isLong: boolean;
}): (item: Item, index: number) => ReactNode {
  const drawn = new WeakMap<Item, { index: number; row: ReactNode }>();
  return (item, index) => {
    const known = drawn.get(item);
    if (known?.index === index) return known.row;
    const row = (
      // The heading is the first row.
      <tr key={item.id} className={linked ? 'linked' : undefined} aria-rowindex={isLong ? index + 2 : undefined}>
        {columns.map((column) => (
          <td
            key={column.title}
            className={looksOf(column)}
            data-title={column.looks?.includes('titled') === true ? column.title : undefined}
          >
            {column.show(item)}
          </td>
        ))}
      </tr>
    );
    drawn.set(item, { index, row });
    return row;
  };
}

/** The lists whose members have an id. */
type IdList = Exclude<ListName, 'listConnectors' | 'listFormulaFunctions' | 'browseRecords'>;
type ItemOf<Name extends ListName> = Operations[Name] extends { item: infer Item } ? Item : never;

/**
 * A list of the hub, page by page: the filters are the hub's, and so is the order.
 *
 * @param everyMs Asks again after so long, while only the first page is shown: what follows would move under the eyes.
 */
export function DataList<Name extends IdList, Item extends ItemOf<Name> & { id: string }>({
  list,
  input,
  name,
  noun,
  columns,
  empty,
  everyMs,
  linked = true,
  since,
  onListed,
}: {
  list: Name;
  input: Operations[Name]['input'];
  /** What was created in this span only, up to whenever the hub is asked. */
  since?: Span | undefined;
  name: string;
  noun: readonly [one: string, many: string];
  columns: readonly Column<Item>[];
  empty: ReactNode;
  everyMs?: number;
  linked?: boolean;
  /** Told of what is shown, each time that it is another. */
  onListed?: ((items: readonly Item[]) => void) | undefined;
}): ReactNode {
  const pages = usePages<Name>({ list, input, since, everyMs });
  const heights = useMemo(() => recallHeights(`${list} ${since} ${JSON.stringify(input)}`), [list, since, input]);
  const items = useMemo(
    () => (pages.data?.pages ?? []).flatMap(({ data }) => (isList<Item>(data) ? data : [])),
    [pages.data],
  );
  useEffect(() => {
    if (pages.isSuccess) onListed?.(items);
  }, [pages.isSuccess, items, onListed]);
  if (pages.isPending) return <Skeleton lines={8} />;
  if (pages.isError) {
    return (
      <div className="card-body">
        <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
      </div>
    );
  }
  if (items.length === 0) return empty;
  const meta = pages.data.pages[0]?.meta;
  const total = meta === undefined ? '' : `${meta.total_is_exact === false ? 'over ' : ''}${formatCount(meta.total)}`;
  return (
    <>
      <Table
        name={name}
        columns={columns}
        items={items}
        linked={linked}
        heights={heights}
        {...(meta === undefined ? {} : { total: meta.total })}
      />
      <div className="list-foot">
        <span role="status">
          {meta !== undefined && meta.total > items.length
            ? `${formatCount(items.length)} of ${total} ${noun[1]}`
            : formatAmount(items.length, noun[0], noun[1])}
        </span>
        {pages.hasNextPage && !pages.isFetchingNextPage && (
          <ListEnd key={items.length} onNear={() => void pages.fetchNextPage()} />
        )}
        {pages.hasNextPage && (
          <Button looks={['small']} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}

const remembered = new Map<string, PartHeights>();

/** The heights of a list that was seen before, or a new list of them: who comes back finds it as high as it was. */
function recallHeights(key: string): PartHeights {
  const heights = remembered.get(key) ?? new PartHeights();
  remembered.delete(key);
  remembered.set(key, heights);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
  return heights;
}

function usePages<Name extends IdList>({
  list,
  input,
  since,
  everyMs,
}: {
  list: Name;
  input: Operations[Name]['input'];
  since: Span | undefined;
  everyMs: number | undefined;
}) {
  // Most lists go on after an id; short ones have numbered pages.
  const parameter = 'cursor' in operations[list] ? 'after' : 'page';
  const queryKey = [list, input, 'pages', since];
  // Who comes by a link means the list of now; who goes back, the rows that they left.
  const begin = useEffectEvent(() => {
    if (!cameBack()) startAgain(queryKey);
  });
  // When it opens, and not when it is narrowed in another way.
  useLayoutEffect(() => begin(), []);
  const found = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<HubAnswer<Operations[Name]['data']>> => {
      const query = 'query' in input ? input.query : undefined;
      const span = since === undefined ? {} : { created_after: sinceInstant(since, Date.now()) };
      const place = pageParam === undefined ? {} : { [parameter]: pageParam };
      return hub.request(list, { ...input, query: { ...query, ...span, per_page: pageSize, ...place } }, { signal });
    },
    getNextPageParam: ({ data }, pages) => {
      if (!isList<{ id: string }>(data) || data.length < pageSize) return undefined;
      return parameter === 'after' ? data.at(-1)?.id : String(pages.length + 1);
    },
    refetchInterval: (query) => (everyMs !== undefined && isLive(query) ? whileUnreported(list, everyMs) : false),
    refetchOnMount: isLive,
    refetchOnWindowFocus: isLive,
    refetchOnReconnect: isLive,
  });
  return useLastRefusal(found);
}

/** Takes away what a list was continued by, and has its first page read again. */
function startAgain(queryKey: readonly unknown[]): void {
  const data = queries.getQueryData<InfiniteData<unknown>>(queryKey);
  if (data === undefined || data.pages.length === 1) return;
  queries.setQueryData(queryKey, { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) });
  void queries.invalidateQueries({ queryKey, exact: true });
}

/** Of a list that was continued, all pages would be asked for again, and its rows move under the eyes. */
function isLive({ state: { data } }: { state: { data: { pages: readonly unknown[] } | undefined } }): boolean {
  return (data?.pages.length ?? 1) === 1;
}

/** Every list of the hub answers with a list; the client's types say of what, by the name of the operation. */
function isList<Item>(data: unknown): data is Item[] {
  return Array.isArray(data);
}
