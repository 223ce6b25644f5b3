import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ask, askFirst, hub, queries } from '../../hub.ts';
import { isSame, type JsonObject } from '../../model/json.ts';
import { Button } from '../../parts/button.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { useKeptText } from './use-kept-text.ts';

const route = getRouteApi('/connectors/$id/edit');

/** Changes a connector of the organization's own: what is published is a new version. */
export function EditConnectorPage(): ReactNode {
  const { id } = route.useParams();
  const connector = useQuery(ask('getConnector', { params: { id } }));
  const versions = useQuery(askFirst('listConnectorVersions', 1, { params: { id } }));
  const newest = versions.data?.data[0]?.version;
  const version = useQuery({
    ...ask('getConnectorVersion', { params: { id, version: String(newest) } }),
    enabled: newest !== undefined,
  });
  const error: unknown = connector.error ?? versions.error ?? version.error;
  const crumbs = (
    <>
      <Link to="/connectors">Connectors</Link>
      <Link to="/connectors/$id" params={{ id }}>
        {connector.data?.data.name ?? id}
      </Link>
    </>
  );
  if (error !== null) {
    return (
      <Page title="Edit a connector" crumbs={crumbs}>
        <ErrorNotice error={error} />
      </Page>
    );
  }
  if (connector.data === undefined || version.data === undefined) return <PendingPage title="Edit a connector" />;
  return (
    <Page
      title={`Edit ${connector.data.data.name}`}
      crumbs={crumbs}
      lead="Runs begin with the new version once it is published; those at work finish with theirs."
    >
      <Editor
        key={id}
        id={id}
        published={version.data.data.definition}
        version={version.data.data.version}
        etag={connector.data.etag}
      />
    </Page>
  );
}

function Editor({
  id,
  etag,
  ...newest
}: {
  id: string;
  published: JsonObject;
  version: number;
  etag: string | undefined;
}): ReactNode {
  const navigate = useNavigate();
  // What it began from: another one that is published meanwhile is not overwritten.
  const [begun] = useState({ etag, ...newest });
  const { text = '', setText, drop } = useKeptText(id, JSON.stringify(begun.published, undefined, 2));
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const publish = async (definition: JsonObject): Promise<void> => {
    setState({ busy: true });
    try {
      const options = begun.etag === undefined ? {} : { ifMatch: begun.etag };
      await hub.call('replaceConnector', { params: { id }, body: { definition } }, options);
      drop();
      await queries.invalidateQueries();
      sayDone('The new version is published');
      await navigate({ to: '/connectors/$id', params: { id } });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <DefinitionEditor text={text} onChange={setText} error={state.error}>
      {(read) => (
        <>
          <Button
            looks={['primary']}
            busy={state.busy}
            disabled={!read.ok || isSame(read.definition, begun.published)}
            onClick={() => read.ok && void publish(read.definition)}
          >
            Publish version {begun.version + 1}
          </Button>
          <Button onClick={() => setText(JSON.stringify(begun.published, undefined, 2))}>Discard changes</Button>
        </>
      )}
    </DefinitionEditor>
  );
}
