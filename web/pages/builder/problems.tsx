import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IntegrationValidation } from '../../../client/operations.data.ts';
import { formatAmount } from '../../model/format.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { type Finding, useBuilder } from './builder-context.ts';
import { toPart } from './part-list.tsx';
import { toPathText } from './model/paths.ts';

/** Everything that is wrong or open, each with the way to its place. */
export function Problems({
  findings,
  validation,
}: {
  findings: readonly Finding[];
  validation: IntegrationValidation | undefined;
}): ReactNode {
  const { id, definition } = useBuilder();
  const missing = (validation?.readiness.missing ?? []).filter(({ step }) => step !== 'activation');
  const errors = findings.filter(({ isError }) => isError).length;
  if (findings.length + missing.length === 0) return null;
  const parts = [
    errors === 0 ? undefined : formatAmount(errors, 'problem', 'problems'),
    findings.length === errors ? undefined : formatAmount(findings.length - errors, 'warning', 'warnings'),
    missing.length === 0 ? undefined : `${missing.length} open`,
  ].filter((part) => part !== undefined);
  return (
    <details className={errors > 0 ? 'problems has-errors' : 'problems'}>
      <summary>
        <span role="status">{parts.join(', ')}</span>
      </summary>
      <ul>
        {findings.map(({ path, message, isError }) => (
          <li key={`${toPathText(path)} ${message}`} className={isError ? 'wrong' : 'odd'}>
            <Link to="/integrations/$id/build" params={{ id }} search={toPart(path, definition)} replace>
              <code>{toPathText(path) || 'definition'}</code>
            </Link>{' '}
            <MarkedText text={message} />
          </li>
        ))}
        {missing.map(({ step, message }) => (
          <li key={`${step} ${message}`}>
            <Link
              to="/integrations/$id/build"
              params={{ id }}
              search={{ part: step === 'connection' ? 'source' : step }}
              replace
            >
              <code>{step}</code>
            </Link>{' '}
            <MarkedText text={message} />
          </li>
        ))}
      </ul>
    </details>
  );
}
