import { type ReactNode, useEffect } from 'react';

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
              <span aria-hidden="true">/</span>
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
