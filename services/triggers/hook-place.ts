/** A hook by its ids, UUIDs. */
export interface HookPlace {
  orgId: string;
  id: string;
  integrationId: string;
  workflowId: string;
}
