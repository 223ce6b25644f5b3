import type { ReactNode } from 'react';
import type { ExplainedField, Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Field by field: where a value came from, and where it went wrong. */
export function RecordExplanation({ run, recordKey }: { run: Run; recordKey: string }): ReactNode {
  const found = useQuery(ask('explainRunRecord', { params: { id: run.id, key: recordKey } }));
  if (found.isPending) return <Skeleton lines={3} />;
  // What cannot be explained any more is no fault of the page; the record itself stands below.
  if (found.isError) return <small>It cannot be explained: {found.error.message}</small>;
  const { message, explanation } = found.data.data;
  const fields = explanation?.fields ?? [];
  return (
    <div className="stack">
      {fields.length === 0 && (
        <p className="soft">
          <MarkedText text={explanation?.message ?? message} />
        </p>
      )}
      {fields.length > 0 && (
        <table className="mapping">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">From</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {fields
              .toSorted((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined))
              .map((field) => (
                <tr key={field.to}>
                  <td>
                    <code>{field.to}</code>
                  </td>
                  <td className="soft">{showSources(field)}</td>
                  <td>
                    {field.error === undefined ? (
                      <code>{JSON.stringify(field.value) ?? 'no value'}</code>
                    ) : (
                      <span className="level-error">
                        <MarkedText text={field.error.message} />
                      </span>
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function showSources({ sources }: ExplainedField): string {
  return sources.map(({ path, value }) => `${path} = ${JSON.stringify(value) ?? 'nothing'}`).join(', ');
}
