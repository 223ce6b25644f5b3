/**
 * The rows that raw statements give, typed from the tables of `drizzle/schema`: a column that is renamed or changes its
 * type there does not compile here. Type imports only, so no process pays for a query builder it does not use.
 */

/** `createdAt` → `created_at`. */
type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`) : Head}${Snake<Tail>}`
  : S;

/** The named columns of a table, under the names that the database gives them. */
export type Row<Table extends { $inferSelect: object }, Column extends keyof Table['$inferSelect'] & string> = {
  [Name in Column as Snake<Name>]: Raw<Table['$inferSelect'][Name]>;
};

/** Times come as the text that the server writes, and go as ISO text. */
type Raw<Value> = Value extends Date ? string : Value;
