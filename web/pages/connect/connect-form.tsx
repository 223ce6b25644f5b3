import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import type { ConnectionTest, Connector } from '../../../client/operations.data.ts';
import { authorizeByLink, connectByLink, type System, testByLink } from '../../connect.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionFields, isAuthorized, readConnection } from '../../parts/connection-form.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { TestResult } from '../../parts/test-result.tsx';

interface State {
  busy: 'test' | 'save' | undefined;
  test?: ConnectionTest;
  error?: unknown;
}

/** The fields of a system. What is typed stays in them until it is sent, and nowhere else. */
export function ConnectForm({
  connector,
  token,
  onDone,
}: {
  connector: Connector;
  token: string;
  onDone: () => void;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [method, setMethod] = useState(connector.auth[0]?.id);
  const [state, setState] = useState<State>({ busy: undefined });
  const byVendor = isAuthorized(connector, method);
  const read = (): System => {
    const { config, credentials } = readConnection(connector, new FormData(form.current ?? undefined));
    return { service_type: connector.id, credentials, ...(Object.keys(config).length === 0 ? {} : { config }) };
  };
  const attempt = async (busy: 'test' | 'save', what: () => Promise<Partial<State>>): Promise<void> => {
    setState({ busy });
    const next = await what().catch((error: unknown): Partial<State> => ({ error }));
    setState({ busy: undefined, ...next });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void attempt('save', async () => {
      if (byVendor) {
        location.assign(await authorizeByLink(token, read()));
        return {};
      }
      const next = await connectByLink(token, read());
      form.current?.reset();
      if (next === undefined) onDone();
      else location.assign(next);
      return {};
    });
  };
  const { busy, test, error } = state;
  return (
    <form className="stack" ref={form} onSubmit={submit} noValidate autoComplete="off">
      <ConnectionFields connector={connector} withConfig error={error} onMethod={setMethod} />
      {error !== undefined && <ErrorNotice error={error} />}
      {test !== undefined && <TestResult test={test} />}
      <div className="row">
        {!byVendor && (
          <Button
            icon="connections"
            busy={busy === 'test'}
            onClick={() => void attempt('test', async () => ({ test: await testByLink(token, read()) }))}
          >
            {busy === 'test' ? 'Testing…' : 'Test'}
          </Button>
        )}
        <Button type="submit" looks={['primary']} busy={busy === 'save'}>
          {byVendor ? `Go to ${connector.vendor}` : 'Connect'}
        </Button>
      </div>
    </form>
  );
}
