import { peopleColumns } from '../../test/harness/flow.ts';

/** The flow that is measured: what its steps write is written by hand in `bare-flow.ts` and `item-activities.ts` as well. */
export const accountColumns = `${peopleColumns}, ticket text not null`;

/** Condition, create with a key, transform, upsert. */
export function fourSteps({ http, table }: { http: string; table: string }, name: string): object[] {
  return [
    {
      id: 'kind',
      condition: [
        {
          when: "record.state == 'A' || record.state == 'T'",
          steps: [
            {
              id: 'ticket',
              action: {
                connection_id: http,
                object: 'tickets',
                operation: 'create',
                options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
                mapping: [
                  { to: 'subject', from: 'record.work_email', convert: 'lowercase' },
                  { to: 'department', from: 'record.department' },
                ],
              },
            },
            { id: 'person', transform: { set: { status: "record.state == 'A' ? 'ACTIVE' : 'SUSPENDED'" } } },
            {
              id: 'account',
              action: {
                connection_id: table,
                object: name,
                operation: 'upsert',
                match_on: ['id'],
                mapping: [
                  { to: 'id', from: 'record.id', required: true },
                  { to: 'login', from: 'record.work_email', convert: 'lowercase' },
                  { to: 'first_name', from: 'record.first_name' },
                  { to: 'last_name', from: 'record.last_name' },
                  { to: 'status', from: 'steps.person.status' },
                  { to: 'ticket', from: 'steps.ticket.id' },
                ],
              },
            },
          ],
        },
      ],
    },
  ];
}
