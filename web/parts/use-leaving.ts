import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Closes what lies over a page when another address is shown: the way back leads from it as well. */
export function useLeaving(onLeave: () => void): void {
  const { href } = useLocation();
  const before = useRef(href);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (before.current !== href) leave.current();
    before.current = href;
  }, [href]);
}
