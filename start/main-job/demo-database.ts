/** A database of the user's, as a connection of the `postgres` connector describes it. */
export interface DemoTarget {
  config: { host: string; port: number; database: string; schema?: string; ssl: Encryption };
  credentials: { user: string; password: string };
  /** For people and scripts that want to look at the rows. */
  url: string;
  /** Of the user's database, in which a schema is made; absent where the target is a database of its own. */
  ownerUrl?: string;
}

export type Encryption = 'verify_full' | 'require' | 'disable';
