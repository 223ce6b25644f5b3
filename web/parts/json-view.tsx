import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** A value as JSON, as text only: nothing in it becomes markup or a link. */
export function JsonView({ value, what }: { value: unknown; what: string }): ReactNode {
  const text = JSON.stringify(value, undefined, 2) ?? 'undefined';
  return (
    <div className="secret" style={{ alignItems: 'start', padding: 0 }}>
      {/* Long texts scroll, which a keyboard has to be able to do, too. */}
      <pre className="code" style={{ flex: 1, minWidth: 0 }} tabIndex={0} aria-label={what} role="region">
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
