import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** So many rows come and go together. */
export const windowRows = 50;
/** Rows this near to what is seen are there already. */
const rowsNearPx = 1500;
/** A list goes on before its end is seen. */
const endNearPx = 600;

/**
 * Rows of a list that may have thousands. Far from what is seen they are one empty row of the same height, so that the page
 * holds a few hundred at most.
 */
export function RowWindow({ columnCount, children }: { columnCount: number; children: ReactNode }): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [emptyPx, setEmptyPx] = useState<number>();
  useNearness(body, rowsNearPx, ({ isIntersecting: isNear, target, boundingClientRect: { height } }) =>
    setEmptyPx(isNear || target.contains(document.activeElement) ? undefined : height),
  );
  return (
    <tbody ref={body}>
      {emptyPx === undefined ? (
        children
      ) : (
        <tr style={{ height: emptyPx }}>
          <td colSpan={columnCount}>…</td>
        </tr>
      )}
    </tbody>
  );
}

/** Stands at the end of a list and tells when somebody scrolls near to it. Each part of the list has an end of its own (`key`). */
export function ListEnd({ onNear }: { onNear: () => void }): ReactNode {
  const end = useRef<HTMLSpanElement>(null);
  useNearness(end, endNearPx, ({ isIntersecting }) => {
    // Not by itself on a high screen: a list that was continued is no longer live.
    if (isIntersecting && scrollY > 0) onNear();
  });
  return <span ref={end} />;
}

/** Tells when an element comes near to what is seen, and when it goes. */
function useNearness(
  element: RefObject<Element | null>,
  withinPx: number,
  tell: (entry: IntersectionObserverEntry) => void,
): void {
  const tellLast = useEffectEvent((entries: readonly IntersectionObserverEntry[]) => {
    const last = entries.at(-1);
    if (last !== undefined) tell(last);
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => tellLast(entries), { rootMargin: `${withinPx}px 0px` });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, withinPx]);
}
