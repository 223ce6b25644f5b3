import { type ReactNode, useId } from 'react';

/** A part of a page with a heading of its own. */
export function Card({
  title,
  note,
  actions,
  flush = false,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Lists reach to the edges. */
  flush?: boolean;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <p>{note}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {flush ? children : <div className="card-body">{children}</div>}
    </section>
  );
}
