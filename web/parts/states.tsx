import type { ReactNode } from 'react';
import { describeError } from '../model/describe-error.ts';
import type { Tone } from '../model/status.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { MarkedText } from './marked-text.tsx';

/** Stands in for what is on its way; seen only when that takes longer than an eye's blink. */
export function Skeleton({ lines = 5 }: { lines?: number }): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="hidden-text">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

/** Where there is nothing yet: says what would be here, and offers the way to it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <Icon name={icon} />
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

const icons: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  bad: 'warning',
  warn: 'warning',
  busy: 'info',
  idle: 'info',
};

export function Notice({ tone, title, children }: { tone: Tone; title?: string; children?: ReactNode }): ReactNode {
  return (
    <div className={`notice tone-${tone}`}>
      <Icon name={icons[tone]} />
      <div className="notice-text">
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

/** A refusal with what a person needs to go on: what, why, where it is explained, and the id to ask for help with. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { title, message, code, requestId, fields } = describeError(error);
  return (
    <div role="alert">
      <Notice tone="bad" title={title}>
        <p>
          <MarkedText text={message} />
        </p>
        {fields.length > 0 && (
          <ul>
            {fields.map(({ path, message: wrong }) => (
              <li key={`${path} ${wrong}`}>
                <code>{path}</code>: <MarkedText text={wrong} />
              </li>
            ))}
          </ul>
        )}
        <div className="row">
          {/* A right that is missing is missing the next time as well. */}
          {onRetry !== undefined && code !== 'insufficient_scope' && (
            <Button looks={['small']} icon="retry" onClick={onRetry}>
              Try again
            </Button>
          )}
          {code !== undefined && (
            <a href={`/docs/errors/${code}`} target="_blank" rel="noreferrer">
              About {code}
            </a>
          )}
          {requestId !== undefined && (
            <small className="row">
              <span className="mono">{requestId}</span>
              <CopyButton text={requestId} what="the id of the request" />
            </small>
          )}
        </div>
      </Notice>
    </div>
  );
}
