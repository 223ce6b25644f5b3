import type { ReactNode } from 'react';
import type { FailedRecordGroup } from '../../client/operations.data.ts';
import { toSentence } from '../model/status.ts';
import { MarkedText } from './marked-text.tsx';

/** What records failed by, in which field and at which step, and in words. @param of The name of their integration. */
export function FailureTitle({
  group: { code, field, step, message },
  of,
}: {
  group: Pick<FailedRecordGroup, 'code' | 'field' | 'step' | 'message'>;
  of?: string;
}): ReactNode {
  return (
    <span className="grow">
      <strong>
        {of === undefined ? toSentence(code) : `${of}: ${toSentence(code).toLowerCase()}`}
        {field !== undefined && (
          <>
            {' '}
            in <code>{field}</code>
          </>
        )}
        {step !== undefined && (
          <>
            {' '}
            at <code>{step}</code>
          </>
        )}
      </strong>
      <br />
      <span className="soft">
        <MarkedText text={message} />
      </span>
    </span>
  );
}
