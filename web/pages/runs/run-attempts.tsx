import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { isMoving } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/data-list.tsx';
import { ownRunColumns } from '../../parts/run-columns.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** The run that was retried in the beginning, and its retries. Where there is one alone, nothing is shown. */
export function RunAttempts({ run }: { run: Run }): ReactNode {
  const attempts = useQuery(ask('listRunAttempts', { params: { id: run.id } }, isMoving(run.status) ? 5000 : false));
  const list = attempts.data?.data ?? [];
  if (list.length < 2) return null;
  return (
    <Card title="Attempts" note="The first run of all, and its retries." flush>
      <Table name="Attempts" columns={ownRunColumns} items={list} linked />
    </Card>
  );
}
