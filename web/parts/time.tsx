import { type ReactNode, useEffect, useState } from 'react';
import { formatExact, formatRelative } from '../model/format.ts';

const everyMs = 15_000;

/** The present, looked up anew every quarter of a minute. */
export function useNow(intervalMs = everyMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** How long ago, and exactly when for who points at it. */
export function Time({ at }: { at: string | undefined }): ReactNode {
  const now = useNow();
  if (at === undefined) return <span className="soft">–</span>;
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
