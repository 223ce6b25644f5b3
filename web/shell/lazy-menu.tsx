import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import type { Menu as Loaded } from '../parts/menu.tsx';

/** Its positions and keys are a tenth of what a first page loads, and nobody needs them to see it. */
const Menu = lazy(async () => ({ default: (await import('../parts/menu.tsx')).Menu }));

/** A menu around every page, which comes behind the first one. */
export function LazyMenu({
  meanwhile,
  ...props
}: ComponentProps<typeof Loaded> & {
  /** Stands at its place until it is there. */
  meanwhile: ReactNode;
}): ReactNode {
  return (
    <Suspense fallback={meanwhile}>
      <Menu {...props} />
    </Suspense>
  );
}
