/** Where values are kept for long that name their key in their first bytes. @see vault/envelope.ts */
export interface SealedPlace {
  table: string;
  /** The primary key behind the organization: its columns, with their types. */
  key: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>;
  column: string;
  /** A column that names the key as well. */
  keyId?: string;
}

/**
 * All but what is gone by itself soon: inputs of runs, calls and single operations, writes in doubt, questions about connections, and
 * authorizations under way. `hub doctor` counts these, too.
 */
export const sealedPlaces: readonly SealedPlace[] = [
  {
    table: 'connection_credentials',
    key: { connection_id: 'uuid', version: 'integer' },
    column: 'sealed',
    keyId: 'key_id',
  },
  { table: 'connection_tokens', key: { connection_id: 'uuid', version: 'integer' }, column: 'sealed', keyId: 'key_id' },
  { table: 'webhook_endpoints', key: { id: 'uuid' }, column: 'sealed', keyId: 'key_id' },
  { table: 'webhook_endpoints', key: { id: 'uuid' }, column: 'sealed_url' },
  { table: 'webhook_endpoints', key: { id: 'uuid' }, column: 'previous_sealed' },
  { table: 'waits', key: { id: 'uuid' }, column: 'sealed' },
  { table: 'approval_decisions', key: { wait_id: 'uuid', actor: 'text' }, column: 'sealed' },
  { table: 'inbox', key: { id: 'uuid' }, column: 'sealed' },
  {
    table: 'record_groups',
    key: { integration_id: 'uuid', stream: 'text', step: 'text', group_key: 'text' },
    column: 'sealed',
  },
  { table: 'dead_letters', key: { id: 'uuid' }, column: 'sealed' },
  { table: 'dead_letters', key: { id: 'uuid' }, column: 'correction' },
  { table: 'item_steps', key: { item_id: 'uuid', step: 'text' }, column: 'sealed' },
  { table: 'item_steps', key: { item_id: 'uuid', step: 'text' }, column: 'undo' },
];
