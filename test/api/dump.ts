import { expect } from 'vitest';
import type { TestApi } from './harness.ts';

/** Every row of every table, as text. */
export async function dumpDatabase({ admin }: TestApi): Promise<unknown[]> {
  const tables = await admin<{ table_name: string }[]>`
    select table_name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  return await Promise.all(tables.map(({ table_name: name }) => admin`select t::text as row from ${admin(name)} as t`));
}

/** A secret in every form in which it might have been written down. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(secret)];
}
