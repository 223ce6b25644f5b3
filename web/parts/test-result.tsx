import type { ReactNode } from 'react';
import type { ConnectionTest } from '../../client/operations.data.ts';
import { formatDuration } from '../model/format.ts';
import { toSentence } from '../model/status.ts';
import { Icon } from './icon.tsx';
import { MarkedText } from './marked-text.tsx';
import { Notice } from './states.tsx';

/** What each check is about. */
const checks: Readonly<Record<string, string>> = {
  tcp: 'Reach the system',
  tls: 'Encrypt the connection',
  auth: 'Sign in',
  permission: 'Have the rights that are needed',
  read: 'Read a record',
};

/** What a test of a connection found, check by check. */
export function TestResult({ test }: { test: ConnectionTest }): ReactNode {
  return (
    <div role="status">
      <Notice
        tone={test.ok ? 'good' : 'bad'}
        title={test.ok ? `It works (${formatDuration(test.latency_ms)})` : 'It does not work yet'}
      >
        <ul className="checks">
          {test.checks.map(({ name, ok, message, remedy }) => (
            <li key={name}>
              <span className={ok ? 'ok' : 'not-ok'}>
                <Icon name={ok ? 'check' : 'cross'} />
              </span>
              <div>
                <strong>{checks[name] ?? toSentence(name)}</strong>
                <span className="hidden-text">{ok ? ' passed' : ' failed'}</span>
                {!ok && (
                  <div>
                    <MarkedText text={message} />
                  </div>
                )}
                {remedy !== undefined && <div>{remedy}</div>}
              </div>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
