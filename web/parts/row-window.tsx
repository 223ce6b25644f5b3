import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findParts, listSegments, type PartHeights, type PartRange, windowRows } from '../model/list-window.ts';

/** Rows this near to what is seen are there already. */
const rowsNearPx = 120;
/** A list goes on before its end is seen. */
const endNearPx = 600;

/** What is drawn, and by which heights. */
interface Shown extends PartRange {
  kept: number | undefined;
  by: readonly number[] | undefined;
}

/**
 * Rows of a list that may have thousands: those that are seen, those near to them and those with the focus. The others are
 * gaps as high as they were, so that the page holds a few dozen of them.
 *
 * @param heights Of its parts; kept by the caller, so that a list that is shown again is as high as it was.
 */
export function WindowedRows({
  table,
  rowCount,
  columnCount,
  heights,
  showRow,
}: {
  table: RefObject<HTMLTableElement | null>;
  rowCount: number;
  columnCount: number;
  heights: PartHeights;
  showRow: (index: number) => ReactNode;
}): ReactNode {
  const [shown, setShown] = useState<Shown>({ first: 0, last: 0, kept: undefined, by: undefined });
  const look = useEffectEvent(() => {
    const element = table.current;
    if (element === null) return;
    heights.fit(innerWidth);
    for (const body of element.tBodies) {
      const part = readPart(body);
      // What is drawn before anybody has looked stands alone: columns are narrower among others, and lines break sooner.
      if (part !== undefined && (shown.by !== undefined || !heights.knows(part))) heights.note(part, body.offsetHeight);
    }
    const top = element.getBoundingClientRect().top + (element.tHead?.offsetHeight ?? 0);
    const by = heights.estimate(rowCount);
    const { first, last } = findParts(by, -top - rowsNearPx, innerHeight - top + rowsNearPx);
    // Looked at when rows go, and not when the focus does: a press of the mouse moves it before the click.
    const focused = element.contains(document.activeElement) ? document.activeElement?.closest('tbody') : undefined;
    const kept = readPart(focused);
    const isSame = first === shown.first && last === shown.last && kept === shown.kept;
    // Gaps are drawn as high as they are reckoned with: who comes back would find the rows elsewhere otherwise.
    if (!isSame || by !== shown.by) setShown({ first, last, kept, by });
  });
  useEffect(() => {
    const follow = (): void => look();
    // Rows may be less high than they were thought to be, and leave room for more.
    const sizes = new ResizeObserver(follow);
    if (table.current !== null) sizes.observe(table.current);
    // In the frame that scrolls: rows that come later would leave it empty.
    const scroll = (): void => flushSync(look);
    window.addEventListener('scroll', scroll, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', scroll);
      window.removeEventListener('resize', follow);
    };
  }, [table]);
  return listSegments(heights.estimate(rowCount), shown, shown.kept).map((segment) =>
    'part' in segment ? (
      <tbody key={segment.part} data-part={segment.part}>
        {Array.from({ length: Math.min(windowRows, rowCount - segment.part * windowRows) }, (_, index) =>
          showRow(segment.part * windowRows + index),
        )}
      </tbody>
    ) : (
      <tbody key={`before ${segment.before}`} className="gap" aria-hidden="true">
        <tr style={{ height: segment.gapPx }}>
          <td colSpan={columnCount}>…</td>
        </tr>
      </tbody>
    ),
  );
}

function readPart(body: Element | null | undefined): number | undefined {
  const part = body instanceof HTMLElement ? body.dataset['part'] : undefined;
  return part === undefined ? undefined : Number(part);
}

/** Stands at the end of a list and tells when somebody scrolls near to it. Each part of the list has an end of its own (`key`). */
export function ListEnd({ onNear }: { onNear: () => void }): ReactNode {
  const end = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent((entries: readonly IntersectionObserverEntry[]) => {
    // Not by itself on a high screen: a list that was continued is no longer live.
    if (entries.at(-1)?.isIntersecting === true && scrollY > 0) onNear();
  });
  useEffect(() => {
    if (end.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => tell(entries), { rootMargin: `${endNearPx}px 0px` });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={end} />;
}
