import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './button.tsx';

const shownMs = 2000;

/** Copies on a click only, and says that it did. */
export function CopyButton({ text, what }: { text: string; what: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        label={`Copy ${what}`}
        icon={copied ? 'check' : 'copy'}
        looks={['quiet', 'small']}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
      <span className="hidden-text" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** An id on one line, however narrow: it is copied rather than read. */
export function IdText({ id }: { id: string }): ReactNode {
  return (
    <span className="id-text">
      <code title={id}>{id}</code>
      <CopyButton text={id} what="the id" />
    </span>
  );
}
