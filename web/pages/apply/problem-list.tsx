import type { ReactNode } from 'react';
import type { Problem } from '../../../as-code/problem.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Notice } from '../../parts/states.tsx';

/** What is wrong with files, each at its line. */
export function ProblemList({ title, problems }: { title: string; problems: readonly Problem[] }): ReactNode {
  return (
    <div role="alert">
      <Notice tone="bad" title={title}>
        <ul className="places">
          {problems.map(({ file, line, message }) => (
            <li key={`${file} ${line} ${message}`}>
              <code>{line === undefined ? file : `${file}:${line}`}</code> <MarkedText text={message} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
