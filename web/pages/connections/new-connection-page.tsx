import { getRouteApi, Link } from '@tanstack/react-router';
import { type SubmitEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { ConnectionInput, ConnectionTest, Connector } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { pickSet } from '../../model/read-filters.ts';
import { findWrong } from '../../model/describe-error.ts';
import { AccountField, useAccountChoice } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice, Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { Catalogue } from './catalogue.tsx';
import { CallbackNote } from './credentials-button.tsx';
import { ConnectionFields, isAuthorized, readConnection } from '../../parts/connection-form.tsx';
import { TestResult } from '../../parts/test-result.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/connections/new');

/** Choose a system, say how to reach it, see it work, save it. */
export function NewConnectionPage(): ReactNode {
  const { connector: id, q } = route.useSearch();
  const navigate = route.useNavigate();
  const setText = useCallback(
    (text: string | undefined) => void navigate({ search: (before) => pickSet({ ...before, q: text }), replace: true }),
    [navigate],
  );
  return id === undefined ? <Catalogue text={q} onText={setText} /> : <Describe id={id} />;
}

function Describe({ id }: { id: string }): ReactNode {
  const found = useQuery(ask('getConnector', { params: { id } }));
  const crumbs = <Link to="/connections/new">Connect a system</Link>;
  if (found.isPending) return <PendingPage title="Connect a system" />;
  if (found.isError) {
    return (
      <Page title="Connect a system" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: connector } = found.data;
  return (
    <Page title={`Connect ${connector.name}`} crumbs={crumbs}>
      <div className="columns">
        <Card title="Address and credentials">
          <ConnectionEditor connector={connector} />
        </Card>
        <About connector={connector} />
      </div>
    </Page>
  );
}

interface State {
  busy: 'test' | 'save' | undefined;
  test?: ConnectionTest;
  error?: unknown;
}

function ConnectionEditor({ connector }: { connector: Connector }): ReactNode {
  const navigate = route.useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [method, setMethod] = useState(connector.auth[0]?.id);
  const [state, setState] = useState<State>({ busy: undefined });
  const edits = useRef(0);
  const forget = (): void => {
    edits.current += 1;
    setState(({ busy }) => ({ busy }));
  };
  const byVendor = isAuthorized(connector, method);
  const account = useAccountChoice('connections:write');
  const read = (): ConnectionInput => {
    const data = new FormData(form.current ?? undefined);
    const name = data.get('name');
    const { config, credentials } = readConnection(connector, data);
    const named = typeof name === 'string' && name.trim() !== '' ? name : connector.name;
    const configured = Object.keys(config).length === 0 ? {} : { config };
    return { name: named, service_type: connector.id, credentials, ...configured, ...account.input };
  };
  const attempt = async (busy: 'test' | 'save', what: () => Promise<Partial<State>>): Promise<void> => {
    const tried = edits.current;
    setState({ busy });
    const next = await what().catch((error: unknown): Partial<State> => ({ error }));
    // The answer to a test is about what the form said then.
    setState({ busy: undefined, ...(busy === 'test' && edits.current !== tried ? {} : next) });
  };
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    void attempt('save', async () => {
      if (byVendor) {
        const begun = await hub.call('authorizeConnection', { body: read() });
        location.assign(begun.authorize_url);
        return {};
      }
      const made = await hub.call('createConnection', { body: read() });
      form.current?.reset();
      await queries.invalidateQueries();
      sayDone(`${made.name} is connected`);
      await navigate({ to: '/connections/$id', params: { id: made.id } });
      return {};
    });
  };
  const { busy, test, error } = state;
  return (
    <form className="stack" ref={form} onSubmit={save} onInput={forget} noValidate autoComplete="off">
      <TextField label="Name" name="name" placeholder={connector.name} help="As lists show it." />
      <AccountField choice={account} wrong={findWrong(error, 'account_id')} />
      <ConnectionFields connector={connector} withConfig error={error} onMethod={setMethod} />
      {error !== undefined && <ErrorNotice error={error} />}
      {test !== undefined && <TestResult test={test} />}
      {byVendor && <CallbackNote connector={connector} />}
      <div className="row">
        {!byVendor && (
          <Button
            icon="connections"
            busy={busy === 'test'}
            onClick={() =>
              void attempt('test', async () => ({ test: await hub.call('testUnsavedConnection', { body: read() }) }))
            }
          >
            {busy === 'test' ? 'Testing…' : 'Test'}
          </Button>
        )}
        <Button type="submit" looks={['primary']} busy={busy === 'save'}>
          {byVendor ? `Go to ${connector.vendor} to allow it` : 'Save the connection'}
        </Button>
      </div>
    </form>
  );
}

function About({ connector }: { connector: Connector }): ReactNode {
  return (
    <Card title={`About ${connector.name}`}>
      <div className="stack">
        <dl className="facts">
          <dt>By</dt>
          <dd>{connector.vendor}</dd>
          <dt>Objects</dt>
          <dd>{describeObjects(connector)}</dd>
          <dt>Sends to</dt>
          <dd className="mono">{connector.hosts.join(', ') || 'the address that you give'}</dd>
        </dl>
        <Notice tone="idle">
          <p>Credentials are sealed before they are stored. Nobody sees them again, in no log and no answer.</p>
        </Notice>
        <a href={connector.docs_url} target="_blank" rel="noopener noreferrer">
          Documentation of {connector.vendor} ({new URL(connector.docs_url).host})
        </a>
      </div>
    </Card>
  );
}

const objectsShown = 8;

function describeObjects({ objects, dynamic_objects: dynamic }: Connector): string {
  const titles = objects.slice(0, objectsShown).map(({ title }) => title);
  const more = objects.length - titles.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return [...titles, ...rest, ...(dynamic === undefined ? [] : [dynamic.title])].join(', ');
}
