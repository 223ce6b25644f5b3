import { type ReactNode, useEffect } from 'react';
import { Skeleton } from './states.tsx';

/** A page: its one `h1`, what can be done here, and the rest. */
export function Page({
  title,
  crumbs,
  badge,
  lead,
  actions,
  children,
}: {
  title: string;
  crumbs?: ReactNode;
  badge?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Integration hub`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-title">
          {crumbs !== undefined && (
            <nav className="crumbs" aria-label="Where this page is">
              {crumbs}
            </nav>
          )}
          <div className="title-row">
            <h1>{title}</h1>
            {badge}
          </div>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A page whose subject is on its way. Its heading is for who does not see the shape of what comes. */
export function PendingPage({ title }: { title: string }): ReactNode {
  return (
    <div className="page pending">
      <h1 className="hidden-text">{title}</h1>
      <div className="pending-title" />
      <div className="card">
        <Skeleton lines={8} />
      </div>
    </div>
  );
}
