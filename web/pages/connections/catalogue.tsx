import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../../hub.ts';
import { toSentence } from '../../model/status.ts';
import { Monogram } from '../../parts/badge.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

const categories: Readonly<Record<string, string>> = {
  identity: 'Identity',
  hr: 'People and HR',
  security: 'Security',
  itsm: 'Service management',
  cloud: 'Cloud',
  network: 'Network',
  generic: 'Any system, by its protocol',
};

/** Every system that can be connected, found by name, maker or what it is about. */
export function Catalogue({
  text,
  onText,
}: {
  text: string | undefined;
  onText: (text: string | undefined) => void;
}): ReactNode {
  const connectors = useQuery(ask('listConnectors', {}));
  const wanted = (text ?? '').toLowerCase();
  const fitting = (connectors.data?.data ?? []).filter(({ name, vendor, tags, category, id }) =>
    [id, name, vendor, category, ...tags].join(' ').toLowerCase().includes(wanted),
  );
  const groups = [...new Set([...Object.keys(categories), ...fitting.map(({ category }) => category)])];
  return (
    <Page
      title="Connect a system"
      crumbs={<Link to="/connections">Connections</Link>}
      lead="Choose what you want to read from or write to."
      actions={<TextFilter label="Filter systems" value={text} onChange={onText} />}
    >
      {connectors.isPending ? (
        <Skeleton lines={8} />
      ) : connectors.isError ? (
        <ErrorNotice error={connectors.error} onRetry={() => void connectors.refetch()} />
      ) : fitting.length === 0 ? (
        <EmptyState icon="search" title="No connector is called so">
          Any system with an HTTP API, a database or a directory can be connected by its protocol: look for rest, sql or
          ldap.
        </EmptyState>
      ) : (
        groups
          .map((group) => ({ group, members: fitting.filter(({ category }) => category === group) }))
          .filter(({ members }) => members.length > 0)
          .map(({ group, members }) => (
            <section key={group} className="stack">
              <h2>{categories[group] ?? toSentence(group)}</h2>
              <div className="catalogue">
                {members.map(({ id, name, vendor }) => (
                  <Link key={id} to="/connections/new" search={{ connector: id }}>
                    <Monogram name={name} />
                    <span>
                      <strong>{name}</strong>
                      <small>{vendor}</small>
                    </span>
                  </Link>
                ))}
              </div>
            </section>
          ))
      )}
    </Page>
  );
}
