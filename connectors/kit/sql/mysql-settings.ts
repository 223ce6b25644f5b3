import { z } from 'zod';
import { postgresConfig } from './postgres-settings.ts';

/** The configuration that the MySQL transport reads. A schema is a database here. */
export const mysqlConfig = postgresConfig.omit({ schema: true }).extend({
  port: z.int().min(1).max(65_535).default(3306).meta({ title: 'Port', destination: true }),
});

/** One statement; and one whole batch of writes, which begins nothing that it could not wait for. */
export const statementTimeoutMs = 8000;
export const writeTimeoutMs = 20_000;
