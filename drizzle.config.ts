import type { Config } from 'drizzle-kit';

// drizzle-kit takes its configuration from a default export only.
export default {
  dialect: 'postgresql',
  schema: './drizzle/schema/index.ts',
  out: './drizzle/migrations',
} satisfies Config;
