import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ask } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useIntegrationOptions } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { TraceEntries } from './trace-entries.tsx';
import { TraceTargets } from './trace-targets.tsx';

const route = getRouteApi('/trace');
const everyMs = 10_000;

/** One record of a source over all runs of an integration: what became of it, and where it is now. */
export function TracePage(): ReactNode {
  const { integration_id: integration, key } = route.useSearch();
  return (
    <Page
      title="Trace a record"
      lead="What happened to one record of a source, over all runs of an integration: written, failed, and what a flow did with its changes."
    >
      <TraceForm key={`${integration} ${key}`} integration={integration} recordKey={key} />
      {integration === undefined || key === undefined ? (
        <div className="card">
          <EmptyState icon="search" title="Which record?">
            Choose the integration that reads it, and give the key by which its source knows it, as failed records and
            items name it.
          </EmptyState>
        </div>
      ) : (
        <Found integration={integration} recordKey={key} />
      )}
    </Page>
  );
}

function TraceForm({
  integration,
  recordKey = '',
}: {
  integration: string | undefined;
  recordKey: string | undefined;
}): ReactNode {
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState(integration ?? '');
  const { all, options } = useIntegrationOptions(integration);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = readText(new FormData(event.currentTarget), 'key').trim();
    void navigate({ search: { ...(chosen === '' ? {} : { integration_id: chosen }), ...(key === '' ? {} : { key }) } });
  };
  if (all.isError) return <ErrorNotice error={all.error} onRetry={() => void all.refetch()} />;
  return (
    <form className="card card-body trace-form" onSubmit={submit} autoComplete="off">
      <Choice label="Integration" value={chosen} options={[['', 'Choose'], ...options]} onChange={setChosen} />
      <TextField label="Key of the record" name="key" defaultValue={recordKey} maxLength={1024} data-filter="" />
      <Button type="submit" looks={['primary']} icon="search">
        Trace
      </Button>
    </form>
  );
}

function Found({ integration, recordKey: key }: { integration: string; recordKey: string }): ReactNode {
  const found = useQuery(ask('traceRecord', { params: { id: integration }, query: { key } }, everyMs));
  if (found.isPending) return <Skeleton />;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  const { targets, entries } = found.data.data;
  if (targets.length === 0 && entries.length === 0) {
    return (
      <div className="card">
        <EmptyState icon="search" title="The hub knows nothing of this record">
          No run of this integration has written it or failed at it, as far as runs are kept. Keys are compared letter
          by letter: see how failed records, items or the source write them.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <TraceTargets targets={targets} />
      <TraceEntries entries={entries} />
    </>
  );
}
