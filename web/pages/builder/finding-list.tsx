import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { type Finding, useBuilder } from './builder-context.ts';
import { listFixes } from './model/list-fixes.ts';
import { getAt } from './model/paths.ts';

/** What is wrong at a member, each with the values that would be right as buttons. */
export function FindingList({ findings, id }: { findings: readonly Finding[]; id?: string }): ReactNode {
  const { change, definition } = useBuilder();
  if (findings.length === 0) return null;
  return (
    <ul className="findings" id={id}>
      {findings.map((finding) => (
        <li key={`${finding.path.join('.')} ${finding.message}`} className={finding.isError ? 'wrong' : 'odd'}>
          <MarkedText text={finding.message} />{' '}
          {listFixes(finding, getAt(definition, finding.path)).map(({ words, value }) => (
            <Button key={words} looks={['small']} onClick={() => change(finding.path, value)}>
              Use {words}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}
