import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { pickSet } from '../model/read-filters.ts';

/** The filter `q` of the page at hand, which its address has, and what sets it. The page's route names it among its filters. */
export function useNameFilter(): [q: string | undefined, setQ: (q: string | undefined) => void] {
  const { q }: { q?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setQ = useCallback(
    (text: string | undefined) =>
      void navigate({ to: '.', search: (before) => pickSet({ ...before, q: text }), replace: true }),
    [navigate],
  );
  return [q, setQ];
}
