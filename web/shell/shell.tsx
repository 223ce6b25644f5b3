import { Dialog } from '@base-ui/react/dialog';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { queries } from '../hub.ts';
import { followChanges } from '../live.ts';
import { IconButton } from '../parts/button.tsx';
import { popups } from '../parts/popups.ts';
import { Skeleton } from '../parts/states.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useLeaving } from '../parts/use-leaving.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { openPaths } from './open-paths.ts';
import { OtherOrganization } from './other-organization.tsx';
import { SessionGate, useCan } from './session.tsx';
import { useShortcuts } from './shortcuts.ts';

/** Not needed for a first page, and a tenth of what one loads. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Seen once, by who was invited. */
const Welcome = lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }));

/** What is around every page. */
export function Shell(): ReactNode {
  const { pathname } = useLocation();
  if (pathname === '/welcome') {
    return (
      <Suspense fallback={<Skeleton />}>
        <Welcome />
      </Suspense>
    );
  }
  if (openPaths.includes(pathname)) return <Outlet />;
  return (
    <SessionGate>
      <Frame />
      <Toasts />
      <ConfirmationDialog />
    </SessionGate>
  );
}

function Frame(): ReactNode {
  const [opened, setOpened] = useState<'palette' | 'keys' | 'navigation'>();
  const close = useCallback(() => setOpened(undefined), []);
  const [hasPalette, setHasPalette] = useState(false);
  const openPalette = useCallback(() => {
    setHasPalette(true);
    setOpened('palette');
  }, []);
  const openHelp = useCallback(() => setOpened('keys'), []);
  useShortcuts({ openPalette, openHelp });
  const mayFollow = useCan('runs:read');
  useEffect(() => (mayFollow ? followChanges(queries) : undefined), [mayFollow]);
  useLeaving(close);
  const main = useFocusOnArrival();
  return (
    <>
      <a className="skip" href="#main">
        To the page
      </a>
      <div className="shell">
        <header className="topbar">
          <IconButton label="Open navigation" icon="menu" onClick={() => setOpened('navigation')} />
          <strong>Integration hub</strong>
          <IconButton label="Search" icon="search" onClick={openPalette} />
        </header>
        <Navigation onSearch={openPalette} onHelp={openHelp} />
        <div>
          <OfflineBar />
          <main className="main" id="main" tabIndex={-1} ref={main}>
            <OtherOrganization />
            <Outlet />
          </main>
        </div>
      </div>
      <Dialog.Root open={opened === 'navigation'} onOpenChange={(next) => !next && close()}>
        <Dialog.Portal container={popups}>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="sheet" aria-label="Navigation">
            <Navigation onSearch={openPalette} onHelp={openHelp} onGo={close} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Suspense fallback={null}>{hasPalette && <Palette open={opened === 'palette'} onClose={close} />}</Suspense>
      <KeysDialog open={opened === 'keys'} onClose={close} />
    </>
  );
}

/** Another page is read from its beginning: without this, the focus would stay on a link that is gone. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}

function OfflineBar(): ReactNode {
  const online = useSyncExternalStore(
    (onChange) => {
      window.addEventListener('online', onChange);
      window.addEventListener('offline', onChange);
      return () => {
        window.removeEventListener('online', onChange);
        window.removeEventListener('offline', onChange);
      };
    },
    () => navigator.onLine,
  );
  return (
    <div role="status">
      {!online && <div className="offline">This browser is offline: what you see may be old.</div>}
    </div>
  );
}
