import '@fontsource-variable/inter/wght.css';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/pages.css';
import './style/builder.css';
import './style/apply.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, queries } from './hub.ts';
import { router } from './router.tsx';
import { openPaths } from './shell/open-paths.ts';
import { applyTheme } from './shell/theme.ts';

applyTheme();
reloadWhenReplaced();

// Who is signed in is asked while the script of the page is still on its way.
if (!openPaths.includes(location.pathname.replace(/^\/app/, ''))) {
  // The page asks again, and tells of what is wrong.
  queries.query(ask('getMe', {})).catch(() => undefined);
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      {/* The policy of the page lets no style element in. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}

/** A hub that was updated has other files: the page is loaded again, once for each new build. */
function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('hub-reloaded-at') ?? '0');
    if (Date.now() - last < 30_000) return;
    event.preventDefault();
    sessionStorage.setItem('hub-reloaded-at', String(Date.now()));
    location.reload();
  });
}
