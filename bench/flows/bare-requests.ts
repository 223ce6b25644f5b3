import type { JsonObject } from '../../core/json.ts';
import { Pool } from 'undici';
import { z } from 'zod';
import { upsertStatement } from '../../connectors/drivers/sql/postgres/statements.ts';

/** What the four steps send, written by hand. */

const ticket = z.object({ id: z.string() });

/** @returns what makes one ticket. */
export function openTickets(
  serverUrl: string,
  connections: number,
): (record: JsonObject, key: string) => Promise<string> {
  const pool = new Pool(serverUrl, { connections });
  return async (record, key) => {
    const { body } = await pool.request({
      method: 'POST',
      path: '/tickets',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ subject: lower(record['work_email']), department: record['department'] }),
    });
    return ticket.parse(await body.json()).id;
  };
}

export function toAccount(record: JsonObject, ticketId: string): JsonObject {
  return {
    id: record['id'] ?? null,
    login: lower(record['work_email']),
    first_name: record['first_name'] ?? null,
    last_name: record['last_name'] ?? null,
    status: record['state'] === 'A' ? 'ACTIVE' : 'SUSPENDED',
    ticket: ticketId,
  };
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}

/** The statement of the connector, for a table of accounts; its parameter is a list of them as JSON. */
export function toUpsert(table: string): string {
  return upsertStatement({
    table: { schema: 'public', name: table },
    columns: ['id', 'login', 'first_name', 'last_name', 'status', 'ticket'].map((name) => ({
      name,
      type: 'text',
      base: 'text',
      notNull: false,
      generated: false,
      readable: true,
    })),
    matchOn: ['id'],
    tellsInserts: true,
  });
}
