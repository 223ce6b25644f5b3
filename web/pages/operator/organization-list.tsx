import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { HubClient } from '../../../client/index.ts';
import type { OperatedOrganization } from '../../../client/operations.data.ts';
import { queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/data-list.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Toasts } from '../../parts/toasts.tsx';
import { type Question, OrganizationQuestion } from './organization-question.tsx';
import { useQuery } from '../../parts/use-query.ts';

const perPage = 50;

export function OrganizationList({ operator, onLeave }: { operator: HubClient; onLeave: () => void }): ReactNode {
  const [asked, setAsked] = useState<Question>();
  const [link, setLink] = useState<string>();
  const [filter, setFilter] = useState<{ q?: string; page: number }>({ page: 1 });
  const leave = (): void => {
    queries.removeQueries({ queryKey: ['operator'] });
    onLeave();
  };
  const make = (
    <Button looks={['primary']} icon="plus" onClick={() => setAsked({ what: 'create' })}>
      Make an organization
    </Button>
  );
  return (
    <main className="main" id="main">
      <Page
        title="Organizations"
        lead="Those of this hub. What is in them is theirs alone."
        actions={
          <>
            {make}
            <Button icon="leave" onClick={leave}>
              Leave
            </Button>
          </>
        }
      >
        <div className="card">
          <div className="filters">
            <TextFilter
              label="Filter by name or reference"
              value={filter.q}
              onChange={(q) => setFilter({ page: 1, ...(q === undefined ? {} : { q }) })}
            />
          </div>
          <Listed
            operator={operator}
            filter={filter}
            onAsk={setAsked}
            onPage={(page) => setFilter({ ...filter, page })}
          />
        </div>
      </Page>
      {asked !== undefined && (
        <OrganizationQuestion operator={operator} asked={asked} onClose={() => setAsked(undefined)} onLink={setLink} />
      )}
      <SecretDialog
        title="A link for the owner"
        what="the link"
        secret={link}
        onClose={() => setLink(undefined)}
        note="The first person who opens it within a week becomes an owner. It is shown only once."
      />
      <Toasts />
    </main>
  );
}

function Listed({
  operator,
  filter,
  onAsk,
  onPage,
}: {
  operator: HubClient;
  filter: { q?: string; page: number };
  onAsk: (question: Question) => void;
  onPage: (page: number) => void;
}): ReactNode {
  const { page } = filter;
  const found = useQuery({
    queryKey: ['operator', filter],
    queryFn: ({ signal }) =>
      operator.request('listOperatorOrganizations', { query: { ...filter, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <Skeleton lines={6} />;
  if (found.isError) {
    return (
      <div className="card-body">
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  const { data, meta } = found.data;
  const total = meta?.total ?? data.length;
  if (data.length === 0) return <EmptyState icon="accounts" title="There is no such organization" />;
  return (
    <>
      <Table name="Organizations" columns={makeColumns(onAsk)} items={data} />
      <div className="list-foot">
        <span role="status">{formatAmount(total, 'organization')}</span>
        {page > 1 && (
          <Button looks={['small']} onClick={() => onPage(page - 1)}>
            Page before
          </Button>
        )}
        {page * perPage < total && (
          <Button looks={['small']} onClick={() => onPage(page + 1)}>
            Next page
          </Button>
        )}
      </div>
    </>
  );
}

function makeColumns(onAsk: (question: Question) => void): Column<OperatedOrganization>[] {
  return [
    {
      title: 'Organization',
      show: ({ id, name, external_ref: reference }) => (
        <>
          <strong>{name}</strong>
          <small className="mono break">{reference ?? id}</small>
        </>
      ),
    },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Limits', looks: ['wide'], show: ({ limits }) => <small>{describeLimits(limits)}</small> },
    { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      looks: ['fit'],
      show: (organization) => (
        <Menu
          label={`Acts on ${organization.name}`}
          icon="more"
          quiet
          entries={[
            { label: 'Change …', icon: 'edit', onSelect: () => onAsk({ what: 'change', organization }) },
            { label: 'Owner link …', icon: 'link', onSelect: () => onAsk({ what: 'link', organization }) },
            organization.status === 'active'
              ? {
                  label: 'Suspend …',
                  icon: 'stop',
                  danger: true,
                  onSelect: () => onAsk({ what: 'suspend', organization }),
                }
              : { label: 'Resume …', icon: 'play', onSelect: () => onAsk({ what: 'resume', organization }) },
          ]}
        />
      ),
    },
  ];
}

function describeLimits(limits: OperatedOrganization['limits']): string {
  const { requests_per_minute: rate, requests_burst: burst, segments } = limits;
  const words = [
    ...(rate === undefined ? [] : [`${rate} requests a minute`]),
    ...(burst === undefined ? [] : [`${burst} at once`]),
    ...(segments === undefined ? [] : [formatAmount(segments, 'segment')]),
  ];
  return words.length === 0 ? 'As configured' : words.join(', ');
}
