// Written by tools/generate.ts from the OpenAPI document.
import type { OperationFacts } from './operation-facts.ts';

/** A label for a unit of the organization, such as a department or a customer. */
export type Account = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** State of the account: integrations of an inactive one start no runs. */
  status: 'active' | 'inactive' | 'pending';
  /** Your own reference, such as an id in another system. */
  external_ref?: string;
  /** Members of your own; the hub does not use them. */
  metadata?: { [name: string]: JsonValue };
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The members of an account to change. Absent members keep their values. */
export type AccountChange = {
  /** Display name. */
  name?: string;
  /** State of the account: integrations of an inactive one start no runs. */
  status?: 'active' | 'inactive' | 'pending';
  /** Your own reference, such as an id in another system. */
  external_ref?: string | null;
  /** Members of your own; the hub does not use them. */
  metadata?: { [name: string]: JsonValue } | null;
  /** Unique id. */
  id?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** An account to create. */
export type AccountInput = {
  /** Display name. */
  name: string;
  /** State of the account: integrations of an inactive one start no runs. */
  status?: 'active' | 'inactive' | 'pending';
  /** Your own reference, such as an id in another system. */
  external_ref?: string;
  /** Members of your own; the hub does not use them. */
  metadata?: { [name: string]: JsonValue };
};

/** Starts a run when a run of another integration ends. */
export type AfterTrigger = {
  /** The type of trigger. */
  type: 'after';
  /** Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores. */
  id?: string;
  /** The other integration: its id, or its name, which the hub then stores as its id. */
  integration_id: string;
  /** Ends of its runs that start one here. Default: `succeeded` and `partially_succeeded`. */
  outcomes?: ('succeeded' | 'partially_succeeded' | 'failed')[];
  /** Of the runs that it starts. */
  options?: TriggerOptions;
};

/** One of count (of records, or of those with a value), sum, avg, min, max, first, last, collect and distinct (lists), each of the values at a path. Sums and averages are exact: decimal text if a number cannot represent the result. */
export type Aggregation =
  | {
      /** `true` counts records; a path counts the records that have a value there. */
      count: true | string;
    }
  | {
      /** Path: the sum of its values. */
      sum: string;
    }
  | {
      /** Path: the mean of its values. */
      avg: string;
    }
  | {
      /** Path: its least value. */
      min: string;
    }
  | {
      /** Path: its greatest value. */
      max: string;
    }
  | {
      /** Path: its first value. */
      first: string;
    }
  | {
      /** Path: its last value. */
      last: string;
    }
  | {
      /** Path: the list of its values. */
      collect: string;
    }
  | {
      /** Path: the list of its different values. */
      distinct: string;
    };

/** An API key, without its secret. */
export type ApiKey = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Shown in the text of the key. Both modes reach the same data. */
  mode: 'live' | 'test';
  /** The last four characters of the key, to recognize it. */
  last4: string;
  /** What it may do. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** Only an active key works. `disabled` comes before `expired`. */
  status: 'active' | 'disabled' | 'expired';
  /** When it expires. */
  expires_at?: string;
  /** When it was disabled. */
  disabled_at?: string;
  /** Networks from which the credential may be used. Absent: every network. */
  allowed_cidrs?: string[];
  /** Id of the key that this one replaced. */
  rotated_from?: string;
  /** The connection whose directory uses the key. The key is deleted with it. */
  sso_connection_id?: string;
  /** Known a minute after the use at the latest. */
  last_used_at?: string;
  /** `operationId` of the last operation that was asked for. */
  last_used_route?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** An API key to create. */
export type ApiKeyInput = {
  /** Display name. */
  name: string;
  /** What the key may do. Each must be a scope that the caller has. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** When it expires. */
  expires_at?: string;
  /** Networks that the key may be used from. A bare address is the network of itself alone. */
  allowed_cidrs?: string[];
  /** The connection whose directory uses the key, by SCIM. The key is deleted with it. */
  sso_connection_id?: string;
  /** Shown in the text of the key. Both modes reach the same data. */
  mode?: 'live' | 'test';
};

/** The members of an API key to change. Absent members keep their values. */
export type ApiKeyPatch = {
  /** Display name. */
  name?: string;
  /** What the key may do. Each must be a scope that the caller has. */
  scopes?: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** When it expires. */
  expires_at?: string | null;
  /** Networks from which the credential may be used. Absent: every network. */
  allowed_cidrs?: string[] | null;
  /** True if it is disabled. */
  disabled?: boolean;
  /** Unique id. */
  id?: JsonValue;
  /** Shown in the text of the key. Both modes reach the same data. */
  mode?: JsonValue;
  /** The last four characters of the key. */
  last4?: JsonValue;
  /** Whether it can be used. */
  status?: JsonValue;
  /** When it was disabled. */
  disabled_at?: JsonValue;
  /** Id of the key that this one replaced. */
  rotated_from?: JsonValue;
  sso_connection_id?: JsonValue;
  /** When it was last used. */
  last_used_at?: JsonValue;
  /** The operation that it was last used for. */
  last_used_route?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** How an API key is replaced. */
export type ApiKeyRotation = {
  /** How long the old key keeps working, at most until its own expiry. */
  overlap_seconds?: number;
  /** When the new key expires; `null` for never. Left out: when the old one would have. */
  expires_at?: string | null;
};

/** What an item of a flow waits for: that people approve. */
export type Approval = {
  /** Unique id. */
  id: string;
  /** `expired`: nobody decided in time. `withdrawn`: a newer change of the record ended the item, or a later run holds back others, or nothing. */
  status: 'open' | 'approved' | 'rejected' | 'expired' | 'canceled' | 'withdrawn';
  /** What is asked. */
  message: string;
  /** Id of the integration. */
  integration_id: string;
  /** Name of the integration. */
  integration_name: string;
  /** The run that carries the item. */
  run_id: string;
  /** Absent where a guard asks, as `key` and `step` are. */
  item_id?: string;
  /** The key of the record that is decided on. */
  key?: string;
  /** The step that waits. */
  step?: string;
  /** What a run holds back until it is approved. Exactly these records are decided on. */
  guard?: {
    /** Why a run holds them back. */
    reason: 'unidentified_records' | 'all_missing' | 'above_guard' | 'too_many_items' | 'too_many_changes';
    /** How many records it is about. */
    records: number;
    /** The first 20 of them. */
    sample: {
      /** Key of the record that the item is about. */
      key: string;
      /** What happened to the record in the source. */
      change: 'created' | 'updated' | 'deleted';
    }[];
    /** SHA-256 over all of them: what each change is, and its key. */
    hash: string;
    /** The run that the approval started. */
    followed_by?: string;
  };
  /** Who may decide: `role:…`, `member:…`, `key:…`, or `anyone` with the scope `runs:approve`. */
  approvers: string[];
  /** `run`: one decision for all items of the run that wait at the step. Of these, the first one is listed. */
  scope: 'item' | 'run';
  /** Of the scope `run`: how many wait. */
  count?: number;
  /** How many have to approve. */
  quorum: number;
  /** Whether the caller may decide, and has not yet. */
  may_decide: boolean;
  /** The member for whom the caller may decide, where they may not for themselves. */
  decides_for?: string;
  /** The record has changed since: a newer item of it waits behind this one. */
  stale: boolean;
  /** Who has decided so far, and how. */
  decisions: {
    /** Id of who decided: a person, a key or a client. */
    actor: string;
    /** What that is called now, where it is known. */
    actor_name?: string;
    /** What was decided. */
    decision: 'approve' | 'reject';
    /** The member who let them decide. */
    on_behalf_of?: string;
    /** What that member is called now. */
    on_behalf_of_name?: string;
    /** Why. */
    comment?: string;
    /** When. */
    at: string;
  }[];
  /** When the item came to the step. */
  requested_at: string;
  /** When the question is given up. */
  due_at?: string;
  /** When it was decided, or given up. */
  ended_at?: string;
};

/** A member who lets another one decide on approvals, for a time. */
export type ApprovalDelegation = {
  /** Unique id. */
  id: string;
  /** Whose decisions they are. */
  member: {
    /** Unique id. */
    id: string;
    /** Display name. */
    name: string;
  };
  /** Who may decide for them. */
  delegate: {
    /** Unique id. */
    id: string;
    /** Display name. */
    name: string;
  };
  /** From when on. */
  starts_at: string;
  /** Until when. */
  ends_at: string;
  /** When it was created. */
  created_at: string;
};

/** Who decides instead, and until when. */
export type ApprovalDelegationInput = {
  /** Who may decide: the id or the e-mail address of a member who may decide on approvals. */
  to: string;
  /** Default: now. */
  starts_at?: string;
  /** A year from now at most. */
  ends_at: string;
};

/** An approval, with the form that goes with it. */
export type ApprovalDetail = {
  /** Unique id. */
  id: string;
  /** `expired`: nobody decided in time. `withdrawn`: a newer change of the record ended the item, or a later run holds back others, or nothing. */
  status: 'open' | 'approved' | 'rejected' | 'expired' | 'canceled' | 'withdrawn';
  /** What is asked. */
  message: string;
  /** Id of the integration. */
  integration_id: string;
  /** Name of the integration. */
  integration_name: string;
  /** The run that carries the item. */
  run_id: string;
  /** Absent where a guard asks, as `key` and `step` are. */
  item_id?: string;
  /** The key of the record that is decided on. */
  key?: string;
  /** The step that waits. */
  step?: string;
  /** What a run holds back until it is approved. Exactly these records are decided on. */
  guard?: {
    /** Why a run holds them back. */
    reason: 'unidentified_records' | 'all_missing' | 'above_guard' | 'too_many_items' | 'too_many_changes';
    /** How many records it is about. */
    records: number;
    /** The first 20 of them. */
    sample: {
      /** Key of the record that the item is about. */
      key: string;
      /** What happened to the record in the source. */
      change: 'created' | 'updated' | 'deleted';
    }[];
    /** SHA-256 over all of them: what each change is, and its key. */
    hash: string;
    /** The run that the approval started. */
    followed_by?: string;
  };
  /** Who may decide: `role:…`, `member:…`, `key:…`, or `anyone` with the scope `runs:approve`. */
  approvers: string[];
  /** `run`: one decision for all items of the run that wait at the step. Of these, the first one is listed. */
  scope: 'item' | 'run';
  /** Of the scope `run`: how many wait. */
  count?: number;
  /** How many have to approve. */
  quorum: number;
  /** Whether the caller may decide, and has not yet. */
  may_decide: boolean;
  /** The member for whom the caller may decide, where they may not for themselves. */
  decides_for?: string;
  /** The record has changed since: a newer item of it waits behind this one. */
  stale: boolean;
  /** Who has decided so far, and how. */
  decisions: {
    /** Id of who decided: a person, a key or a client. */
    actor: string;
    /** What that is called now, where it is known. */
    actor_name?: string;
    /** What was decided. */
    decision: 'approve' | 'reject';
    /** The member who let them decide. */
    on_behalf_of?: string;
    /** What that member is called now. */
    on_behalf_of_name?: string;
    /** Why. */
    comment?: string;
    /** When. */
    at: string;
  }[];
  /** When the item came to the step. */
  requested_at: string;
  /** When the question is given up. */
  due_at?: string;
  /** When it was decided, or given up. */
  ended_at?: string;
  /** Of the scope `run`, for who may decide: stands for what is asked. Send it with the decision. */
  hash?: string;
  /** JSON Schema of the values that an approval has to come with. */
  form?: { [name: string]: JsonValue };
};

/** Approvals of a run at a step that were asked for, or decided, at once. */
export type ApprovalEventData = {
  /** Of several, the first one. */
  id: string;
  /** Id of the run. */
  run_id: string;
  /** Id of the integration. */
  integration_id: string;
  /** The step that waits. Absent where a guard asks. */
  step?: string;
  /** Items of this run that came to the step, or were decided, at once. */
  count: number;
  /** When the first of them is given up. */
  due_at?: string;
};

/** Open approvals that the caller may decide on, as one set. */
export type ApprovalSet = {
  /** How many there are; 1000 are counted at most. */
  count: number;
  /** Stands for which they are and what they ask. */
  hash: string;
  /** Whether these are all. Of more, some are decided on at a time. */
  complete: boolean;
};

/** An approval of what is asked. */
export type ApproveInput = {
  /** Why. Later steps read it as `steps.ID.comment`. */
  comment?: string;
  /** Values that fit the form of the approval. Later steps read them as `steps.ID.form`. */
  form?: { [name: string]: JsonValue };
  /** Of an approval with the scope `run`: its `hash`, which stands for what was shown. Optional for one that a guard asks: `guard.hash`. */
  hash?: string;
};

/** Something that needs a person. */
export type Attention = {
  /** What is wrong. */
  kind:
    | 'connection_error'
    | 'connection_expired'
    | 'run_failed'
    | 'run_withheld'
    | 'approval_for_you'
    | 'approval_overdue'
    | 'endpoint_disabled'
    | 'endpoint_failing'
    | 'subscription_failing'
    | 'subscription_left'
    | 'records_failed'
    | 'schedule_missed'
    | 'credentials_ending'
    | 'api_key_ending'
    | 'sign_in_at_risk';
  /** `high`: data does not move, or not all of it. */
  severity: 'high' | 'medium';
  /** What it is about. */
  subject: {
    /** The connection, run, endpoint, integration, workflow or API key, or the connection for single sign-on. */
    id: string;
    /** Its name; of a run, that of its integration. */
    name: string;
  };
  /** Id of the integration. */
  integration_id?: string;
  /** Why, for people. */
  cause?: string;
  /** How many failed records, changes held back, missed times or approvals. A record that failed in several runs counts once; at most the newest 10000 failures are looked at. */
  count?: number;
  /** When it last happened, or since when it has been so; of what ends, when it does. */
  since: string;
  /** The one act that helps most. */
  action:
    | 'repair_connection'
    | 'see_run'
    | 'decide'
    | 'see_approvals'
    | 'see_failed_records'
    | 'see_deliveries'
    | 'see_schedule'
    | 'see_hook'
    | 'remove_at_vendor'
    | 'replace_credentials'
    | 'replace_api_key'
    | 'see_sign_in';
};

/** The signed end of the chain of audit events. */
export type AuditCheckpoint = {
  /** Id of the organization. */
  organization_id: string;
  /** Number of the last sealed event. */
  sequence: number;
  /** Hash of the last event, as its `seal` has it. */
  hash: string;
  /** When the last event was chained. */
  sealed_at: string;
  /** Id of the key that signed it. */
  key_id: string;
  /** Ed25519, in base64. */
  signature: string;
};

/** One entry of the audit log: who did what. */
export type AuditEvent = {
  /** Unique id. */
  id: string;
  /** What was done. */
  action: string;
  /** Id of the credential that asked, or `system`. */
  actor: string;
  /** Where the request came from, as far as it is known. */
  address?: string;
  /** Id of the request, as in `Request-Id`. */
  request_id?: string;
  /** The kind of resource that it was done to. */
  resource_type: string;
  /** Id of the resource that it was done to. */
  resource_id: string;
  /** The changed members, before. Absent if the resource was created. */
  before?: { [name: string]: JsonValue };
  /** The changed members, after. Absent if the resource was deleted. */
  after?: { [name: string]: JsonValue };
  /** What else is worth knowing of the change. */
  changes?: { [name: string]: JsonValue };
  /** When it was created. */
  created_at: string;
  /** What the actor is called now, where that is known. No part of what was sealed, and in no export. */
  actor_name?: string;
  /** The event's place in the chain; absent for some seconds. */
  seal?: {
    /** Number of an event in the log, from 1. */
    sequence: number;
    /** SHA-256 of the event and the hash before it, in hexadecimal. */
    hash: string;
  };
};

/** The result of verifying the chain of audit events. */
export type AuditVerification = {
  /** True if no problem was found. */
  ok: boolean;
  /** The end of the chain was reached; else go on after `verified_to`. */
  complete: boolean;
  /** Events that were verified. */
  checked: number;
  /** The last event that was verified. */
  verified_to: {
    /** Number of an event in the log, from 1. */
    sequence: number;
    /** SHA-256 of the event and the hash before it, in hexadecimal. */
    hash: string;
  };
  /** Events that have no place in the chain yet. */
  unsealed: number;
  /** Events at the beginning of the log that were written before events were authenticated, or under another pepper. */
  unauthenticated: number;
  /** Keep it elsewhere, and verify after it later. */
  checkpoint?: AuditCheckpoint;
  /** What was found. Empty: the log is intact. */
  problems: {
    /** A stable code for programs. */
    code:
      | 'event_changed'
      | 'event_missing'
      | 'event_unexpected'
      | 'event_forged'
      | 'head_missing'
      | 'head_forged'
      | 'head_differs'
      | 'key_unknown'
      | 'place_differs';
    /** A message for people. */
    message: string;
    /** Number of an event in the log, from 1. */
    sequence?: number;
    /** How many events the problem concerns. */
    count?: number;
    /** Id of the event that the problem concerns. */
    id?: string;
  }[];
};

/** Which part of the audit log to verify. */
export type AuditVerificationInput = {
  /** A place that is trusted: `verified_to` of a call before, or a checkpoint that was kept. The event there must be what it was, and what follows it is verified. Default: the beginning. */
  after?: {
    /** Number of an event in the log, from 1. */
    sequence: number;
    /** SHA-256 of the event and the hash before it, in hexadecimal. */
    hash: string;
  };
  /** How many events are verified by this call. */
  limit?: number;
};

/** An authorization that a person completes in a browser. */
export type Authorization = {
  /** Where a person's browser is to go. */
  authorize_url: string;
  /** Identifies the authorization; part of `authorize_url`. */
  state: string;
  /** When it expires. */
  expires_at: string;
};

/** A connection that a person authorizes. */
export type AuthorizationInput = {
  /** Display name. */
  name: string;
  /** The id of a connector. */
  service_type: string;
  /** One of the credential forms of the connector; `{}` where it needs none. Never given out again. */
  credentials: { [name: string]: JsonValue };
  /** When the credentials end, as their system says, for example of a client secret. Default: what a certificate or a signed token among them says. `GET /attention` tells of it 30 days before. */
  credentials_expire_at?: string;
  /** The account that it belongs to. */
  account_id?: string;
  /** As the connector's `config_schema` says. */
  config?: { [name: string]: JsonValue };
  /** A connection to authorize again. Absent: a new one. */
  connection_id?: string;
};

/** Times at which something may be done, or may not. */
export type Calendar = {
  /** Unique id. */
  id: string;
  /** What formulas and definitions call it. */
  name: string;
  /** IANA name of the time zone whose clock counts. */
  timezone: string;
  /** Hours of each week that are in the calendar. */
  weekly?: CalendarWeekly[];
  /** Days that follow hours of their own instead of `weekly`. Of several that name a day, the last one counts. */
  dates?: CalendarDates[];
  /** Text of an iCalendar file (RFC 5545), whose events are added or taken out. */
  icalendar?: string;
  /** Whether the events of `icalendar` are `in` the calendar, or taken `out` of it, as holidays are. */
  icalendar_events: 'in' | 'out';
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The members of a calendar to change. Absent members keep their values. */
export type CalendarChange = {
  /** IANA name of the time zone whose clock counts. */
  timezone?: string;
  /** Hours of each week that are in the calendar. */
  weekly?: CalendarWeekly[] | null;
  /** Days that follow hours of their own instead of `weekly`. Of several that name a day, the last one counts. */
  dates?: CalendarDates[] | null;
  /** Text of an iCalendar file (RFC 5545), whose events are added or taken out. */
  icalendar?: string | null;
  /** Whether the events of `icalendar` are `in` the calendar, or taken `out` of it, as holidays are. */
  icalendar_events?: 'in' | 'out';
  /** Display name. */
  name?: string;
  /** Unique id. */
  id?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** Whether a calendar is open, and when that changes. */
export type CalendarChanges = {
  /** The instant that was looked at. */
  at: string;
  /** Whether the calendar contains it: `window()` gives the same. */
  open: boolean;
  /** The next ten changes; fewer where it does not change for three years. */
  changes: {
    /** When it happened. */
    at: string;
    /** The same on the clock of the time zone, with its offset from UTC. */
    local: string;
    /** What it is from then on. */
    open: boolean;
  }[];
};

/** Days with hours of their own. */
export type CalendarDates = {
  /** The first day. */
  from: string;
  /** The last day. Default: the first one. */
  to?: string;
  /** Hours that are in the calendar on these days; none with an empty list. Default: whole days. */
  hours?: CalendarHours[];
};

/** Hours of a day. */
export type CalendarHours = {
  /** The time of day at which it begins. */
  from: string;
  /** The time of day at which it ends, on the next day where that is not later than `from`. */
  to: string;
};

/** A calendar to create. */
export type CalendarInput = {
  /** IANA name of the time zone whose clock counts. */
  timezone?: string;
  /** Hours of each week that are in the calendar. */
  weekly?: CalendarWeekly[];
  /** Days that follow hours of their own instead of `weekly`. Of several that name a day, the last one counts. */
  dates?: CalendarDates[];
  /** Text of an iCalendar file (RFC 5545), whose events are added or taken out. */
  icalendar?: string;
  /** Whether the events of `icalendar` are `in` the calendar, or taken `out` of it, as holidays are. */
  icalendar_events?: 'in' | 'out';
  /** Display name. */
  name: string;
};

/** An integration that names a calendar. */
export type CalendarUse = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** The state of the integration. */
  status: 'draft' | 'inactive' | 'active';
  /** The active revision names it, and not only the newest one. */
  runs_use_it: boolean;
};

/** Hours of some days of each week. */
export type CalendarWeekly = {
  /** Days of the week. */
  on: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /** The time of day at which it begins. */
  from: string;
  /** The time of day at which it ends, on the next day where that is not later than `from`. */
  to: string;
};

/** What the credential of the request stands for. */
export type Caller = {
  /** The kind of credential. */
  kind: 'api_key' | 'oauth_client' | 'external' | 'session';
  /** As the audit log names the caller. */
  id: string;
  /** Display name. */
  name?: string;
  /** The organization that it belongs to. */
  organization: {
    /** Unique id. */
    id: string;
    /** Display name. */
    name: string;
  };
  /** What the caller may do, of a person wherever they may. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** Of a person: what they may do where. First in the whole organization, then in each account that a role of theirs is limited to, by name. */
  reach?: {
    /** Absent: the whole organization. */
    account_id?: string;
    /** Of that account. */
    account_name?: string;
    /** What the person may do there. */
    scopes: (
      | 'accounts:read'
      | 'accounts:write'
      | 'connections:read'
      | 'connections:write'
      | 'connections:test'
      | 'connections:use'
      | 'connectors:read'
      | 'connectors:write'
      | 'integrations:read'
      | 'integrations:write'
      | 'integrations:execute'
      | 'workflows:read'
      | 'workflows:write'
      | 'runs:read'
      | 'runs:write'
      | 'runs:approve'
      | 'records:read'
      | 'webhooks:read'
      | 'webhooks:write'
      | 'api_keys:read'
      | 'api_keys:write'
      | 'members:read'
      | 'members:write'
      | 'scim:write'
      | 'audit:read'
      | 'audit:write'
      | '*'
    )[];
  }[];
  /** Of a person: they signed in by the organization's identity provider, which vouches for them here only. */
  single_sign_on?: boolean;
  /** Of a person: what they sign in with. */
  email?: string;
  /** What the person may do: the sum of these roles. */
  roles?: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** Of a person: acts that ask for a recent confirmation are let through until then. */
  elevated_until?: string;
  /** Of a person whose organization asks for a second factor: what they have to do before anything else. `set_up`: add one. `confirm`: show theirs, with `/me/reauthenticate`. */
  second_factor_need?: 'set_up' | 'confirm';
  /** When it expires. */
  expires_at?: string;
};

/** Which items of the run are canceled. */
export type CancelItemsInput = {
  /** Only these. */
  status?: 'ready' | 'parked' | 'held';
  /** Only those that stand at this step. */
  step?: string;
  /** Only those of the record with this key. */
  key?: string;
};

/** How many items are canceled. */
export type CanceledItems = {
  /** How many were on their way, and were not canceled before. */
  items: number;
};

/** A condition on a record: a comparison, or conditions combined by `all`, `any` or `not`. */
export type Condition =
  | {
      /** Path in the record. */
      field: string;
      /** How the field is compared. */
      operator: 'equals' | 'not_equals';
      /** What the field is compared with. */
      value: string | number | boolean | null;
    }
  | {
      /** Path in the record. */
      field: string;
      /** How the field is compared. */
      operator: 'greater' | 'greater_or_equal' | 'less' | 'less_or_equal';
      /** What the field is compared with. */
      value: string | number;
    }
  | {
      /** Path in the record. */
      field: string;
      /** How the field is compared. */
      operator: 'in' | 'not_in';
      /** What the field is compared with. */
      value: (string | number | boolean | null)[];
    }
  | {
      /** Path in the record. */
      field: string;
      /** How the field is compared. */
      operator: 'contains' | 'starts_with' | 'ends_with';
      /** What the field is compared with. */
      value: string;
    }
  | {
      /** Path in the record. */
      field: string;
      /** How the field is compared. */
      operator: 'exists' | 'not_exists';
    }
  | {
      /** True if every condition is. */
      all: Condition[];
    }
  | {
      /** True if at least one condition is. */
      any: Condition[];
    }
  | {
      not: Condition;
    };

/** Stored configuration and encrypted credentials for one system. */
export type Connection = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Id of the connector. */
  service_type: string;
  /** State of the connection: only an active one is used. */
  status: 'active' | 'error' | 'expired' | 'disabled';
  /** Why the connection is in `error` or `expired`; absent in any other status. */
  status_reason?: string;
  /** The account that it belongs to. */
  account_id?: string;
  /** Only of a single connection: the id of its connector's `auth` by which it signs in. */
  auth_method?: string;
  /** When the credentials end, where that is known: from themselves, or because somebody said so. */
  credentials_expire_at?: string;
  /** Configuration that is not secret. */
  config?: { [name: string]: JsonValue };
  /** Only of a single connection: why runs wait before it. Absent where it can be used. */
  gate?: {
    /** The system does not answer (`unavailable`), refuses the credentials (`refused`), or it is `disabled`. */
    reason: 'unavailable' | 'refused' | 'disabled';
    /** Since when no run uses it. */
    closed_at: string;
    /** When a run tries it next; absent where only a change of the connection opens it. */
    probe_at?: string;
    /** Runs that wait for it. */
    runs: number;
  };
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The members of a connection to change. Absent members keep their values. */
export type ConnectionChange = {
  /** Display name. */
  name?: string;
  /** Only `active` and `disabled` can be set. */
  status?: 'active' | 'error' | 'expired' | 'disabled';
  /** The account that it belongs to. */
  account_id?: string | null;
  /** When the credentials end; `null`: that is not known. */
  credentials_expire_at?: string | null;
  /** Configuration that is not secret. */
  config?: { [name: string]: JsonValue } | null;
  /** Unique id. */
  id?: JsonValue;
  /** Id of the connector. */
  service_type?: JsonValue;
  /** Why the connection is in `error` or `expired`. */
  status_reason?: JsonValue;
  auth_method?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** The connection that an event is about. */
export type ConnectionEventData = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Id of the connector. */
  service_type: string;
  /** State of the connection. */
  status: 'active' | 'error' | 'expired' | 'disabled';
  /** Why the connection is in `error` or `expired`; absent in any other status. */
  status_reason?: string;
  /** The account that it belongs to. */
  account_id?: string;
  /** Only of a single connection: the id of its connector's `auth` by which it signs in. */
  auth_method?: string;
  /** Only of a single connection: why runs wait before it. Absent where it can be used. */
  gate?: {
    /** The system does not answer (`unavailable`), refuses the credentials (`refused`), or it is `disabled`. */
    reason: 'unavailable' | 'refused' | 'disabled';
    /** Since when no run uses it. */
    closed_at: string;
    /** When a run tries it next; absent where only a change of the connection opens it. */
    probe_at?: string;
    /** Runs that wait for it. */
    runs: number;
  };
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** A connection to create. */
export type ConnectionInput = {
  /** Display name. */
  name: string;
  /** The id of a connector. */
  service_type: string;
  /** One of the credential forms of the connector; `{}` where it needs none. Never given out again. */
  credentials: { [name: string]: JsonValue };
  /** When the credentials end, as their system says, for example of a client secret. Default: what a certificate or a signed token among them says. `GET /attention` tells of it 30 days before. */
  credentials_expire_at?: string;
  /** The account that it belongs to. */
  account_id?: string;
  /** As the connector's `config_schema` says. */
  config?: { [name: string]: JsonValue };
};

/** A link by which a customer connects a system of theirs. */
export type ConnectionLink = {
  /** Unique id. */
  id: string;
  /** The account of the customer. */
  account_id: string;
  /** Ids of the connectors that the customer can choose from. */
  service_types: string[];
  /** Display name. */
  name?: string;
  /** Where the browser goes in the end. */
  return_url?: string;
  /** Whether it can still be used. */
  status: 'open' | 'used' | 'expired';
  /** What came of it. */
  connection_id?: string;
  /** The caller, as the audit log names it. */
  created_by: string;
  /** When it expires. */
  expires_at: string;
  /** When something was connected by it. */
  used_at?: string;
  /** When it was created. */
  created_at: string;
};

/** For whom a link is, and what can be connected by it. */
export type ConnectionLinkInput = {
  /** The account of the customer, to which the connection will belong. */
  account_id: string;
  /** Ids of the connectors that the customer can choose from. */
  service_types: string[];
  /** What the connection will be called. Default: as its connector. */
  name?: string;
  /** Where the browser goes in the end: https, or http on the loopback address. It gets `status=connected`, `connection_id` and `link_id` as parameters. */
  return_url?: string;
  /** How long it can be used. */
  expires_in_hours?: number;
};

/** The objects and fields that a connection can reach. */
export type ConnectionSchema = {
  /** The objects. */
  objects: DiscoveredObject[];
  /** There are more than an answer may hold. */
  truncated: boolean;
  /** When the system was asked. */
  discovered_at: string;
};

/** The result of testing a connection. */
export type ConnectionTest = {
  /** True if it succeeded. */
  ok: boolean;
  /** What was checked, in order. */
  checks: {
    /** What was checked: the name, the network, the credentials, their rights. */
    name: string;
    /** True if it succeeded. */
    ok: boolean;
    /** `ok`, or what went wrong. */
    code: string;
    /** A message for people. */
    message: string;
    /** What helps; only where the check failed. */
    remedy?: string;
  }[];
  /** How long the test took, in milliseconds. */
  latency_ms: number;
};

/** An integration that uses a connection. */
export type ConnectionUse = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** The state of the integration. */
  status: 'draft' | 'inactive' | 'active';
  /** The active revision uses it, and not only the newest one. */
  runs_use_it: boolean;
};

/** A connector with everything that is needed to use it. */
export type Connector = {
  /** Also the `service_type` of its connections. */
  id: string;
  /** Display name. */
  name: string;
  /** Who makes the system. */
  vendor: string;
  /** The kind of system. */
  category: 'cloud' | 'hr' | 'identity' | 'security' | 'network' | 'itsm' | 'generic';
  /** Words to search by. */
  tags: string[];
  /** Version of the connector. */
  version: string;
  /** Address of the vendor's documentation. */
  docs_url: string;
  /** `organization`: added by the organization itself, which alone sees it. */
  origin: 'hub' | 'organization';
  /** How well the operations are proven. */
  verification: {
    /** How far the operations are proven: from the documentation, from a description, or against it. */
    level: 'documented' | 'described' | 'verified' | 'proven';
    /** What the operations were verified against. */
    source: string;
    /** Date of the vendor description, `YYYY-MM-DD`. */
    as_of: string;
    /** Numbers of operations. */
    operations: {
      /** Operations that were verified. */
      verified: number;
      /** Operations that a description of the vendor covers. */
      total: number;
      /** Operations whose form each customer defines, which no description covers. */
      customer_defined?: number;
    };
    /** Objects, and those for which every fact about the vendor's data is known, or is not documented and handled both ways. */
    sheets: {
      /** Objects with a complete sheet. */
      complete: number;
      /** The objects that it knows. */
      objects: number;
    };
    /** Servers that others wrote, which its tests talk to. */
    peers: string[];
  };
  /** Ways to authenticate. A connection uses one. */
  auth: {
    /** Unique id within the connector. */
    id: string;
    /** Display name. */
    title: string;
    /** The kind of operation or of authentication. */
    kind: string;
    /** A JSON Schema. */
    credentials_schema: { [name: string]: JsonValue };
  }[];
  /** A JSON Schema. */
  config_schema: { [name: string]: JsonValue };
  /** The objects that it knows. */
  objects: {
    /** Unique id within the connector. */
    id: string;
    /** Display name. */
    title: string;
    /** Members that identify a record. */
    key?: string[];
    /** What can be done with the records. */
    operations: {
      /** Unique id within the connector. */
      id: string;
      /** The kind of operation or of authentication. */
      kind: string;
      /** What the operation can cause in the system: nothing, or a change that can or cannot be undone. */
      effect: 'none' | 'reversible' | 'destructive';
      /** True if the read can return only what changed since the last run. */
      incremental: boolean;
      /** Of a write: whether `match_on` names the fields that identify its record. */
      match_on?: 'required' | 'optional' | 'unused';
      /** Of a write: what a mapping has to give, as far as it is known. */
      required?: string[];
    }[];
    /** What steps of flows and single calls can do to a record by a name of its own. */
    named_operations?: NamedOperation[];
  }[];
  /** Objects that are named, not listed: tables, paths, prefixes. */
  dynamic_objects?: {
    /** Display name. */
    title: string;
    /** How objects are named. */
    help: string;
    /** What can be done with the records. */
    operations: {
      /** Unique id within the connector. */
      id: string;
      /** The kind of operation or of authentication. */
      kind: string;
      /** What the operation can cause in the system: nothing, or a change that can or cannot be undone. */
      effect: 'none' | 'reversible' | 'destructive';
      /** True if the read can return only what changed since the last run. */
      incremental: boolean;
      /** Of a write: whether `match_on` names the fields that identify its record. */
      match_on?: 'required' | 'optional' | 'unused';
      /** Of a write: what a mapping has to give, as far as it is known. */
      required?: string[];
    }[];
    /** A JSON Schema. */
    source_options_schema: { [name: string]: JsonValue };
    /** A JSON Schema. */
    target_options_schema: { [name: string]: JsonValue };
    /** Examples of use. */
    examples: {
      /** Display name. */
      title: string;
      /** The kind of record. */
      object: string;
      /** Whether the object is read or written. */
      role: 'source' | 'target';
      /** Options of the source or target. */
      options: { [name: string]: JsonValue };
    }[];
  };
  /** What else than a schedule or a person can start runs that read from it. */
  triggers: {
    /** The type of trigger. */
    type: 'webhook';
    /** Address of the vendor's documentation. */
    docs_url: string;
    /** How a hook's address is registered with the vendor, in Markdown. */
    setup: string;
    /** A JSON Schema. */
    credentials_schema: { [name: string]: JsonValue };
    /** How the vendor proves that an event comes from it. */
    signature: 'hmac' | 'standard_webhooks' | 'token' | 'authorization' | 'certificate' | 'jwt' | 'sns' | 'all';
    /** An event that is sent again is known, and starts nothing. */
    deduplicates: boolean;
    /** What the hub registers with the vendor by itself, where a trigger subscribes. */
    subscription?: {
      /** Address of the vendor's documentation. */
      docs_url: string;
      /** What can be subscribed to. */
      topics: {
        /** As `subscribe.to` of a trigger. */
        id: string;
        /** Display name. */
        title: string;
        /** What the connection has to be allowed, in Markdown. */
        needs: string;
        /** What `subscribe.of` of a trigger names. */
        of?: {
          /** Display name. */
          name: string;
          /** Display name. */
          title: string;
          /** The parameter of the connection whose only value is the default. */
          from?: string;
        }[];
        /** The objects whose changes it tells of, and by which events. */
        objects: {
          /** Unique id within the connector. */
          id: string;
          /** By the vendor's names. */
          events: string[];
        }[];
      }[];
    };
  }[];
  /** Limits that the hub observes, unless the vendor reports others. */
  rate_limits: {
    /** Display name. */
    name: string;
    /** Calls in the period. */
    limit: number;
    /** Length of the period, in milliseconds. */
    per_ms: number;
  }[];
  /** Where credentials are sent. */
  hosts: string[];
};

/** The definition of an organization's own connector. */
export type ConnectorDefinitionInput = {
  /** What the connector is, as data. See the page "Connectors of your own" of the documentation. */
  definition: { [name: string]: JsonValue };
};

/** A definition to be completed, and what is left to be decided. */
export type ConnectorDraft = {
  /** What the connector is, as data. See the page "Connectors of your own" of the documentation. */
  definition: { [name: string]: JsonValue };
  /** What the document does not tell, and what was guessed. */
  findings: {
    /** Into the definition. */
    path: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
    /** What would have been accepted, where that is little. */
    allowed?: string[];
  }[];
};

/** A description of an API, and what to draft of it. */
export type ConnectorDraftInput = {
  /** A description of the API by OpenAPI 3 or Swagger 2, as JSON or YAML. Nothing that it refers to is fetched. */
  document: string;
  /** Paths of the lists to draft. Default: as many as fit. */
  lists?: string[];
  /** Values of parameters in paths that are the same for all requests. */
  parameters?: { [name: string]: string };
};

/** A connector of an organization's own to add. */
export type ConnectorInput = {
  /** Begins with `x_`; the `service_type` of its connections. */
  id: string;
  /** What the connector is, as data. See the page "Connectors of your own" of the documentation. */
  definition: { [name: string]: JsonValue };
};

/** A connector in a list. */
export type ConnectorSummary = {
  /** Also the `service_type` of its connections. */
  id: string;
  /** Display name. */
  name: string;
  /** Who makes the system. */
  vendor: string;
  /** The kind of system. */
  category: 'cloud' | 'hr' | 'identity' | 'security' | 'network' | 'itsm' | 'generic';
  /** Words to search by. */
  tags: string[];
  /** Version of the connector. */
  version: string;
  /** Address of the vendor's documentation. */
  docs_url: string;
  /** `organization`: added by the organization itself, which alone sees it. */
  origin: 'hub' | 'organization';
  /** How well the operations are proven. */
  verification: {
    /** How far the operations are proven: from the documentation, from a description, or against it. */
    level: 'documented' | 'described' | 'verified' | 'proven';
    /** What the operations were verified against. */
    source: string;
    /** Date of the vendor description, `YYYY-MM-DD`. */
    as_of: string;
    /** Numbers of operations. */
    operations: {
      /** Operations that were verified. */
      verified: number;
      /** Operations that a description of the vendor covers. */
      total: number;
      /** Operations whose form each customer defines, which no description covers. */
      customer_defined?: number;
    };
    /** Objects, and those for which every fact about the vendor's data is known, or is not documented and handled both ways. */
    sheets: {
      /** Objects with a complete sheet. */
      complete: number;
      /** Objects that the connector has. */
      objects: number;
    };
    /** Servers that others wrote, which its tests talk to. */
    peers: string[];
  };
};

/** What a definition of a connector would be refused for. */
export type ConnectorValidation = {
  /** True if nothing was found. */
  valid: boolean;
  /** Everything that the definition is refused for. */
  findings: {
    /** Into the definition. */
    path: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
    /** What would have been accepted, where that is little. */
    allowed?: string[];
  }[];
};

/** A version of an organization's own connector. */
export type ConnectorVersion = {
  /** Number of the version. */
  version: number;
  /** The earlier version whose definition it repeats. */
  restores?: number;
  /** The newest version, which runs begin with. */
  active: boolean;
  /** Id of the credential that made it. */
  created_by: string;
  /** When it was created. */
  created_at: string;
};

/** A version of an organization's own connector, with its definition. */
export type ConnectorVersionRecord = {
  /** Number of the version. */
  version: number;
  /** The earlier version whose definition it repeats. */
  restores?: number;
  /** The newest version, which runs begin with. */
  active: boolean;
  /** Id of the credential that made it. */
  created_by: string;
  /** When it was created. */
  created_at: string;
  /** What the connector is, as data. See the page "Connectors of your own" of the documentation. */
  definition: { [name: string]: JsonValue };
};

/** A conversion that has options. `to` says which. */
export type ConversionOptions =
  | {
      /** What the value becomes. */
      to: 'date';
      /** Format of the text, in Unicode's date field symbols: `dd.MM.yyyy HH:mm`. */
      format: string;
    }
  | {
      /** What the value becomes. */
      to: 'timestamp';
      /** Format of the text, in Unicode's date field symbols: `dd.MM.yyyy HH:mm`. */
      format: string;
      /** An IANA name (`Europe/Berlin`) or an offset (`+02:00`). Default: the `timezone` of the integration, or UTC. */
      timezone?: string;
    }
  | {
      /** What the value becomes. */
      to: 'from_epoch';
      /** The unit of the result, or of the epoch. */
      unit: 'seconds' | 'milliseconds';
    }
  | {
      /** What the value becomes. */
      to: 'formatted';
      /** Format of the text, in Unicode's date field symbols: `dd.MM.yyyy HH:mm`. */
      format: string;
      /** An IANA name (`Europe/Berlin`) or an offset (`+02:00`). Default: the `timezone` of the integration, or UTC. */
      timezone?: string;
    }
  | {
      /** What the value becomes. */
      to: 'epoch';
      /** The unit of the result, or of the epoch. */
      unit: 'seconds' | 'milliseconds';
    }
  | {
      /** What the value becomes. */
      to: 'boolean';
      /** Words that become true. */
      true: string[];
      /** Words that become false. */
      false: string[];
    }
  | {
      /** What the value becomes. */
      to: 'unit';
      /** The unit of the value. */
      from:
        | 'B'
        | 'kB'
        | 'MB'
        | 'GB'
        | 'TB'
        | 'PB'
        | 'KiB'
        | 'MiB'
        | 'GiB'
        | 'TiB'
        | 'PiB'
        | 'ms'
        | 's'
        | 'min'
        | 'h'
        | 'd'
        | 'w';
      /** The unit of the result, or of the epoch. */
      unit:
        | 'B'
        | 'kB'
        | 'MB'
        | 'GB'
        | 'TB'
        | 'PB'
        | 'KiB'
        | 'MiB'
        | 'GiB'
        | 'TiB'
        | 'PiB'
        | 'ms'
        | 's'
        | 'min'
        | 'h'
        | 'd'
        | 'w';
    }
  | {
      /** What the value becomes. */
      to: 'minor_units';
      /** Currency code of ISO 4217. */
      currency: string;
    }
  | {
      /** What the value becomes. */
      to: 'major_units';
      /** Currency code of ISO 4217. */
      currency: string;
    };

/** A failed record, and the values that it is processed with. */
export type CorrectedRecord = {
  /** Unique id. */
  id: string;
  /** Members in place of those of the record. Objects are merged; lists and everything else are replaced, and `null` is a value. */
  values: { [name: string]: JsonValue };
};

/** New credentials of a connection. */
export type CredentialsInput = {
  /** As for a new connection. Never given out again. */
  credentials: { [name: string]: JsonValue };
  /** When the credentials end, as their system says, for example of a client secret. Default: what a certificate or a signed token among them says. `GET /attention` tells of it 30 days before. */
  credentials_expire_at?: string;
  /** The whole new configuration, where the credentials are for another address. */
  config?: { [name: string]: JsonValue };
};

/** What becomes of items that have not ended. */
export type DeactivateInput = {
  /** What happens to items of a flow that are on their way or wait: they go on to their end, or end before their next step. */
  open_items?: 'finish' | 'cancel';
};

/** A failed record: a record that could not be processed. */
export type DeadLetter = {
  /** Unique id. */
  id: string;
  /** Absent where the record has no usable key. */
  source_key?: string;
  /** The step of a flow that failed. */
  step?: string;
  /** The item of a flow that it failed for. */
  item_id?: string;
  /** A stable code for programs. */
  code: string;
  /** The field of the target that got no usable value. */
  field?: string;
  /** A message for people. */
  message: string;
  /** The record as it was read, its values masked. */
  record: JsonValue;
  /** Whether a later run processed it, or somebody dismissed it. */
  status: 'failed' | 'resolved' | 'dismissed';
  /** The run that processed the record after all. */
  resolved_by?: string;
  /** When it was dismissed. */
  dismissed_at?: string;
  /** Who dismissed it: a key, a person or a client. */
  dismissed_by?: string;
  /** When it was created. */
  created_at: string;
};

/** One decision on several approvals. */
export type DecideApprovalsInput = {
  /** What is decided on all of them. */
  decision: 'approve' | 'reject';
  /** Why. Later steps read it as `steps.ID.comment`. */
  comment?: string;
  /** Values that fit the form of the approval. Later steps read them as `steps.ID.form`. */
  form?: { [name: string]: JsonValue };
  /** Only these. */
  ids?: string[];
  /** Only those of an integration. */
  integration_id?: string;
  /** Only those of a run. */
  run_id?: string;
  /** Only those of a step. */
  step?: string;
  /** Of `GET /approvals/set`: nothing is decided where the set has changed since. Required without `ids`. */
  hash?: string;
};

/** What became of a decision on several approvals. */
export type DecidedApprovals = {
  /** On how many the caller decided: of those in `ids`, the open ones that they may decide on. */
  decided: number;
  /** Stands for which these were and what they asked, as in the audit log. */
  hash: string;
};

/** A field of an object. */
export type DiscoveredField = {
  /** As mappings name it. */
  path: string;
  /** Type of the values. */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';
  /** The system's own name of the type. */
  native_type?: string;
  /** Every record has a value. */
  required?: boolean;
  /** A new record needs no value: the system gives one. */
  has_default?: boolean;
  /** Display name. */
  title?: string;
  /** Masked where records are shown. */
  sensitive?: boolean;
};

/** An object that a connection can reach. */
export type DiscoveredObject = {
  /** As `object` of a source or target. */
  id: string;
  /** Display name. */
  title: string;
  /** Fields that identify a record. */
  key?: string[];
  /** Ids of the operations that it supports. */
  operations: string[];
  /** Absent where nothing is known of them. */
  fields?: DiscoveredField[];
  /** Where the fields are known from: the connector, the catalog of the system, or sample records. */
  fields_from?: 'declaration' | 'catalog' | 'sample';
  /** Of a table: the columns that `cursor_column` may name, to read what changed. */
  cursor_columns?: string[];
  /** Those of them that an index begins with; absent where that is not known. */
  indexed?: string[];
};

/** Exactly one of `record_ids`, `code` and `all`. */
export type DismissRecordsInput = {
  /** These records. */
  record_ids?: string[];
  /** Every record that failed so. */
  code?: string;
  /** With `code`: only those of this field. Empty: those that name none. */
  target_field?: string;
  /** With `code`: only those of this step. Empty: those that name none. */
  step?: string;
  /** Every record that is open. */
  all?: true;
  /** Those of them that were dismissed are open again. */
  undo?: true;
};

/** How many failed records were dismissed, or are open again. */
export type DismissedRecords = {
  /** How many were dismissed, or are open again; at most 10000. */
  records: number;
  /** There are more: ask again. */
  has_more: boolean;
};

/** How long the confirmation of a person lasts. */
export type Elevation = {
  /** Until then, acts that ask for it are let through. */
  elevated_until: string;
};

/** What became of the sessions of a member. */
export type EndedSessions = {
  /** How many sessions there were. */
  ended: number;
};

/** A formula to evaluate. */
export type EvaluateFormulaInput = {
  /** The formula. */
  formula: string;
  /** The record whose fields are the names of the formula. Numbers with more digits than JSON numbers keep become texts. */
  input: { [name: string]: JsonValue };
  /** JSON Schema of such records. The formula is checked against it; without one, any field may be there. */
  schema?: { [name: string]: JsonValue };
  /** IANA name of the zone of dates and clock times that name none. Default: UTC. */
  timezone?: string;
};

/** An event, as it is sent to webhook endpoints. */
export type EventPayload = {
  /** Type of the event. */
  type:
    | 'run.queued'
    | 'run.running'
    | 'run.waiting'
    | 'run.canceling'
    | 'run.succeeded'
    | 'run.partially_succeeded'
    | 'run.failed'
    | 'run.canceled'
    | 'run.skipped'
    | 'record.dead_lettered'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.rejected'
    | 'approval.expired'
    | 'approval.withdrawn'
    | 'item.interrupted'
    | 'connection.created'
    | 'connection.updated'
    | 'connection.deleted'
    | 'connection.active'
    | 'connection.error'
    | 'connection.expired'
    | 'connection.disabled'
    | 'integration.created'
    | 'integration.updated'
    | 'integration.activated'
    | 'integration.deactivated'
    | 'integration.deleted'
    | 'webhook_endpoint.disabled'
    | 'notification.failed'
    | 'notification.partially_succeeded'
    | 'notification.withheld'
    | 'notification.waiting_too_long'
    | 'notification.connection_broken'
    | 'notification.recovered'
    | 'notification.approval_requested'
    | 'notification.approval_reminder'
    | 'notification.approval_escalated'
    | 'notification.test';
  /** When it happened. */
  timestamp: string;
  /** What the event is about. */
  data:
    | RunEventData
    | RecordEventData
    | ApprovalEventData
    | ItemEventData
    | ConnectionEventData
    | IntegrationEventData
    | WebhookEndpointEventData
    | NotificationEventData;
};

/** Starts runs when the source has changed: asked every so often, and told by webhooks or programs. */
export type EventTrigger = {
  /** The type of trigger. */
  type: 'event';
  /** Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores. */
  id?: string;
  /** How often the source is asked for changes, at least `1m`. Default: `5m`. */
  poll?: string;
  /** Only with `steps`: of the `changes` of the source those that the runs of this trigger make items of. A run without `deleted` reads what changed, where the source can be asked so. Default: all of the source. */
  changes?: ('created' | 'updated' | 'deleted')[];
  subscribe?: TriggerSubscription;
};

/** Options of the run to start. */
export type ExecuteInput = {
  /** Write every record again, also unchanged ones. */
  full_resync?: boolean;
  /** Read what changed at this time and later, where the source can be asked so; otherwise everything is read. */
  since?: string;
  /** So many records that vanished from the source may be removed from the target, or go through the steps, in place of what `guard` allows. */
  max_deletes?: number;
  /** With steps: so many items may be made, in place of what the source's `guard` allows. */
  max_items?: number;
  /** Of a source with `payload`: a record that goes through the steps, as if it had been delivered. Without a source: what the run is given. */
  input?: { [name: string]: JsonValue };
  /** Of a source with `payload`: several of these, in their order. */
  inputs?: { [name: string]: JsonValue }[];
  /** Seconds to wait for the end of the run, as `Prefer: wait` does. */
  wait?: number;
};

/** How a field of the target got its value. */
export type ExplainedField = {
  /** The field of the target. */
  to: string;
  /** Where the rule stands in the definition. */
  rule: string;
  /** The fields that were read. */
  sources: ExplainedSource[];
  /** The steps of the computation, in order. */
  steps: ExplainedStep[];
  /** Absent where there is none; null is null. */
  value?: JsonValue;
  /** The value is too long to be shown whole. */
  shortened?: true;
  /** What went wrong. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
  };
};

/** Why the filter kept or left out the record. */
export type ExplainedFilter = {
  /** Path of the rule in the definition. */
  rule: string;
  /** The fields that were read. */
  sources: ExplainedSource[];
  /** The steps of the computation, in order. */
  steps: ExplainedStep[];
  /** Whether the record is kept; absent if it is unknown. */
  value?: boolean;
  /** What went wrong. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
  };
};

/** A field of the record that was read. */
export type ExplainedSource = {
  /** Path of the member that it is about. */
  path: string;
  /** Absent where there is none; null is null. */
  value?: JsonValue;
  /** The value is too long to be shown whole. */
  shortened?: true;
};

/** A step on the way to a value, and what it gave. */
export type ExplainedStep = {
  /** The kind of step. */
  kind: 'read' | 'constant' | 'expression' | 'formula' | 'convert' | 'lookup' | 'default' | 'condition';
  /** The part of the formula, the condition, the conversion or the path. */
  text?: string;
  /** Absent where there is none; null is null. */
  value?: JsonValue;
  /** The value is too long to be shown whole. */
  shortened?: true;
  /** What went wrong. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
  };
};

/** Failed records with what they have in common. */
export type FailedRecordGroup = {
  /** Id of the integration. */
  integration_id: string;
  /** Name of the integration. */
  integration_name: string;
  /** The account that the integration belongs to. */
  account_id?: string;
  /** A stable code for programs. */
  code: string;
  /** The field of the target that got no usable value. */
  field?: string;
  /** The step of a flow that failed. */
  step?: string;
  /** Of the newest of them. */
  message: string;
  /** How often records failed: one that failed in several runs counts in each of them. */
  count: number;
  /** How many records that are: one that failed in several runs counts once. */
  records: number;
  /** When the newest of them failed. */
  newest_at: string;
  /** The runs that they failed in, the newest first, at most 20. */
  runs: {
    /** Id of the run. */
    run_id: string;
    /** How many records. */
    count: number;
  }[];
};

/** Looks one record up in a system, and writes nothing. */
export type FindAction = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to look up: an object of the connector, a table, a path. Its records have to be findable by a value, as those of `enrich`. */
  object: string;
  /** `find` looks one record up, and writes nothing. */
  operation: 'find';
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** A formula that gives the value to find by: a text or a number. */
  by: string;
  /** Path into the records of the object that holds the value. Default: the key that the object declares. */
  key?: string;
  /** What becomes of an item for which nothing is found: `continue` (default) goes on, with `steps.ID.record` null; `fail` fails the step (`lookup_missing`). */
  on_missing?: 'continue' | 'fail';
};

/** What to find, and by which field. */
export type FindOperationInput = {
  /** The field that records are found by. */
  key: string;
  /** Values of that field, as text. */
  values: string[];
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
};

/** Writes one record to a system, or looks some up. */
export type FlowAction = WriteAction | FindAction | ListAction;

/** Collects items of the run, and goes through steps once for all of them. */
export type FlowBatch = {
  /** A formula: items for which it gives the same come into one batch. Default: all items do. */
  by?: string;
  /** A batch with so many items begins at once. Default: 100. A list of more than 96 KiB is several batches. */
  max?: number;
  /** A batch begins so long after its first item has come, with what it has by then. Default: when no item of the run can come to the step any more, which begins it earlier in any case. */
  within?: string;
  /** The name by which `steps` read the list of what the items added. Default: `items`. */
  as?: string;
  /** A formula that gives what an item adds to the list: at most 16 KiB. */
  collect: string;
  /** What the batch goes through, once for all of its items. */
  steps: FlowStep[];
};

/** Collects items of the run, and goes through steps once for all of them. */
export type FlowBatchInput = {
  /** A formula: items for which it gives the same come into one batch. Default: all items do. */
  by?: string;
  /** A batch with so many items begins at once. Default: 100. A list of more than 96 KiB is several batches. */
  max?: number;
  /** A batch begins so long after its first item has come, with what it has by then. Default: when no item of the run can come to the step any more, which begins it earlier in any case. */
  within?: string;
  /** The name by which `steps` read the list of what the items added. Default: `items`. */
  as?: string;
  /** A formula that gives what an item adds to the list: at most 16 KiB. */
  collect: string;
  /** What the batch goes through, once for all of its items. */
  steps: FlowStepInput[];
};

/** A condition, and what items go through for which it is true. */
export type FlowBranch = {
  /** A formula that gives true for items of this branch. */
  when: string;
  /** What these items go through. */
  steps: FlowStep[];
};

/** A condition, and what items go through for which it is true. */
export type FlowBranchInput = {
  /** A formula that gives true for items of this branch. */
  when: string;
  /** What these items go through. */
  steps: FlowStepInput[];
};

/** Sends a record, which `mapping` and `set` make, through the steps of another integration. */
export type FlowCall = {
  /** Id or name of the other integration. It has a `payload`, and is active when it is called. */
  integration_id: string;
  /** Rules, as those of a target. */
  mapping?: MappingRule[];
  /** Policies for rules that have none of their own. Default: those of the integration. */
  mapping_defaults?: MappingDefaults;
  /** Values by formula, each a member of the output. */
  set?: { [name: string]: string };
  /** Whether the item goes on as soon as a run is made, and the other one goes its own way. Default: it waits for the end. */
  detached?: boolean;
};

/** A record that is looked up again and again, until `until` is true of it: there it is `result`, null where none is found. */
export type FlowCheck = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record. */
  object: string;
  /** What is asked: `find` (default). */
  operation?: 'find';
  /** Options of the object, as a source has them. */
  options?: { [name: string]: JsonValue };
  /** A formula that gives the value to find by: a text or a number. */
  by: string;
  /** Path into the records of the object that holds the value. Default: the key that the object declares. */
  key?: string;
};

/** Who else is asked of what is still open after a time. */
export type FlowEscalation = {
  /** How long after it was asked. */
  after: string;
  /** Who may decide from then on, besides those in `of` of the step. */
  of: string[];
};

/** A delivery that items wait for, by its key. */
export type FlowEvent = {
  /** Id or name of the integration that takes what is delivered: its source has a `payload`. Default: this integration. */
  integration_id?: string;
  /** A formula that gives the key of what is waited for, as `key` of the source of that integration makes it: the value of its field, or a list of the values of its fields. */
  key: string;
  /** What was delivered so long before the item came to the wait counts as well. Default: 5m. */
  look_back?: string;
};

/** Steps that items go through beside those of other branches. */
export type FlowParallelBranch = {
  /** A word that no other branch has. */
  name: string;
  /** What the branch goes through. */
  steps: FlowStep[];
};

/** Steps that items go through beside those of other branches. */
export type FlowParallelBranchInput = {
  /** A word that no other branch has. */
  name: string;
  /** What the branch goes through. */
  steps: FlowStepInput[];
};

/** When those who may decide are reminded of what is still open. */
export type FlowReminders = {
  /** How long after it was asked people are reminded first. */
  after: string;
  /** How long after that they are again. Default: as `after`. */
  every?: string;
  /** How often in all. Default 3. */
  max?: number;
};

/** Answers who delivered the item, or executed the integration for it. */
export type FlowRespond = {
  /** Status of the answer: 200 to 202, or 400 to 599. Default: 200. */
  status?: number;
  /** A formula that gives the body of the answer, as JSON. Default: null. */
  body?: string;
};

/** One step of a flow: of exactly one kind. */
export type FlowStep = {
  /** A word that no other step of the flow has. Later steps read the output as `steps.ID`, and the hub knows what the step wrote by it: keep it, or say what it `was`. */
  id: string;
  /** The id that the step had in the revision before. It keeps what it wrote, and items that stand there go on with it. */
  was?: string;
  /** For people. */
  name?: string;
  /** A formula. Items for which it is not true skip the step; where it fails, the item fails. */
  when?: string;
  /** With `action`, `scope`, `call` and `sync`: how long items may take at the step. One that takes longer fails there (`step_timeout`). Time before a closed connection or window does not count. */
  timeout?: string;
  action?: FlowAction;
  undo?: FlowUndo;
  /** With `action`: a calendar, by name or id, which is stored. Items wait before the step until it opens. */
  only_in?: string;
  /** With `action`: a calendar, by name or id, which is stored. Items wait before the step until it is over. */
  not_in?: string;
  /** With `action`, `call` and `sync`: how often it is tried before it counts as failed. Items wait between the tries, and hold nothing. */
  retry?: StepRetry;
  transform?: FlowTransform;
  /** Branches, in their order: an item goes through the first whose condition is true. */
  condition?: FlowBranch[];
  /** With `condition`: what items go through that no branch takes. */
  else?: FlowStep[];
  /** A formula that gives a list: its elements go through `steps`, each on its own. Null is an empty list. */
  for_each?: string;
  /** With `for_each`: the name by which `steps` read the element. */
  as?: string;
  /** With `for_each`: a formula that names the element, by a text or number that no other element of the list has. Required where `steps` write: what was written for an element is known by it. */
  key?: string;
  /** With `for_each`: longer lists fail the step. Default: 1000. */
  max?: number;
  /** With `for_each`: a formula over what `steps` gave. Its values for the elements that succeeded, in the order of the list, are the output of the step. */
  collect?: string;
  /** With `for_each`: what each element goes through. */
  steps?: FlowStep[];
  /** Branches that do not wait for each other. */
  parallel?: FlowParallelBranch[];
  /** With `parallel`: go on when all branches have ended (default), or when one has come to a good end, which cancels the others. */
  join?: 'all' | 'any';
  /** Steps with one `on_error`: it takes over where one of them fails that has none of its own. */
  scope?: FlowStep[];
  /** With `scope`: what items go through behind its steps, also where one of these failed. */
  finally?: FlowStep[];
  batch?: FlowBatch;
  wait?: FlowWait;
  call?: FlowCall;
  sync?: FlowSync;
  respond?: FlowRespond;
  stop?: FlowStop;
  /** If the step fails: fail the item (default), continue with the next step, or go through these steps first, which can read `error.code`, `error.message` and `error.step`. A scope can also `undo` what its steps created; the item fails then. */
  on_error?: 'fail' | 'continue' | 'undo' | FlowStep[];
};

/** One step of a flow: of exactly one kind. */
export type FlowStepInput = {
  /** A word that no other step of the flow has. Later steps read the output as `steps.ID`, and the hub knows what the step wrote by it: keep it, or say what it `was`. */
  id: string;
  /** The id that the step had in the revision before. It keeps what it wrote, and items that stand there go on with it. */
  was?: string;
  /** For people. */
  name?: string;
  /** A formula. Items for which it is not true skip the step; where it fails, the item fails. */
  when?: string;
  /** With `action`, `scope`, `call` and `sync`: how long items may take at the step. One that takes longer fails there (`step_timeout`). Time before a closed connection or window does not count. */
  timeout?: string;
  action?: FlowAction;
  undo?: FlowUndo;
  /** With `action`: a calendar, by name or id, which is stored. Items wait before the step until it opens. */
  only_in?: string;
  /** With `action`: a calendar, by name or id, which is stored. Items wait before the step until it is over. */
  not_in?: string;
  /** With `action`, `call` and `sync`: how often it is tried before it counts as failed. Items wait between the tries, and hold nothing. */
  retry?: StepRetryInput;
  transform?: FlowTransform;
  /** Branches, in their order: an item goes through the first whose condition is true. */
  condition?: FlowBranchInput[];
  /** With `condition`: what items go through that no branch takes. */
  else?: FlowStepInput[];
  /** A formula that gives a list: its elements go through `steps`, each on its own. Null is an empty list. */
  for_each?: string;
  /** With `for_each`: the name by which `steps` read the element. */
  as?: string;
  /** With `for_each`: a formula that names the element, by a text or number that no other element of the list has. Required where `steps` write: what was written for an element is known by it. */
  key?: string;
  /** With `for_each`: longer lists fail the step. Default: 1000. */
  max?: number;
  /** With `for_each`: a formula over what `steps` gave. Its values for the elements that succeeded, in the order of the list, are the output of the step. */
  collect?: string;
  /** With `for_each`: what each element goes through. */
  steps?: FlowStepInput[];
  /** Branches that do not wait for each other. */
  parallel?: FlowParallelBranchInput[];
  /** With `parallel`: go on when all branches have ended (default), or when one has come to a good end, which cancels the others. */
  join?: 'all' | 'any';
  /** Steps with one `on_error`: it takes over where one of them fails that has none of its own. */
  scope?: FlowStepInput[];
  /** With `scope`: what items go through behind its steps, also where one of these failed. */
  finally?: FlowStepInput[];
  batch?: FlowBatchInput;
  wait?: FlowWait;
  call?: FlowCall;
  sync?: FlowSync;
  respond?: FlowRespond;
  stop?: FlowStop;
  /** If the step fails: fail the item (default), continue with the next step, or go through these steps first, which can read `error.code`, `error.message` and `error.step`. A scope can also `undo` what its steps created; the item fails then. */
  on_error?: 'fail' | 'continue' | 'undo' | FlowStepInput[];
};

/** Ends the item with this outcome. */
export type FlowStop =
  | 'succeeded'
  | 'skipped'
  | {
      /** Records that could not be processed. */
      failed: {
        /** Tells programs what is wrong. */
        code: string;
        /** Tells people what is wrong and what to do. */
        message: string;
      };
    };

/** Runs another integration, and waits for the end of the run. */
export type FlowSync = {
  /** Id or name of the other integration. It reads its source, and is active when it is called. */
  integration_id: string;
};

/** Computes values, which later steps read as `steps.ID`. */
export type FlowTransform = {
  /** Rules, as those of a target. */
  mapping?: MappingRule[];
  /** Policies for rules that have none of their own. Default: those of the integration. */
  mapping_defaults?: MappingDefaults;
  /** Values by formula, each a member of the output. */
  set?: { [name: string]: string };
};

/** With `action`: what takes back what the step created, where a scope around it is undone. It reads what the step read, and its output. */
export type FlowUndo = {
  action: WriteAction;
};

/** Lets items wait, for a time or for an answer. */
export type FlowWait = {
  /** How long to wait (`3d`), `approval`: until somebody has decided, `callback`: until another system has posted to `callbacks.ID`, or `event`: until something was delivered. */
  for?: string;
  /** A formula that gives the time to wait for: a timestamp, or text with its offset. With `check`: a condition over `result`, what was found. */
  until?: string;
  /** With `approval`: who may decide. All of them need the scope `runs:approve` too. Default: `anyone` who has it. */
  of?: string[];
  /** With `approval`: a formula that gives what is asked. It is shown to everybody who may read runs. */
  message?: string;
  /** With `approval`: a JSON Schema of the values that come with it, which later steps read as `steps.ID.form`. */
  form?: RecordSchema;
  /** With `callback`: a JSON Schema that the body has to satisfy. Another body is refused, and the item waits on. */
  schema?: RecordSchema;
  /** With `approval`: how many have to approve; the first who rejects decides alone. Default 1. */
  quorum?: number;
  /** With `approval`: `requester` keeps who started the run from deciding. */
  not_by?: 'requester';
  /** With `approval`: whether each item is decided on by itself (`item`, default), or all items of the run that wait at the step at once (`run`). */
  scope?: 'item' | 'run';
  reminders?: FlowReminders;
  escalate?: FlowEscalation;
  check?: FlowCheck;
  event?: FlowEvent;
  /** With `check`: how often it is asked, once in 1m at most. Default: 15m. */
  every?: string;
  /** How long to wait for an answer at most. Required with `check`. Default: without end. */
  timeout?: string;
  /** What the end of that time counts as. For an approval `reject` (default), `approve`, `continue` or `fail`; otherwise `fail` (default) or `continue`. */
  on_timeout?: 'reject' | 'approve' | 'continue' | 'fail';
  /** With `approval`: what becomes of an item that is rejected. `skip` (default) ends it as skipped, `continue` goes on to the next step, `fail` fails the step. */
  on_reject?: 'skip' | 'continue' | 'fail';
  /** Whether newer items of the record pass while this one waits. Default: they wait behind it. */
  release?: boolean;
};

/** The value of a formula. */
export type FormulaEvaluation = {
  /** null also where a path leads nowhere. */
  value: JsonValue;
  /** What the value is known to be before any record is read. */
  type: string;
  /** Steps that the evaluation took, of 100,000. */
  fuel: number;
  /** Findings that do not prevent saving. */
  warnings: FormulaWarning[];
};

/** A function that formulas can call. */
export type FormulaFunction = {
  /** Display name. */
  name: string;
  /** Arguments of a macro are expressions that are evaluated with variables of their own. */
  kind: 'function' | 'macro';
  /** The group of functions that it belongs to. */
  group: string;
  /** What the function does. */
  description: string;
  /** The ways to call a function. */
  signatures: {
    /** The signature as text. */
    text: string;
    /** Its parameters, in order. */
    parameters: {
      /** Display name. */
      name: string;
      /** Type of the values. */
      type: string;
    }[];
    /** The last parameter may be given any number of times. */
    variadic: boolean;
    /** What it returns. */
    result: string;
  }[];
  /** How a macro is written. */
  form?: string;
  /** Examples of use. */
  examples: {
    /** A formula that calls it. */
    formula: string;
    /** What the formula reads. */
    record?: { [name: string]: JsonValue };
    /** What it returns. */
    result: JsonValue;
  }[];
};

/** Something in a formula that is probably not intended. */
export type FormulaWarning = {
  /** A stable code for programs. */
  code: string;
  /** A message for people. */
  message: string;
  position: TextPosition;
  /** What was probably meant. */
  suggestion?: string;
};

/** Members who have roles together. */
export type Group = {
  /** Unique id. */
  id: string;
  /** The name, which no other group has. */
  name: string;
  /** `scim`: an identity provider decides about name and members. */
  source: 'manual' | 'scim';
  /** What the identity provider calls it. */
  external_id?: string;
  /** What the person may do: the sum of these roles. */
  roles: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** Ids of its members. */
  members: string[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** A group to make. */
export type GroupInput = {
  /** The name, which no other group has. */
  name: string;
  /** What its members may do, beside their own roles. Not `owner`. */
  roles?: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** Account that the role is limited to. Default: all. */
    account_id?: string;
  }[];
  /** Ids of members of the organization. Of a group by SCIM, the identity provider decides them. */
  members?: string[];
};

/** Who decides on what a run holds back, and when they are reminded. */
export type GuardApproval = {
  /** Who may decide. All of them need the scope `runs:approve` too. Default: `anyone` who has it. */
  of?: string[];
  /** `requester` keeps who started the run from deciding. */
  not_by?: 'requester';
  reminders?: FlowReminders;
  escalate?: FlowEscalation;
};

/** The address to which a vendor sends events that start runs. */
export type Hook = {
  /** To be registered with the vendor. */
  url: string;
  /** The connector whose events are taken; its `triggers` say how. Absent while there is no source. */
  service_type?: string;
  /** JSON Schema of what deliveries are checked by: PUT /workflows/{id}/hook-credentials. */
  credentials_schema?: { [name: string]: JsonValue };
  /** It is known what deliveries are checked by, or nothing secret is to be known; else all are refused. */
  has_credentials: boolean;
  /** Until when the previous credentials are accepted as well. */
  previous_credentials_expire_at?: string;
  /** When the last event was received. */
  last_event_at?: string;
  /** What the hub has registered with the vendor. Absent where the trigger does not `subscribe`. */
  subscription?: HookSubscription;
};

/** The credentials by which a hook recognizes the vendor. */
export type HookCredentialsInput = {
  /** By the form of the workflow's `hook`, `credentials_schema`. Never given out again. */
  credentials: { [name: string]: JsonValue };
  /** How long the secret before stays good. */
  overlap_seconds?: number;
};

/** An event that a vendor sent. */
export type HookEvent = {
  /** Unique id. */
  id: string;
  /** As the vendor calls it. */
  name: string;
  /** When it happened, as the vendor says. */
  occurred_at?: string;
  /** When it was received. */
  received_at: string;
  /** The run that reads what happened. Absent for a trial, and until the integration is active and its connections can be used. */
  run_id?: string;
  /** The event that this one was merged with, by `debounce`: their item has what the newest of them said. */
  merged_into?: string;
  /** How many other events were merged into this one. Absent where none was. */
  merged?: number;
};

/** What the hub registers with the vendor, so that it sends events to a hook. */
export type HookSubscription = {
  /** `pending`: it is being made. `active`: it is there. `failing`: the last try to make or renew it, or to look for it, came to nothing; there will be others. `removing`: the integration is not active any more. */
  status: 'pending' | 'active' | 'failing' | 'removing';
  /** The connector's topic. */
  to?: string;
  /** The events that it asks for. */
  events?: string[];
  /** The vendor's id of it. */
  id?: string;
  /** When it ends unless it is renewed, which is done long before. Absent where it does not end. */
  ends_at?: string;
  /** When the vendor last said that it is there. */
  checked_at?: string;
  /** Since when each try has come to nothing. */
  failing_since?: string;
  /** Why the last try came to nothing. */
  last_error?: {
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
  };
};

/** A source, a target and the mapping between them. */
export type Integration = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** State of the integration: a draft is incomplete, an inactive one starts no runs. */
  status: 'draft' | 'inactive' | 'active';
  /** The newest one, which is shown and changed; each change of the flow makes one. */
  revision: number;
  /** The revision that runs use, by hand and by triggers, also after a deactivation. Another one than `revision` only where an older one was activated since the last change. Absent until one was activated: the newest. */
  active_revision?: number;
  /** The account that it belongs to. */
  account_id?: string;
  /** Where records come from. */
  source?: IntegrationSource;
  /** Where records go, and how they are written. */
  target?: IntegrationTarget;
  /** Other objects that complete each record, before script and mapping. */
  enrich?: IntegrationEnrichment[];
  /** Changes the records that the filter keeps, before the mapping. */
  script?: Script;
  /** Groups what filter, enrichment and script leave; the mapping then reads groups. */
  aggregate?: IntegrationAggregate;
  /** How the fields of the target get their values. */
  mapping?: MappingRule[];
  /** Policies for rules that have none of their own. */
  mapping_defaults?: MappingDefaults;
  /** What starts runs. Every integration can be started by hand. */
  triggers?: IntegrationTrigger[];
  /** What happens to records that cannot be processed. */
  on_error?: IntegrationErrorPolicy;
  /** What happens to a run while another one of the integration executes. */
  concurrency: 'queue' | 'skip' | 'replace';
  /** IANA name of the zone whose clock counts for dates and clock times that name none: in formulas, conversions, schedules and waits. Default: UTC. */
  timezone?: string;
  /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
  only_in?: string;
  /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
  not_in?: string;
  /** What each change of a record goes through, instead of `target` and `mapping`. */
  steps?: FlowStep[];
  /** Only with `steps` and without `source`. What runs are given, and formulas read as `input`. */
  input?: RunInput;
  /** Only with `steps`. Steps that each run goes through once at its end, whether items of it failed or not. */
  finally?: FlowStep[];
  /** Only with `steps`. Of the changes of a record that come while an earlier one is on its way: the newest goes next (`latest`), or all do, one after the other (`all`). Default: `latest`; `all` with `payload` of the source. */
  same_key?: 'latest' | 'all';
  /** Only with `steps`. A formula that names items for people, over what an item is made of. Stored in clear text, and shown to all who may see runs: no secrets. */
  label?: string;
  /** Only with `steps`. A formula over a newer item of a record that has one on its way: where it is true, the earlier one ends before its next step. Default: `change == 'deleted'`. */
  interrupt?: string;
  readiness: Readiness;
  /** What is probably a mistake, as `validate` tells it. Only in answers to a creation or a change of the flow, and absent where there is nothing. */
  warnings?: {
    /** Path of the member that it is about. */
    path: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
    /** The values that are allowed, if there are few. */
    allowed?: string[];
  }[];
  /** Its last run took workers down (`worker_lost`), so further ones wait until then. Executing it, or retrying a run, ends the wait. */
  cools_until?: string;
  /** Only in a list with `include=last_run`: its newest run. */
  last_run?: {
    /** Unique id. */
    id: string;
    /** State of the run. */
    status:
      | 'queued'
      | 'running'
      | 'waiting'
      | 'canceling'
      | 'succeeded'
      | 'partially_succeeded'
      | 'failed'
      | 'canceled'
      | 'skipped';
    /** When it ended. */
    finished_at?: string;
  };
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** Groups all records of a run; the mapping reads one record for each group. */
export type IntegrationAggregate = {
  /** Paths by whose values records are grouped. The group's record has them at the same paths. */
  group_by: string[];
  /** Further members of a group's record, by name. */
  fields: { [name: string]: Aggregation };
};

/** The members of an integration to change. Absent members keep their values; null removes one. */
export type IntegrationChange = {
  /** Display name. */
  name?: string;
  /** The account that it belongs to. */
  account_id?: string | null;
  /** Where records come from. */
  source?: IntegrationSource | null;
  /** Where records go, and how they are written. */
  target?: IntegrationTargetInput | null;
  /** Other objects that complete each record, before script and mapping. */
  enrich?: IntegrationEnrichmentInput[] | null;
  /** Changes the records that the filter keeps, before the mapping. */
  script?: Script | null;
  /** Groups what filter, enrichment and script leave; the mapping then reads groups. */
  aggregate?: IntegrationAggregate | null;
  /** How the fields of the target get their values. */
  mapping?: MappingRule[] | null;
  /** Policies for rules that have none of their own. */
  mapping_defaults?: MappingDefaults | null;
  /** What starts runs. Every integration can be started by hand. */
  triggers?: IntegrationTriggerInput[] | null;
  /** What happens to records that cannot be processed. */
  on_error?: IntegrationErrorPolicyInput | null;
  /** What happens to a run while another one of the integration executes. */
  concurrency?: 'queue' | 'skip' | 'replace' | null;
  /** IANA name of the zone whose clock counts for dates and clock times that name none: in formulas, conversions, schedules and waits. Default: UTC. */
  timezone?: string | null;
  /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
  only_in?: string | null;
  /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
  not_in?: string | null;
  /** What each change of a record goes through, instead of `target` and `mapping`. */
  steps?: FlowStepInput[] | null;
  /** Only with `steps` and without `source`. What runs are given, and formulas read as `input`. */
  input?: RunInput | null;
  /** Only with `steps`. Steps that each run goes through once at its end, whether items of it failed or not. */
  finally?: FlowStepInput[] | null;
  /** Only with `steps`. Of the changes of a record that come while an earlier one is on its way: the newest goes next (`latest`), or all do, one after the other (`all`). Default: `latest`; `all` with `payload` of the source. */
  same_key?: 'latest' | 'all' | null;
  /** Only with `steps`. A formula that names items for people, over what an item is made of. Stored in clear text, and shown to all who may see runs: no secrets. */
  label?: string | null;
  /** Only with `steps`. A formula over a newer item of a record that has one on its way: where it is true, the earlier one ends before its next step. Default: `change == 'deleted'`. */
  interrupt?: string | null;
  /** Unique id. */
  id?: JsonValue;
  /** State of the integration: a draft is incomplete, an inactive one starts no runs. */
  status?: JsonValue;
  /** Revision of the integration. */
  revision?: JsonValue;
  /** The revision that runs use, by hand and by triggers. Absent until one was activated: the newest. */
  active_revision?: JsonValue;
  /** What is missing before the integration can run. */
  readiness?: JsonValue;
  /** Findings that do not prevent saving. */
  warnings?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** What an integration does, as a drawing. */
export type IntegrationDiagram = {
  /** The language of the text. */
  format: 'mermaid';
  /** A flowchart in the language of Mermaid (https://mermaid.js.org/syntax/flowchart.html). */
  text: string;
};

/** What a person has not saved yet of an integration. */
export type IntegrationDraft = {
  /** Id of the integration. */
  integration_id: string;
  /** As the integration is called now. */
  integration_name: string;
  /** When the work began. */
  created_at: string;
  /** When it was changed last. A month later it is gone. */
  updated_at: string;
  /** The integration as it would be, finished or not. */
  definition: { [name: string]: JsonValue };
  /** The integration as it was when the work began. */
  base: { [name: string]: JsonValue };
  /** The ETag that it had then: a save names it in `If-Match`. */
  base_etag: string;
};

/** What is not saved yet of an integration, to be kept. */
export type IntegrationDraftInput = {
  /** The integration as it would be, finished or not. */
  definition: { [name: string]: JsonValue };
  /** The integration as it was when the work began. */
  base: { [name: string]: JsonValue };
  /** The ETag that it had then: a save names it in `If-Match`. */
  base_etag: string;
};

/** That a person has unsaved work on an integration. */
export type IntegrationDraftSummary = {
  /** Id of the integration. */
  integration_id: string;
  /** As the integration is called now. */
  integration_name: string;
  /** When the work began. */
  created_at: string;
  /** When it was changed last. A month later it is gone. */
  updated_at: string;
};

/** Another object that completes each record. */
export type IntegrationEnrichment = {
  /** The member of the record that takes what was found. */
  as: string;
  /** Id of a connection. */
  connection_id: string;
  /** The object to search. */
  object: string;
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** Path into the record: the value to search for. Without a value, null is put in. */
  by: string;
  /** Path into the records of the other object that holds the value. Default: the key that the object declares. */
  key?: string;
  /** Top-level fields to keep. Default: all. */
  fields?: string[];
  /** If nothing is found: put null in, or fail the record. */
  on_missing: 'null' | 'dead_letter';
};

/** Another object that completes each record. */
export type IntegrationEnrichmentInput = {
  /** The member of the record that takes what was found. */
  as: string;
  /** Id of a connection. */
  connection_id: string;
  /** The object to search. */
  object: string;
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** Path into the record: the value to search for. Without a value, null is put in. */
  by: string;
  /** Path into the records of the other object that holds the value. Default: the key that the object declares. */
  key?: string;
  /** Top-level fields to keep. Default: all. */
  fields?: string[];
  /** If nothing is found: put null in, or fail the record. */
  on_missing?: 'null' | 'dead_letter';
};

/** What happens to records that cannot be processed. */
export type IntegrationErrorPolicy = {
  /** A record that cannot be processed is kept as a failed record, or fails the run. */
  record: 'dead_letter' | 'fail';
  /** The run fails when more than this share of the records read so far failed, checked from 100 records on. The filter is then not pushed down to the source. */
  abort_above_percent?: number;
  /** Only with `steps`. Steps that a run goes through once at its end if items of it failed. */
  then?: FlowStep[];
};

/** What happens to records that cannot be processed. */
export type IntegrationErrorPolicyInput = {
  /** A record that cannot be processed is kept as a failed record, or fails the run. */
  record?: 'dead_letter' | 'fail';
  /** The run fails when more than this share of the records read so far failed, checked from 100 records on. The filter is then not pushed down to the source. */
  abort_above_percent?: number;
  /** Only with `steps`. Steps that a run goes through once at its end if items of it failed. */
  then?: FlowStepInput[];
};

/** The integration that an event is about. */
export type IntegrationEventData = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** State of the integration: a draft is incomplete, an inactive one starts no runs. */
  status: 'draft' | 'inactive' | 'active';
  /** Revision of the integration. */
  revision: number;
  /** The revision that runs use, by hand and by triggers. Absent until one was activated: the newest. */
  active_revision?: number;
  /** The account that it belongs to. */
  account_id?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** What runs of an integration, or items of them, wait before. */
export type IntegrationGate = {
  /** `window`: calendars say when it opens. `connection`: a connection cannot be used. */
  kind: 'window' | 'connection';
  /** The steps whose items stand before it; none where the whole run does. */
  steps: string[];
  /** Of a window: its calendars. */
  calendar_ids?: string[];
  /** Of a connection: which it is. */
  connection_id?: string;
  /** Of a connection: its system does not answer (`unavailable`), refuses its credentials (`refused`), or it is `disabled`. */
  reason?: 'unavailable' | 'refused' | 'disabled';
  /** Since when the first of these runs stands before it. */
  closed_at: string;
  /** When it opens, is tried next, or is given up, as far as that can be seen. */
  opens_at?: string;
  /** Runs that stand before it. */
  runs: number;
};

/** An integration to create. */
export type IntegrationInput = {
  /** Where records come from. */
  source?: IntegrationSource;
  /** Where records go, and how they are written. */
  target?: IntegrationTargetInput;
  /** Other objects that complete each record, before script and mapping. */
  enrich?: IntegrationEnrichmentInput[];
  /** Changes the records that the filter keeps, before the mapping. */
  script?: Script;
  /** Groups what filter, enrichment and script leave; the mapping then reads groups. */
  aggregate?: IntegrationAggregate;
  /** How the fields of the target get their values. */
  mapping?: MappingRule[];
  /** Policies for rules that have none of their own. */
  mapping_defaults?: MappingDefaults;
  /** What starts runs. Every integration can be started by hand. */
  triggers?: IntegrationTriggerInput[];
  /** What happens to records that cannot be processed. */
  on_error?: IntegrationErrorPolicyInput;
  /** What happens to a run while another one of the integration executes. */
  concurrency?: 'queue' | 'skip' | 'replace';
  /** IANA name of the zone whose clock counts for dates and clock times that name none: in formulas, conversions, schedules and waits. Default: UTC. */
  timezone?: string;
  /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
  only_in?: string;
  /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
  not_in?: string;
  /** What each change of a record goes through, instead of `target` and `mapping`. */
  steps?: FlowStepInput[];
  /** Only with `steps` and without `source`. What runs are given, and formulas read as `input`. */
  input?: RunInput;
  /** Only with `steps`. Steps that each run goes through once at its end, whether items of it failed or not. */
  finally?: FlowStepInput[];
  /** Only with `steps`. Of the changes of a record that come while an earlier one is on its way: the newest goes next (`latest`), or all do, one after the other (`all`). Default: `latest`; `all` with `payload` of the source. */
  same_key?: 'latest' | 'all';
  /** Only with `steps`. A formula that names items for people, over what an item is made of. Stored in clear text, and shown to all who may see runs: no secrets. */
  label?: string;
  /** Only with `steps`. A formula over a newer item of a record that has one on its way: where it is true, the earlier one ends before its next step. Default: `change == 'deleted'`. */
  interrupt?: string;
  /** Display name. */
  name: string;
  /** The account that it belongs to. */
  account_id?: string;
};

/** A JSON merge patch of an integration. */
export type IntegrationPatch = { [name: string]: JsonValue };

/** An immutable version of the definition of an integration. */
export type IntegrationRevision = {
  /** Revision of the integration. */
  revision: number;
  /** Runs use this revision: it is the `active_revision` of the integration. */
  active: boolean;
  /** Members that differ from the revision before; of the first one, all that it has. */
  changed: string[];
  /** Id of the credential that made it. */
  created_by?: string;
  /** What that is called now, where it is known. */
  created_by_name?: string;
  /** When it was created. */
  created_at: string;
  /** The definition. */
  definition: {
    /** Where records come from. */
    source?: IntegrationSource;
    /** Where records go, and how they are written. */
    target?: IntegrationTarget;
    /** Other objects that complete each record, before script and mapping. */
    enrich?: IntegrationEnrichment[];
    /** Changes the records that the filter keeps, before the mapping. */
    script?: Script;
    /** Groups what filter, enrichment and script leave; the mapping then reads groups. */
    aggregate?: IntegrationAggregate;
    /** How the fields of the target get their values. */
    mapping?: MappingRule[];
    /** Policies for rules that have none of their own. */
    mapping_defaults?: MappingDefaults;
    /** What starts runs. Every integration can be started by hand. */
    triggers?: IntegrationTrigger[];
    /** What happens to records that cannot be processed. */
    on_error?: IntegrationErrorPolicy;
    /** What happens to a run while another one of the integration executes. */
    concurrency: 'queue' | 'skip' | 'replace';
    /** IANA name of the zone whose clock counts for dates and clock times that name none: in formulas, conversions, schedules and waits. Default: UTC. */
    timezone?: string;
    /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
    only_in?: string;
    /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
    not_in?: string;
    /** What each change of a record goes through, instead of `target` and `mapping`. */
    steps?: FlowStep[];
    /** Only with `steps` and without `source`. What runs are given, and formulas read as `input`. */
    input?: RunInput;
    /** Only with `steps`. Steps that each run goes through once at its end, whether items of it failed or not. */
    finally?: FlowStep[];
    /** Only with `steps`. Of the changes of a record that come while an earlier one is on its way: the newest goes next (`latest`), or all do, one after the other (`all`). Default: `latest`; `all` with `payload` of the source. */
    same_key?: 'latest' | 'all';
    /** Only with `steps`. A formula that names items for people, over what an item is made of. Stored in clear text, and shown to all who may see runs: no secrets. */
    label?: string;
    /** Only with `steps`. A formula over a newer item of a record that has one on its way: where it is true, the earlier one ends before its next step. Default: `change == 'deleted'`. */
    interrupt?: string;
  };
};

/** A revision in a list. */
export type IntegrationRevisionSummary = {
  /** Revision of the integration. */
  revision: number;
  /** Runs use this revision: it is the `active_revision` of the integration. */
  active: boolean;
  /** Members that differ from the revision before; of the first one, all that it has. */
  changed: string[];
  /** Id of the credential that made it. */
  created_by?: string;
  /** What that is called now, where it is known. */
  created_by_name?: string;
  /** When it was created. */
  created_at: string;
};

/** Where records come from. */
export type IntegrationSource = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to read: an object of the connector, a table, a path. */
  object: string;
  /** Paths of the fields that identify a record. Required if the object declares no key. */
  key?: string[];
  /** Which records to keep: a formula that gives true, or a tree of conditions. */
  filter?: Condition | string;
  /** What the records that the filter keeps must satisfy, before script and mapping. */
  validate?: RecordValidation;
  /** Makes a record of each element of a list, before `enrich` and script: of an order its lines. `key` identifies the record that has the list. Not with `steps`, which have `for_each`. */
  flatten?: SourceFlatten;
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** Only with `steps`. The source is not read: each delivery to a `webhook` trigger, and each input of an execution, is a record. `object` names what is delivered. */
  payload?: PayloadSource;
  /** Only with `steps`. Paths of the fields whose change makes an item of a record that was there before. Default: all fields. */
  watch?: string[];
  /** Only with `steps`. Which changes of a record make an item. With `deleted`, each run reads the whole source, and a record that two complete reads in a row did not contain, or that the filter no longer keeps, makes an item. Default: `created` and `updated`. */
  changes?: ('created' | 'updated' | 'deleted')[];
  /** Only with `steps`. What happens to records that are there when the integration reads the source for the first time: `process` makes items of them, `baseline` only remembers them. Default `process`. Required when a change of the key, the object or the connection makes all records new. */
  start?: 'process' | 'baseline';
  /** Only with `steps`. The most changes of a run. If there are more, the run makes no items of them, ends with `withheld`, and asks for an approval. */
  guard?: SourceGuard;
};

/** Where records are written. */
export type IntegrationTarget = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to write: an object of the connector, a table, a path. */
  object: string;
  /** `upsert` creates or updates, `create` only creates, `update` only changes what exists. */
  operation: 'create' | 'update' | 'upsert';
  /** Fields of the mapped record by which the record of the target is found. */
  match_on?: string[];
  /** What the mapped records must satisfy, before they are written. */
  validate?: RecordValidation;
  /** What to do if the response to a write was lost and the target does not show that it was executed: `at_least_once` sends it again, `at_most_once` gives the record up as a failed record. Required if the target cannot be asked; otherwise the default is `at_least_once`. */
  delivery?: 'at_least_once' | 'at_most_once';
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** What to do with the record of the target when two complete reads in a row did not contain its source record, or the filter no longer keeps it. `deactivate` writes the fields of `deactivate_with`, or deletes if the target can undo that. Default `ignore`. */
  on_missing?: 'ignore' | 'deactivate' | 'delete';
  /** The fields that switch a record off. */
  deactivate_with?: { [name: string]: JsonValue };
  /** The fields that switch a deactivated record on again when it returns, unless the mapping writes them. Default: the opposite of each boolean of `deactivate_with`; required for its other fields that the mapping does not write. */
  reactivate_with?: { [name: string]: JsonValue };
  /** The most removals of a run. If more are due, the run performs none, ends with `withheld`, and asks for an approval. Default: 10 % of the known records, but at least 5. */
  guard?: RemovalGuard;
  /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
  only_in?: string;
  /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
  not_in?: string;
};

/** Where records are written. */
export type IntegrationTargetInput = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to write: an object of the connector, a table, a path. */
  object: string;
  /** `upsert` creates or updates, `create` only creates, `update` only changes what exists. */
  operation?: 'create' | 'update' | 'upsert';
  /** Fields of the mapped record by which the record of the target is found. */
  match_on?: string[];
  /** What the mapped records must satisfy, before they are written. */
  validate?: RecordValidation;
  /** What to do if the response to a write was lost and the target does not show that it was executed: `at_least_once` sends it again, `at_most_once` gives the record up as a failed record. Required if the target cannot be asked; otherwise the default is `at_least_once`. */
  delivery?: 'at_least_once' | 'at_most_once';
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** What to do with the record of the target when two complete reads in a row did not contain its source record, or the filter no longer keeps it. `deactivate` writes the fields of `deactivate_with`, or deletes if the target can undo that. Default `ignore`. */
  on_missing?: 'ignore' | 'deactivate' | 'delete';
  /** The fields that switch a record off. */
  deactivate_with?: { [name: string]: JsonValue };
  /** The fields that switch a deactivated record on again when it returns, unless the mapping writes them. Default: the opposite of each boolean of `deactivate_with`; required for its other fields that the mapping does not write. */
  reactivate_with?: { [name: string]: JsonValue };
  /** The most removals of a run. If more are due, the run performs none, ends with `withheld`, and asks for an approval. Default: 10 % of the known records, but at least 5. */
  guard?: RemovalGuard;
  /** A calendar, by name or id, which is stored. What is outside of it waits until it opens. */
  only_in?: string;
  /** A calendar, by name or id, which is stored. What is in it waits until it is over. */
  not_in?: string;
};

/** What starts runs. */
export type IntegrationTrigger =
  | {
      /** The type of trigger. */
      type: 'manual';
    }
  | ScheduleTrigger
  | EventTrigger
  | WebhookTrigger
  | AfterTrigger;

/** What starts runs. */
export type IntegrationTriggerInput =
  | {
      /** The type of trigger. */
      type: 'manual';
    }
  | ScheduleTrigger
  | EventTrigger
  | WebhookTriggerInput
  | AfterTrigger;

/** The result of checking an integration. */
export type IntegrationValidation = {
  /** It could be saved. What is still open, `readiness` tells. */
  valid: boolean;
  /** What is wrong, one entry each. */
  errors: {
    /** Path of the member that it is about. */
    path: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
    /** The values that are allowed, if there are few. */
    allowed?: string[];
  }[];
  /** Findings that do not prevent saving. */
  warnings: {
    /** Path of the member that it is about. */
    path: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
    /** The values that are allowed, if there are few. */
    allowed?: string[];
  }[];
  readiness: Readiness;
};

/** A link by which one person becomes a member. */
export type Invitation = {
  /** Unique id. */
  id: string;
  /** Absent in the link of an operator, whose user chooses it. */
  email?: string;
  /** What the person may do: the sum of these roles. */
  roles: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** Whether the link can still be used. `void`: who made it could not make it any more. */
  status: 'open' | 'accepted' | 'expired' | 'void';
  /** The caller, as the audit log names it. */
  invited_by: string;
  /** When it expires. */
  expires_at: string;
  /** When the person accepted it. */
  accepted_at?: string;
  /** When it was created. */
  created_at: string;
};

/** Who is invited, and with which roles. */
export type InvitationInput = {
  /** What the person signs in with, in lower case. */
  email: string;
  /** What the person may do: the sum of these roles. */
  roles: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** Account that the role is limited to. Default: all. */
    account_id?: string;
  }[];
};

/** A change of a record on its way through the steps of a flow. */
export type Item = {
  /** Id of the item. */
  id: string;
  /** Id of the integration. */
  integration_id: string;
  /** The run that carries the item, or carried it last. */
  run_id: string;
  /** The key of the record. */
  key: string;
  /** What `label` of the integration names it for people. */
  label?: string;
  /** Counts the changes of the record: 1 is the first that made an item. */
  seq: number;
  /** What happened to the record since its last item. */
  change: 'created' | 'updated' | 'deleted';
  /** `ready` is on its way; `held` waits until the item before it of the same record has ended; `skipped` came to its end without need of an effect, as a `stop` said or since `source.changes` leaves it out; `interrupted`: a newer item of the record took its place; `canceled`: somebody did not want it any more. */
  status: 'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
  /** The step at which it stands, or that failed. */
  step?: string;
  /** Of a child: its parent, and the step of it that made the child. */
  parent?: {
    /** Id of the item. */
    id: string;
    /** The step that made the child. */
    step: string;
  };
  /** What tells it from the other children of that step: the key of its element. */
  child?: string;
  /** How many children of its step have not ended; absent where the step has none. */
  open_children?: number;
  /** Somebody canceled it: it ends before its next step. */
  canceling?: true;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** When it came to its end. */
  ended_at?: string;
};

/** A change of a record, with the steps that it has come through. */
export type ItemDetail = {
  /** Id of the item. */
  id: string;
  /** Id of the integration. */
  integration_id: string;
  /** The run that carries the item, or carried it last. */
  run_id: string;
  /** The key of the record. */
  key: string;
  /** What `label` of the integration names it for people. */
  label?: string;
  /** Counts the changes of the record: 1 is the first that made an item. */
  seq: number;
  /** What happened to the record since its last item. */
  change: 'created' | 'updated' | 'deleted';
  /** `ready` is on its way; `held` waits until the item before it of the same record has ended; `skipped` came to its end without need of an effect, as a `stop` said or since `source.changes` leaves it out; `interrupted`: a newer item of the record took its place; `canceled`: somebody did not want it any more. */
  status: 'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
  /** The step at which it stands, or that failed. */
  step?: string;
  /** Of a child: its parent, and the step of it that made the child. */
  parent?: {
    /** Id of the item. */
    id: string;
    /** The step that made the child. */
    step: string;
  };
  /** What tells it from the other children of that step: the key of its element. */
  child?: string;
  /** How many children of its step have not ended; absent where the step has none. */
  open_children?: number;
  /** Somebody canceled it: it ends before its next step. */
  canceling?: true;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** When it came to its end. */
  ended_at?: string;
  /** The steps that the item has come through, in that order. */
  steps: {
    /** The id of the step. */
    step: string;
    /** `skipped` where the `when` of the step was not true. */
    outcome: 'passed' | 'skipped' | 'failed' | 'interrupted';
    /** When the item had come through. */
    at: string;
  }[];
  /** The other integrations that its steps call. Absent where it called none. */
  calls?: {
    /** The id of the step. */
    step: string;
    /** The integration that is called. */
    integration_id: string;
    /** `asked` until there is room for a run of it. */
    status: 'asked' | 'started' | 'ended';
    /** How what was called ended; `started`: it goes its own way; `refused`: there was no run; `left`: its run ended before it. */
    outcome?:
      | 'succeeded'
      | 'skipped'
      | 'partially_succeeded'
      | 'failed'
      | 'canceled'
      | 'interrupted'
      | 'started'
      | 'refused'
      | 'left';
    /** What the input became. */
    item_id?: string;
    /** The run that was started for it. */
    run_id?: string;
  }[];
  /** The item whose step called this one. */
  called_by?: string;
  /** What became of it at each step, in that order, the one at which it stands included. */
  timeline: TimelineEntry[];
  /** Only where they were asked for. */
  values?: ItemValues;
};

/** Items of a run that newer ones of their records ended. */
export type ItemEventData = {
  /** Of several, the first one. */
  id: string;
  /** Id of the run. */
  run_id: string;
  /** Id of the integration. */
  integration_id: string;
  /** Items of this run that newer ones ended at once. */
  count: number;
};

/** Sensitive fields are masked, as where records are browsed. */
export type ItemValues = {
  /** The record that the item was made of. Absent for a child, and for an item that is about its run. */
  record?: JsonValue;
  /** Of a child: the element that it goes through steps for. */
  element?: JsonValue;
  /** In the order of the flow. */
  outputs: {
    /** The id of the step. */
    step: string;
    /** What later steps read as `steps.ID`. */
    output: JsonValue;
  }[];
  /** Of a child: why it failed at a step. That of others is in `timeline`. */
  problems: {
    /** The id of the step. */
    step: string;
    /** A stable code for programs. */
    code: string;
    /** A message for people. */
    message: string;
  }[];
  /** Some values are shown as their shapes, such as `text(5)`: sensitive ones, and what may be made of them. */
  masked: boolean;
  /** Some values are left out: together they are more than 256 KiB as JSON. */
  truncated: boolean;
};

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The limits of this installation. */
export type Limits = {
  /** Rate limits of requests. */
  requests: {
    /** Of one API key or OAuth client. */
    key: {
      /** Requests per minute. */
      per_minute: number;
      /** Burst size: requests that may be made at once. */
      burst: number;
    };
    /** Of all credentials of the organization together. */
    organization: {
      /** Requests per minute. */
      per_minute: number;
      /** Burst size: requests that may be made at once. */
      burst: number;
    };
    /** Of one address, without a valid credential. */
    unauthenticated_address: {
      /** Requests per minute. */
      per_minute: number;
      /** Burst size: requests that may be made at once. */
      burst: number;
    };
  };
  /** Bodies of requests. */
  body: {
    /** Of a body. */
    bytes: number;
    /** Of the body of an integration. */
    integration_bytes: number;
    /** Of a delivery to a hook. */
    hook_bytes: number;
    /** Nesting of objects and lists. */
    depth: number;
    /** Members of objects, in total. */
    keys: number;
    /** Lists, objects and their members, in total. */
    values: number;
    /** Of a delivery to a hook. */
    hook_values: number;
    /** Each full multiple of this size counts as one more request against the rate limits. */
    bytes_per_request: number;
  };
  /** Requests. */
  request: {
    /** Of all headers together. */
    header_bytes: number;
    /** Of the URL with its query. */
    url_bytes: number;
    /** In which a request must arrive. */
    seconds: number;
    /** In which the headers must arrive. */
    header_seconds: number;
    /** Longest wait for a run (`Prefer: wait`). */
    wait_seconds: number;
  };
  /** Lists. */
  lists: {
    /** Largest page of a list. */
    per_page: number;
    /** Up to this row a list is counted and page numbers work; beyond it, continue with `after`. */
    rows: number;
    /** Of the definitions of a page of integrations together, as JSON. */
    definition_bytes: number;
  };
  /** Accounts. */
  accounts: {
    /** Of the metadata of an account, as JSON. */
    metadata_bytes: number;
  };
  /** Connections. */
  connections: {
    /** Of the configuration of a connection, as JSON. */
    config_bytes: number;
  };
  /** Idempotency keys. */
  idempotency: {
    /** Length of an `Idempotency-Key`. */
    key_characters: number;
    /** For which a response is stored. */
    kept_hours: number;
  };
  /** Runs. */
  runs: {
    /** Runs that wait for another one. */
    waiting_per_integration: number;
  };
  /** Single operations. */
  operations: {
    /** Single operations that have not ended. */
    open: number;
  };
  /** Limits of triggers, of schedules above all. */
  schedules: {
    /** Schedules and other triggers that an integration may have. */
    per_integration: number;
    /** The shortest interval of a schedule. */
    interval_seconds: number;
  };
  /** Webhook endpoints. */
  webhooks: {
    /** Webhook endpoints of the organization. */
    endpoints: number;
  };
  /** Audit events. */
  audit_events: {
    /** Of an organization at once. */
    exports: number;
  };
  /** Live streams. */
  live: {
    /** Of a caller at once, at each process of the API. */
    streams: number;
  };
  /** Connectors of an organization's own. */
  connectors: {
    /** Connectors that the organization adds. */
    own: number;
    /** Of the definition of a connector, as JSON. */
    definition_bytes: number;
    /** Of a connector. */
    objects: number;
    /** Of a connector. */
    versions_kept: number;
    /** Of the request that drafts a connector. */
    document_bytes: number;
  };
  /** Lookup tables. */
  lookup_tables: {
    /** Of a table. */
    entries: number;
    /** Of the entries of a table, as JSON. */
    bytes: number;
    /** Of a table. */
    versions_kept: number;
    /** Tables that an integration may use. */
    per_integration: number;
  };
};

/** Reads some records of a system, and writes nothing. */
export type ListAction = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to read: an object of the connector, a table, a path. */
  object: string;
  /** `list` reads records, and writes nothing. */
  operation: 'list';
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** Options that differ from item to item: paths of options, each with a formula that gives a text, a number, true or false. An item that lacks one asks nothing. */
  options_from?: { [name: string]: string };
  /** Which records are given: paths of their fields, each with a formula that gives the value to compare with, as `==` does. Where the system cannot filter by it, the hub reads on and filters. An item that lacks one asks nothing. */
  where?: { [name: string]: string };
  /** The members of the records that are kept. Default: all. */
  fields?: string[];
  /** Most records that are given. Default: 100. */
  limit?: number;
  /** What becomes of an item for which there may be more: `continue` (default) goes on with the first ones, and `steps.ID.is_complete` is false; `fail` fails the step (`list_incomplete`). */
  on_more?: 'continue' | 'fail';
};

/** How much to read. */
export type ListOperationInput = {
  /** Most records that are read. */
  limit?: number;
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
};

/** The entries of a lookup table: the key, and the value that replaces it. */
export type LookupEntries = {
  /** Version, which each change raises. */
  version: number;
  /** Values by the text of their keys. */
  entries: { [name: string]: JsonValue };
};

/** The new entries of a lookup table. */
export type LookupEntriesInput = {
  /** Values by the text of their keys. */
  entries: { [name: string]: JsonValue };
};

/** Entries to add or change; null removes one. */
export type LookupEntriesPatch = {
  /** Values by the text of their keys; null takes one away. */
  entries: { [name: string]: JsonValue };
};

/** Values by key that mapping rules and formulas can look up. */
export type LookupTable = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** The newest version; each change of the entries makes one. */
  version: number;
  /** Entries of the newest version. */
  entry_count: number;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The members of a lookup table to change. Absent members keep their values. */
export type LookupTableChange = {
  /** Display name. */
  name?: string;
  /** Unique id. */
  id?: JsonValue;
  /** Version, which each change raises. */
  version?: JsonValue;
  /** Number of entries. */
  entry_count?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** A lookup table to create. */
export type LookupTableInput = {
  /** Display name. */
  name: string;
  /** Values by the text of their keys. */
  entries?: { [name: string]: JsonValue };
};

/** A version of the entries of a lookup table. */
export type LookupTableVersion = {
  /** Version, which each change raises. */
  version: number;
  /** Number of entries. */
  entry_count: number;
  /** Id of the credential that made it. */
  created_by: string;
  /** When it was created. */
  created_at: string;
};

/** What mapping rules do unless they say otherwise. */
export type MappingDefaults = {
  /** Default `null`. */
  on_null?: 'null' | 'omit' | 'error';
  /** Default `fail_record`. */
  on_error?: 'fail_record' | 'omit' | 'null';
};

/** How one field of the target gets its value. */
export type MappingRule = {
  /** Path in the target record. `[]` at its end appends to a list: a value, or the items of a list. */
  to: string;
  /** Path in the source record. */
  from?: string;
  /** A constant. */
  value?: JsonValue;
  /** An expression over the source record. */
  formula?: string;
  /** Converts the value; a lossy conversion fails. */
  convert?:
    | 'string'
    | 'trim'
    | 'lowercase'
    | 'uppercase'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'timestamp'
    | 'email'
    | 'list'
    | 'json'
    | ConversionOptions;
  /** Replaces the value by an entry; a value without one counts as missing. The entries themselves, or a stored table: `{"table": "lut_…"}`. A name that only one table has is accepted and stored as its id. */
  lookup?:
    | {
        /** Id of the table. */
        table: string;
      }
    | { [name: string]: JsonValue };
  /** Used if the result is missing or null. */
  default?: JsonValue;
  /** A record without a value here becomes a failed record. */
  required?: boolean;
  /** If the value is null in the end: write null, omit the field, or fail the record. */
  on_null?: 'null' | 'omit' | 'error';
  /** If the value cannot be computed: fail the record, omit the field, write null or the `default`. */
  on_error?: 'fail_record' | 'omit' | 'null' | 'default';
  /** Writes the field only with the first write of a record, or only with later ones. */
  only_on?: 'create' | 'update';
};

/** A person in the organization. */
export type Member = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** What the person signs in with, in lower case. */
  email?: string;
  /** A suspended member cannot sign in, and no session works. */
  status: 'active' | 'suspended';
  /** What the person may do: the sum of these roles. */
  roles: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** The caller, as the audit log names it. */
  invited_by: string;
  /** In this organization; known a minute after it. */
  last_seen_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** What changed, by member. */
export type MemberChanges = { [name: string]: JsonValue };

/** A change of a member. */
export type MemberPatch = {
  /** `suspended` ends the sessions of the member, who cannot sign in until `active` again. */
  status?: 'active' | 'suspended';
  /** What the person may do: the sum of these roles. */
  roles?: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** Account that the role is limited to. Default: all. */
    account_id?: string;
  }[];
  /** Unique id. */
  id?: JsonValue;
  /** Display name. */
  name?: JsonValue;
  /** What the person signs in with, in lower case. */
  email?: JsonValue;
  invited_by?: JsonValue;
  /** When the person was last active in this organization. */
  last_seen_at?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** Where the item goes on. */
export type MoveItemInput = {
  /** The step to go on with, before or behind the present one. */
  step: string;
};

/** What can be done to a record by a name of its own. */
export type NamedOperation = {
  /** Its name. */
  id: string;
  /** The object of the connector that it writes to. */
  object: string;
  /** The write that it is, of `object`. */
  kind: 'create' | 'update' | 'upsert' | 'delete';
  /** The field that `target_id` fills: which record it is of. */
  of: string;
  /** Fields that it always gives. */
  values: { [name: string]: JsonValue };
};

/** An API key with its secret, which is returned only once. */
export type NewApiKey = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Shown in the text of the key. Both modes reach the same data. */
  mode: 'live' | 'test';
  /** The last four characters of the key, to recognize it. */
  last4: string;
  /** What it may do. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** Only an active key works. `disabled` comes before `expired`. */
  status: 'active' | 'disabled' | 'expired';
  /** When it expires. */
  expires_at?: string;
  /** When it was disabled. */
  disabled_at?: string;
  /** Networks from which the credential may be used. Absent: every network. */
  allowed_cidrs?: string[];
  /** Id of the key that this one replaced. */
  rotated_from?: string;
  /** The connection whose directory uses the key. The key is deleted with it. */
  sso_connection_id?: string;
  /** Known a minute after the use at the latest. */
  last_used_at?: string;
  /** `operationId` of the last operation that was asked for. */
  last_used_route?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** The key itself. It is shown this once and not stored. */
  secret: string;
};

/** A new link, with its address, which is returned only once. */
export type NewConnectionLink = {
  /** Unique id. */
  id: string;
  /** The account of the customer. */
  account_id: string;
  /** Ids of the connectors that the customer can choose from. */
  service_types: string[];
  /** Display name. */
  name?: string;
  /** Where the browser goes in the end. */
  return_url?: string;
  /** Whether it can still be used. */
  status: 'open' | 'used' | 'expired';
  /** What came of it. */
  connection_id?: string;
  /** The caller, as the audit log names it. */
  created_by: string;
  /** When it expires. */
  expires_at: string;
  /** When something was connected by it. */
  used_at?: string;
  /** When it was created. */
  created_at: string;
  /** The link, for one connection. It is shown this once and not stored: give it to the customer. */
  url: string;
};

/** An invitation that was just made, with its link. */
export type NewInvitation = {
  /** Unique id. */
  id: string;
  /** Absent in the link of an operator, whose user chooses it. */
  email?: string;
  /** What the person may do: the sum of these roles. */
  roles: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** Whether the link can still be used. `void`: who made it could not make it any more. */
  status: 'open' | 'accepted' | 'expired' | 'void';
  /** The caller, as the audit log names it. */
  invited_by: string;
  /** When it expires. */
  expires_at: string;
  /** When the person accepted it. */
  accepted_at?: string;
  /** When it was created. */
  created_at: string;
  /** The link that lets one person in, once. It is shown this once and not stored: send it to the person yourself. */
  url: string;
};

/** An organization that was just made, with a link for its owner. */
export type NewOperatedOrganization = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Your own reference, such as an id in another system. */
  external_ref?: string;
  /** Whether it is served. */
  status: 'active' | 'suspended';
  /** Since when it is not; absent otherwise. */
  suspended_at?: string;
  /** In place of what is configured; absent ones are not. */
  limits: OrganizationLimits;
  /** Changes must say which version they are meant for. */
  require_if_match: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** For its first owner. */
  owner_link: OwnerLink;
};

/** A passkey that was just added. */
export type NewPasskey = {
  /** Unique id. */
  id: string;
  /** What the person calls it. */
  name: string;
  /** It is kept in more places than one, such as an account of its vendor. */
  backed_up: boolean;
  /** When somebody last signed in or confirmed with it. */
  last_used_at?: string;
  /** When it was created. */
  created_at: string;
  /** With the first second factor: each signs in once in its place. Shown this once. */
  recovery_codes?: string[];
};

/** A link for a new password, which was just made. */
export type NewResetLink = {
  /** The link that lets the person choose another password, once. It is shown this once and not stored: give it to them yourself. */
  url: string;
  /** It also removes second factors, recovery codes and passkeys. */
  second_factors: boolean;
  /** Until when it works. */
  expires_at: string;
};

/** A second factor that was just added, with its secret. */
export type NewSecondFactor = {
  /** Unique id. */
  id: string;
  /** What it is: `totp`, an application that makes codes. */
  kind: 'totp';
  /** Display name. */
  name: string;
  /** Only a confirmed one is asked for. */
  confirmed: boolean;
  /** When a code was last used. */
  last_used_at?: string;
  /** When it was created. */
  created_at: string;
  /** For the application, in Base32. Shown this once. */
  secret: string;
  /** The same as an address for a QR code. Shown this once. */
  uri: string;
};

/** A second factor to add. */
export type NewSecondFactorInput = {
  /** Display name. */
  name: string;
};

/** What people are notified of. */
export type NotificationEventData = {
  /** The cause. */
  cause:
    | 'failed'
    | 'partially_succeeded'
    | 'withheld'
    | 'waiting_too_long'
    | 'connection_broken'
    | 'recovered'
    | 'approval_requested'
    | 'approval_reminder'
    | 'approval_escalated'
    | 'test';
  /** The name of the integration or the connection. */
  name: string;
  /** Id of the integration. */
  integration_id?: string;
  /** Id of a connection. */
  connection_id?: string;
  /** Id of the run. */
  run_id?: string;
  /** Why the run failed, as `error.code` of the run. */
  error_code?: string;
  /** Of an approval: the step that waits. */
  step?: string;
  /** Of an approval: what is asked; of several, the first one. */
  message?: string;
  /** Of an approval: who may decide. */
  approvers?: string[];
  /** Of an approval: when the first of them is given up. */
  due_at?: string;
  /** When it began. */
  since: string;
  /** How often it has happened since; of an approval, how many items wait. */
  count: number;
};

/** An OAuth client, without its secret. */
export type OauthClient = {
  /** The `client_id`. */
  id: string;
  /** Display name. */
  name: string;
  /** How the client authenticates at the token endpoint. */
  auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** What it may do. */
  scopes: string[];
  /** True if it is disabled. */
  disabled: boolean;
  jwks?: PublicJwks;
  /** The last four characters of the secret. */
  secret_last4?: string;
  /** Until when the previous secret is accepted as well. */
  previous_secret_expires_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** An OAuth client to register. */
export type OauthClientInput = {
  /** Display name. */
  name: string;
  /** How the client authenticates at the token endpoint. */
  auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** What it may do. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  jwks?: PublicJwks;
  /** True if it is disabled. */
  disabled?: boolean;
};

/** An OAuth client with its secret, which is returned only once. */
export type OauthClientWithSecret = {
  /** The `client_id`. */
  id: string;
  /** Display name. */
  name: string;
  /** How the client authenticates at the token endpoint. */
  auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** What it may do. */
  scopes: string[];
  /** True if it is disabled. */
  disabled: boolean;
  jwks?: PublicJwks;
  /** The last four characters of the secret. */
  secret_last4?: string;
  /** Until when the previous secret is accepted as well. */
  previous_secret_expires_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** Shown this once. Absent for `private_key_jwt`. */
  client_secret?: string;
};

/** How the hub speaks to an OpenID provider. */
export type OidcSettings = {
  /** As the provider names itself. Its configuration is read from `/.well-known/openid-configuration` there. */
  issuer: string;
  /** What the provider calls the hub. */
  client_id: string;
  /** How the secret is sent. Default: as the provider says that it takes it. */
  client_auth?: 'client_secret_basic' | 'client_secret_post';
  /** What is asked for; `openid` always is. */
  scopes: string[];
  /** Where the e-mail address is. */
  email_claim: string;
  /** Where the person's name is. */
  name_claim: string;
  /** Where the names of groups are, for the role rules. */
  groups_claim: string;
};

/** How the hub is to speak to an OpenID provider. */
export type OidcSettingsInput = {
  /** As the provider names itself. Its configuration is read from `/.well-known/openid-configuration` there. */
  issuer: string;
  /** What the provider calls the hub. */
  client_id: string;
  /** How the secret is sent. Default: as the provider says that it takes it. */
  client_auth?: 'client_secret_basic' | 'client_secret_post';
  /** What is asked for; `openid` always is. */
  scopes?: string[];
  /** Where the e-mail address is. */
  email_claim?: string;
  /** Where the person's name is. */
  name_claim?: string;
  /** Where the names of groups are, for the role rules. */
  groups_claim?: string;
  /** What the hub shows to the provider. Needed at creation; left out of a change, it stays. */
  client_secret?: string;
};

/** An organization as the operator of the hub sees it. */
export type OperatedOrganization = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Your own reference, such as an id in another system. */
  external_ref?: string;
  /** Whether it is served. */
  status: 'active' | 'suspended';
  /** Since when it is not; absent otherwise. */
  suspended_at?: string;
  /** In place of what is configured; absent ones are not. */
  limits: OrganizationLimits;
  /** Changes must say which version they are meant for. */
  require_if_match: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** An organization to make. */
export type OperatedOrganizationInput = {
  /** What people see of it. */
  name: string;
  /** What you call it elsewhere; each only once. */
  external_ref?: string;
  /** Changes in it must say which version they are meant for. */
  require_if_match?: boolean;
  /** Default: what is configured. */
  limits?: OrganizationLimits;
};

/** A change of an organization by the operator. */
export type OperatedOrganizationPatch = {
  /** What people see of it. */
  name?: string;
  /** Your own reference, such as an id in another system. */
  external_ref?: string | null;
  /** `suspended`: its people, keys, hooks and runs stop within a second. */
  status?: 'active' | 'suspended';
  /** Limits of the organization; `null` brings back what is configured. */
  limits?: {
    /** Requests of all its credentials together, per minute. */
    requests_per_minute?: number | null;
    /** Requests that it may make at once. */
    requests_burst?: number | null;
    /** Segments of its runs at work at once. */
    segments?: number | null;
  };
};

/** A write of one record that was asked for without an integration. */
export type Operation = {
  /** Unique id. */
  id: string;
  /** Id of a connection. */
  connection_id: string;
  /** The object that is written to. */
  object: string;
  /** What is done. */
  operation: 'create' | 'update' | 'upsert' | 'delete';
  /** `unknown`: it was sent, the answer was lost, and the system cannot be asked; the hub does not send it again. */
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';
  /** Of one that succeeded. `written` where the system does not tell a creation from an update. */
  outcome?: 'created' | 'updated' | 'unchanged' | 'written' | 'deleted';
  /** The system's id of the record, where it gave one. */
  target_id?: string;
  /** Why it failed; of one that has not ended, what stopped the last attempt. */
  error?: {
    /** A machine-readable code. */
    code: string;
    /** What went wrong. */
    message: string;
    /** The field that the system refused. */
    field?: string;
  };
  /** How often a worker took it up. */
  attempts: number;
  /** When it was created. */
  created_at: string;
  /** When it ended. */
  ended_at?: string;
};

/** What is written, and how its record is found. */
export type OperationInput = {
  /** The record as the target takes it: the fields that a mapping's rules name in `to`. */
  input: { [name: string]: JsonValue };
  /** Fields of the input by which the record of the target is found. */
  match_on?: string[];
  /** The system's own id of the record that is updated or deleted, or that a named operation is of, where it is known. */
  target_id?: string;
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** Seconds to wait for the end of the operation, as `Prefer: wait` does. Default 10. */
  wait?: number;
};

/** For which member a link for a new password is, and how it works. */
export type OperatorResetLinkInput = {
  /** How long the link works. */
  expires_in_hours?: number;
  /** It also removes second factors, recovery codes and passkeys, for a lost device. */
  second_factors?: boolean;
  /** What the member signs in with. */
  email: string;
};

/** The tenant. */
export type Organization = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Its logo, as a `data:` address. */
  logo?: string;
  /** Changes must say which version they are meant for. */
  require_if_match: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** What an organization may use, in place of what is configured. */
export type OrganizationLimits = {
  /** Requests of all its credentials together, per minute. */
  requests_per_minute?: number;
  /** Requests that it may make at once. */
  requests_burst?: number;
  /** Segments of its runs at work at once. */
  segments?: number;
};

/** A change of the organization. */
export type OrganizationPatch = {
  /** Display name. */
  name?: string;
  /** Its logo; `null` takes it away. */
  logo?: string | null;
  /** Unique id. */
  id?: JsonValue;
  /** As it is. */
  require_if_match?: JsonValue;
  /** When it was created. */
  created_at?: JsonValue;
  /** When it was last changed. */
  updated_at?: JsonValue;
};

/** An organization in which the person who asks is an active member. */
export type OwnOrganization = {
  /** Unique id. */
  id: string;
  /** Its name. */
  name: string;
  /** The session of the request acts in it. */
  current: boolean;
  /** The operator suspended it: nobody can act in it. */
  suspended: boolean;
  /** The organization wants the person to sign in by its identity provider to act in it. */
  sso?: {
    /** Of the identity provider. */
    name: string;
    /** Where to send the browser. */
    url: string;
  };
};

/** A link: the first person who opens it becomes an owner. */
export type OwnerLink = {
  /** The first person who opens it becomes an owner. It is shown only once. */
  url: string;
  /** When it expires. */
  expires_at: string;
};

/** A key that an authenticator of a person keeps (WebAuthn). */
export type Passkey = {
  /** Unique id. */
  id: string;
  /** What the person calls it. */
  name: string;
  /** It is kept in more places than one, such as an account of its vendor. */
  backed_up: boolean;
  /** When somebody last signed in or confirmed with it. */
  last_used_at?: string;
  /** When it was created. */
  created_at: string;
};

/** What a browser answers with a passkey: `PublicKeyCredential.toJSON()`. */
export type PasskeyAnswer = {
  /** What the authenticator calls the passkey. */
  id: string;
  /** The same. */
  rawId: string;
  /** Always `public-key`. */
  type: 'public-key';
  /** What the authenticator said. */
  response: {
    /** What the browser says of the question: its challenge and its origin. */
    clientDataJSON: string;
    /** What the authenticator says of itself. */
    authenticatorData: string;
    /** Over both of these. */
    signature: string;
    /** Whose passkey it is. */
    userHandle?: string;
    [name: string]: unknown;
  };
  [name: string]: unknown;
};

/** What a browser answers for a new passkey: `PublicKeyCredential.toJSON()`. */
export type PasskeyCreation = {
  /** What the authenticator calls the passkey. */
  id: string;
  /** The same. */
  rawId: string;
  /** Always `public-key`. */
  type: 'public-key';
  /** What the authenticator said. */
  response: {
    /** What the browser says of the question: its challenge and its origin. */
    clientDataJSON: string;
    /** The new public key. */
    attestationObject: string;
    /** How the authenticator is reached. */
    transports?: string[];
    [name: string]: unknown;
  };
  [name: string]: unknown;
};

/** A passkey to add. */
export type PasskeyInput = {
  /** What the person calls it. */
  name: string;
  /** As it came with the options. Counts for five minutes, in this session. */
  ceremony: string;
  credential: PasskeyCreation;
};

/** What a browser is to ask of its authenticator. */
export type PasskeyOptions = {
  /** As it came with the options. Counts for five minutes, in this session. */
  ceremony: string;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `.parseRequestOptionsFromJSON()`. */
  options: { [name: string]: unknown };
};

/** A change of a passkey. */
export type PasskeyPatch = {
  /** What the person calls it. */
  name: string;
};

/** A new password. */
export type PasswordInput = {
  /** At least 12 characters, any of them. */
  password: string;
  /** Required if the person has a password already. */
  current_password?: string;
  /** To sign in with, of a person who has no address yet. */
  email?: string;
};

/** Takes what is delivered, or given to `execute`, as the records, instead of reading the source. */
export type PayloadSource = {
  /** JSON Schema of what is delivered. A delivery that is not so is refused. */
  schema?: RecordSchema;
  /** Path of the value that names a delivery: a second one with the same value is accepted, and makes no item. Default: the vendor's id of the delivery; without one, the same body counts as the same delivery for 24 hours. */
  dedupe?: string;
};

/** The result is not available yet. Repeat the request. */
export type Pending = {
  /** Always `pending`. */
  state: 'pending';
};

/** What to preview. */
export type PreviewInput = {
  /** Records as the source would give them, or, without one, what runs are given: numbers with more digits than JSON numbers keep become texts. Left out, a few are read from it, without those that it leaves out itself for the filter. */
  records?: { [name: string]: JsonValue }[];
  /** At most so many records are mapped. */
  limit?: number;
  /** An integration as it would be created, in place of the stored one. Nothing of it is saved. */
  definition?: { [name: string]: JsonValue };
  /** Whether each record comes with what each rule made of it, as far as an answer holds. Default true. */
  explain?: boolean;
  /** With steps: the record before. Unless `change` is given, the items then have the change `updated`, else `created`. */
  before?: { [name: string]: JsonValue };
  /** With steps: the change that the items are of. */
  change?: 'created' | 'updated' | 'deleted';
  /** With steps: outputs of actions, by the ids of their steps. Default: as of a record that was created, with an invented id. */
  stubs?: { [name: string]: JsonValue };
};

/** A record and what the integration would write for it. */
export type PreviewedRecord = {
  /** Absent where the record has no usable key. */
  source_key?: string;
  /** Records that are `grouped` are followed by the groups that these sample records make. With steps: `succeeded`, `skipped` or `failed`, as the item would end. */
  outcome: 'mapped' | 'grouped' | 'filtered' | 'failed' | 'succeeded' | 'skipped';
  /** Key of the group that it is part of: the `source_key` of that. */
  group?: string;
  /** What the target would be given. */
  mapped?: { [name: string]: JsonValue };
  /** Why it would become a failed record. */
  errors?: {
    /** A stable code for programs. */
    code: string;
    /** The field that it concerns. */
    field?: string;
    /** A message for people. */
    message: string;
  }[];
  /** With steps: those that the item would go through, in their order. */
  steps?: PreviewedStep[];
  explanation?: RecordExplanation;
};

/** A step, and what it would do. */
export type PreviewedStep = {
  /** Id of the step. */
  step: string;
  /** Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. Of a list, the first 20 elements are shown. */
  elements?: string[];
  /** `skipped`: its `when` is not true. */
  outcome: 'passed' | 'skipped' | 'failed';
  /** What later steps read as `steps.ID`. */
  output?: JsonValue;
  /** In a rehearsal: the output is what the step gave in the run, and not invented. */
  recorded?: true;
  /** What an action would write. */
  writes?: { [name: string]: JsonValue };
  /** What a look-up would ask. */
  asks?: {
    /** The object that is searched. */
    object: string;
    /** The field that it is searched by. */
    key: string;
    /** The value to find; null where the item has none, and nothing is asked. */
    by: string | null;
  };
  /** Which records a list would ask for. */
  lists?: {
    /** The object that is read. */
    object: string;
    /** Most records that are given. */
    limit: number;
    /** The values of the fields; null where the item lacks one, and nothing is asked. */
    where: { [name: string]: JsonValue } | null;
    /** The options of the item, by paths. */
    options?: { [name: string]: JsonValue };
  };
  /** What a wait would wait for. */
  waits?: {
    /** What ends it: a time, an answer, its batch, or another integration. */
    for: 'time' | 'approval' | 'callback' | 'event' | 'check' | 'batch' | 'retry' | 'call' | 'sync';
    /** How long at most. */
    seconds?: number;
    /** Until when. */
    until?: string;
    /** What approvers are asked. */
    message?: string;
    /** Of `call` and `sync`: the other integration. */
    integration_id?: string;
    /** Of `call`: what the other integration would be given. */
    input?: { [name: string]: JsonValue };
  };
  /** Why it fails. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** The field that it concerns. */
    field?: string;
    /** A message for people. */
    message: string;
  };
};

/** Public keys only: ES256, EdDSA, RS256 or PS256. */
export type PublicJwks = {
  /** The keys. */
  keys: (
    | {
        /** Type of the key. */
        kty: 'EC';
        /** Curve of the key. */
        crv: 'P-256';
        /** X coordinate, in base64url. */
        x: string;
        /** Y coordinate, in base64url. */
        y: string;
        /** Signature algorithm that the key is used with. Absent: that of its type. */
        alg?: 'ES256';
        /** Id of the key. */
        kid?: string;
        /** What the key is used for: signatures. */
        use?: 'sig';
        /** What the key is used for: verifying. */
        key_ops?: ['verify'];
        /** Part of a private key: not accepted. */
        d?: unknown;
        /** Part of a private key: not accepted. */
        p?: unknown;
        /** Part of a private key: not accepted. */
        q?: unknown;
        /** Part of a private key: not accepted. */
        dp?: unknown;
        /** Part of a private key: not accepted. */
        dq?: unknown;
        /** Part of a private key: not accepted. */
        qi?: unknown;
        /** Part of a private key: not accepted. */
        oth?: unknown;
        /** Part of a private key: not accepted. */
        k?: unknown;
      }
    | {
        /** Type of the key. */
        kty: 'OKP';
        /** Curve of the key. */
        crv: 'Ed25519';
        /** X coordinate, in base64url. */
        x: string;
        /** Signature algorithm that the key is used with. Absent: that of its type. */
        alg?: 'EdDSA';
        /** Id of the key. */
        kid?: string;
        /** What the key is used for: signatures. */
        use?: 'sig';
        /** What the key is used for: verifying. */
        key_ops?: ['verify'];
        /** Part of a private key: not accepted. */
        d?: unknown;
        /** Part of a private key: not accepted. */
        p?: unknown;
        /** Part of a private key: not accepted. */
        q?: unknown;
        /** Part of a private key: not accepted. */
        dp?: unknown;
        /** Part of a private key: not accepted. */
        dq?: unknown;
        /** Part of a private key: not accepted. */
        qi?: unknown;
        /** Part of a private key: not accepted. */
        oth?: unknown;
        /** Part of a private key: not accepted. */
        k?: unknown;
      }
    | {
        /** Type of the key. */
        kty: 'RSA';
        /** Modulus, in base64url. */
        n: string;
        /** Public exponent. */
        e: 'AQAB';
        /** Signature algorithm that the key is used with. Absent: that of its type. */
        alg?: 'RS256' | 'PS256';
        /** Id of the key. */
        kid?: string;
        /** What the key is used for: signatures. */
        use?: 'sig';
        /** What the key is used for: verifying. */
        key_ops?: ['verify'];
        /** Part of a private key: not accepted. */
        d?: unknown;
        /** Part of a private key: not accepted. */
        p?: unknown;
        /** Part of a private key: not accepted. */
        q?: unknown;
        /** Part of a private key: not accepted. */
        dp?: unknown;
        /** Part of a private key: not accepted. */
        dq?: unknown;
        /** Part of a private key: not accepted. */
        qi?: unknown;
        /** Part of a private key: not accepted. */
        oth?: unknown;
        /** Part of a private key: not accepted. */
        k?: unknown;
      }
  )[];
};

/** Records as the system has them now. */
export type ReadRecords = {
  /** Sensitive fields are masked. */
  records: { [name: string]: JsonValue }[];
  /** There are more than were asked for, or than an answer may hold. */
  more: boolean;
};

/** Which set-up steps are still open, in their order. */
export type Readiness = {
  /** It can be activated, or is active: nothing else is open. */
  ready: boolean;
  /** What is missing, one entry each. */
  missing: {
    /** The part of the integration to complete. */
    step: 'source' | 'target' | 'mapping' | 'connection' | 'activation';
    /** A message for people. */
    message: string;
    /** The connection that cannot be used now. */
    connection_id?: string;
  }[];
};

/** What shows that it is still the same person. */
export type ReauthenticationInput = {
  /** The password of the person. */
  password?: string;
  /** A stable code for programs. */
  code?: string;
  /** What the browser answers with a passkey. */
  passkey?: {
    /** As it came with the options. Counts for five minutes, in this session. */
    ceremony: string;
    credential: PasskeyAnswer;
  };
};

/** The failed record that an event is about. */
export type RecordEventData = {
  /** Id of the run. */
  run_id: string;
  /** Id of the integration. */
  integration_id: string;
  /** Records that failed since the event before of this run. */
  count: number;
  /** Records of this run that have failed so far. */
  total: number;
};

/** Why a record became what it became. */
export type RecordExplanation = {
  /** The part of the integration that made the record what it became. */
  decided_by: 'key' | 'filter' | 'validation' | 'flatten' | 'enrich' | 'script' | 'aggregate' | 'mapping';
  /** A message for people. */
  message: string;
  filter?: ExplainedFilter;
  /** Absent where the mapping was not reached. */
  fields?: ExplainedField[];
  /** So many more fields are explained than an answer holds. */
  fields_omitted?: number;
};

/** A JSON Schema (draft 2020-12) that each record has to satisfy; one that does not becomes a failed record. */
export type RecordSchema = { [name: string]: JsonValue };

/** What is known of a record over all runs. */
export type RecordTrace = {
  /** The key of the source record. */
  key: string;
  /** What the hub knows of its effects. */
  targets: {
    /** The step of the flow that wrote it. */
    step: string;
    /** The id of the record in the target. */
    target_id?: string;
    /** The run that settled it last. */
    run_id?: string;
    /** It vanished from the source and was switched off. */
    deactivated: boolean;
    /** A write is under way, or its answer was lost. */
    pending: boolean;
  }[];
  /** The runs that touched it, the newest first, as far as the hub keeps them. */
  entries: {
    /** When it happened. */
    at: string;
    /** Id of the run. */
    run_id: string;
    /** `failed`: it became a failed record. `item`: a flow carried a change of it. `written`: its last effect. */
    kind: 'failed' | 'item' | 'written';
    /** Why it failed. */
    code?: string;
    /** A message for people. */
    message?: string;
    /** The step of a flow at which it stood. */
    step?: string;
    /** The item of the flow. */
    item_id?: string;
    /** Where the item stands. */
    item_status?:
      'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
    /** The run that processed it after all. */
    resolved_by?: string;
  }[];
};

/** What records must look like. */
export type RecordValidation = {
  schema: RecordSchema;
};

/** Codes for the case that the second factor is lost. */
export type RecoveryCodes = {
  /** Each signs in once in place of the second factor. Shown this once; earlier ones end. */
  recovery_codes: string[];
};

/** Which deliveries to send again. */
export type RedeliverInput = {
  /** The state of the deliveries to send again. */
  status?: 'failed' | 'delivered';
  /** Type of the event. */
  event_type?:
    | 'run.queued'
    | 'run.running'
    | 'run.waiting'
    | 'run.canceling'
    | 'run.succeeded'
    | 'run.partially_succeeded'
    | 'run.failed'
    | 'run.canceled'
    | 'run.skipped'
    | 'record.dead_lettered'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.rejected'
    | 'approval.expired'
    | 'approval.withdrawn'
    | 'item.interrupted'
    | 'connection.created'
    | 'connection.updated'
    | 'connection.deleted'
    | 'connection.active'
    | 'connection.error'
    | 'connection.expired'
    | 'connection.disabled'
    | 'integration.created'
    | 'integration.updated'
    | 'integration.activated'
    | 'integration.deactivated'
    | 'integration.deleted'
    | 'webhook_endpoint.disabled'
    | 'notification.failed'
    | 'notification.partially_succeeded'
    | 'notification.withheld'
    | 'notification.waiting_too_long'
    | 'notification.connection_broken'
    | 'notification.recovered'
    | 'notification.approval_requested'
    | 'notification.approval_reminder'
    | 'notification.approval_escalated'
    | 'notification.test';
  /** Created at this instant or later. */
  created_after?: string;
  /** Created before this instant. */
  created_before?: string;
};

/** What is sent again. */
export type Redelivered = {
  /** Number of deliveries that are sent again. */
  redelivered: number;
  /** There may be more: one call takes 10000, the oldest. */
  more: boolean;
};

/** A definition played against what a run was given, without any effect. */
export type Rehearsal = {
  /** Id of the run. */
  run_id: string;
  /** Id of the integration. */
  integration_id: string;
  /** The revision that the run carried out. */
  run_revision: number;
  /** What was rehearsed. */
  rehearsed: 'revision' | 'draft' | 'definition';
  /** The revision that was rehearsed; absent for others. */
  revision?: number;
  /** The items, or the failed records, the oldest first. */
  items: RehearsedItem[];
  /** There are more: send it as `after`. */
  next?: string;
};

/** What would be otherwise than in the run. */
export type RehearsalDifference =
  | {
      /** How the item or the record would end otherwise. */
      kind: 'outcome';
      /** How the item or the record ended in the run. */
      was: string;
      /** How it would end. */
      now: string;
    }
  | {
      /** What would become of it at a step. */
      kind: 'step';
      /** The id of the step. */
      step: string;
      /** As in `steps`. */
      elements?: string[];
      /** What became of the item there in the run. */
      was: 'passed' | 'skipped' | 'failed' | 'interrupted' | 'not_reached';
      /** What would become of it. */
      now: 'passed' | 'skipped' | 'failed' | 'interrupted' | 'not_reached';
    }
  | {
      /** What an action would write otherwise. */
      kind: 'writes';
      /** The id of the step; absent for an integration with one mapping. */
      step?: string;
      /** As in `steps`. */
      elements?: string[];
      /** The fields whose values differ. */
      fields: string[];
    };

/** What is rehearsed: at most one of `definition`, `revision` and `draft`; and with what. */
export type RehearsalInput = {
  /** An integration as it would be created, in place of the stored one. Nothing of it is saved. */
  definition?: { [name: string]: JsonValue };
  /** A revision of the integration. Default: the newest one, whether it is active or not. */
  revision?: number;
  /** What the person who asks has not saved yet of the integration. Programs have no drafts. */
  draft?: true;
  /** Of a run with steps: these items of it, whatever their status. */
  item_ids?: string[];
  /** Of a run with one mapping: these failed records of it. */
  record_ids?: string[];
  /** Of a run with steps: items of this status. Default `failed`. */
  status?:
    'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted' | 'any';
  /** Only those behind this item or failed record: the `next` of the answer before. */
  after?: string;
  /** At most so many, the oldest first. Default 20. */
  limit?: number;
};

/** What would become of one input of a run, and what became of it. */
export type RehearsedItem = {
  /** How it would end, as far as the hub can tell: `succeeded`, `skipped` or `failed` with steps, else `mapped`, `filtered` or `failed`. */
  outcome: 'succeeded' | 'skipped' | 'failed' | 'mapped' | 'filtered';
  /** Why it would fail. */
  errors?: {
    /** A stable code for programs. */
    code: string;
    /** The field that it concerns. */
    field?: string;
    /** A message for people. */
    message: string;
  }[];
  /** With one mapping: what the target would be given. */
  mapped?: { [name: string]: JsonValue };
  /** With steps: those that it would go through, in their order. */
  steps?: RehearsedStep[];
  /** What would be otherwise than in the run. Empty: the same would happen. */
  differences: RehearsalDifference[];
  /** False where the revision of the run does not compile any more: then nothing tells what it writes. */
  compared: boolean;
  /** It failed, and the definition does the very same with it as the revision that failed: the reason lies outside, in what a system answered. It fails again unless that has changed. */
  same_as_failed?: true;
  /** A step before the one that failed, which would give something else than it gave in the run. A retry begins at the step that failed and does not go through it again: move the item to this step instead. */
  retry_misses?: string;
  /** Some values are shown as their shapes, such as `text(5)`. */
  masked: boolean;
  /** Some values or steps are left out: together they are more than is shown at once. */
  truncated: boolean;
  /** The item. Absent for an integration with one mapping. */
  item_id?: string;
  /** The failed record. Absent for an integration with steps. */
  record_id?: string;
  /** The key of the record. Absent where it has no usable one. */
  key?: string;
  /** What `label` of the integration names it for people. */
  label?: string;
  /** What became of it in the run. */
  was: {
    /** How it ended, or where it stands. */
    status: 'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
    /** The step at which it stands, or that failed. */
    step?: string;
    /** Why it failed there last. */
    error?: {
      /** A stable code for programs. */
      code: string;
      /** The field that it concerns. */
      field?: string;
      /** A message for people. */
      message: string;
    };
  };
};

/** A step, and what it would do with what the run was given. */
export type RehearsedStep = {
  /** Id of the step. */
  step: string;
  /** Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. Of a list, the first 20 elements are shown. */
  elements?: string[];
  /** `skipped`: its `when` is not true. */
  outcome: 'passed' | 'skipped' | 'failed';
  /** What later steps read as `steps.ID`. */
  output?: JsonValue;
  /** In a rehearsal: the output is what the step gave in the run, and not invented. */
  recorded?: true;
  /** What an action would write. */
  writes?: { [name: string]: JsonValue };
  /** What a look-up would ask. */
  asks?: {
    /** The object that is searched. */
    object: string;
    /** The field that it is searched by. */
    key: string;
    /** The value to find; null where the item has none, and nothing is asked. */
    by: string | null;
  };
  /** Which records a list would ask for. */
  lists?: {
    /** The object that is read. */
    object: string;
    /** Most records that are given. */
    limit: number;
    /** The values of the fields; null where the item lacks one, and nothing is asked. */
    where: { [name: string]: JsonValue } | null;
    /** The options of the item, by paths. */
    options?: { [name: string]: JsonValue };
  };
  /** What a wait would wait for. */
  waits?: {
    /** What ends it: a time, an answer, its batch, or another integration. */
    for: 'time' | 'approval' | 'callback' | 'event' | 'check' | 'batch' | 'retry' | 'call' | 'sync';
    /** How long at most. */
    seconds?: number;
    /** Until when. */
    until?: string;
    /** What approvers are asked. */
    message?: string;
    /** Of `call` and `sync`: the other integration. */
    integration_id?: string;
    /** Of `call`: what the other integration would be given. */
    input?: { [name: string]: JsonValue };
  };
  /** Why it fails. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** The field that it concerns. */
    field?: string;
    /** A message for people. */
    message: string;
  };
  /** What the revision of the run writes here with the same input; only where that is something else. */
  wrote?: { [name: string]: JsonValue };
};

/** A refusal of what is asked. */
export type RejectInput = {
  /** Why. Later steps read it as `steps.ID.comment`. */
  comment?: string;
  /** Of an approval with the scope `run`: its `hash`, which stands for what was shown. Optional for one that a guard asks: `guard.hash`. */
  hash?: string;
};

/** The limit above which a run performs no removals at all. */
export type RemovalGuard = {
  /** At most so many records in a run. */
  max_deletes?: number;
  /** At most this share of the known records in a run. */
  max_deletes_percent?: number;
  approval?: GuardApproval;
};

/** A domain that was removed. */
export type RemovedSsoDomain = {
  /** The domain. */
  domain: string;
  /** Always true. */
  deleted: true;
};

/** How a link for a new password works. */
export type ResetLinkInput = {
  /** How long the link works. */
  expires_in_hours?: number;
  /** It also removes second factors, recovery codes and passkeys, for a lost device. */
  second_factors?: boolean;
};

/** How many items are tried again. */
export type RetriedItems = {
  /** The run that tries them. */
  run_id: string;
  /** How many are tried again, at most 1000. */
  items: number;
  /** How many are left out, since a person must find out what became of a write. */
  in_doubt: number;
  /** How many are left out, since a newer item of their record stands for them. */
  superseded: number;
  /** There are more: ask again when the run is over. */
  has_more: boolean;
};

/** How to retry a run. */
export type RetryInput = {
  /** `resume` goes on where the run stopped, on its revision; `restart` reads everything again, on the present one. */
  mode?: 'resume' | 'restart';
  /** Seconds to wait for the end of the run, as `Prefer: wait` does. */
  wait?: number;
};

/** How an item is tried again. */
export type RetryItemInput = {
  /** Tries it with the record of the newest item of its record, where there is one. Outputs of earlier steps stay. */
  with?: 'newest';
  /** Of an item whose write is in doubt: what a person found out. `done` goes on behind the step, `not_done` writes again. */
  assume?: 'done' | 'not_done';
};

/** Which items of the run are tried again. Default: all that failed. */
export type RetryItemsInput = {
  /** Only those that failed at this step. */
  step?: string;
  /** Only those that failed so. */
  code?: string;
  /** Only those of the record with this key. */
  key?: string;
  /** Also those that a newer item of their record stands for, with the record of that, where it has succeeded. */
  with?: 'newest';
};

/** Exactly one of `record_ids`, `records`, `code` and `all`. */
export type RetryRecordsInput = {
  /** These records. */
  record_ids?: string[];
  /** Every record that failed so. */
  code?: string;
  /** With `code`: only those of this field. Empty: those that name none. */
  target_field?: string;
  /** With `code`: only those of this step. Empty: those that name none. */
  step?: string;
  /** These records, with other values. */
  records?: CorrectedRecord[];
  /** Every record that can be processed again. */
  all?: true;
  /** Seconds to wait for the end of the run, as `Prefer: wait` does. */
  wait?: number;
};

/** A role that members can have. */
export type Role = {
  /** The role. `GET /roles` lists what each may do. */
  role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
  /** What it is for. */
  description: string;
  /** What the role may do; a `write` includes the `read`. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
  /** It can be limited to an account. */
  per_account: boolean;
};

/** Which role the members of a group of the provider get. */
export type RoleRule = {
  /** Name of a group, as the provider writes it. */
  group: string;
  /** What its members become. */
  role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
};

/** One execution of an integration. */
export type Run = {
  /** Unique id. */
  id: string;
  /** Id of the integration. */
  integration_id: string;
  /** Its name now. */
  integration_name?: string;
  /** The account that the integration belongs to now. Absent where it belongs to none. */
  account_id?: string;
  /** Id of the workflow: the integration with the trigger that started it. */
  workflow_id: string;
  /** Revision of the integration. */
  revision: number;
  /** What started it. */
  trigger: 'manual' | 'schedule' | 'event' | 'webhook' | 'after' | 'call' | 'retry';
  /** State of the run. */
  status:
    | 'queued'
    | 'running'
    | 'waiting'
    | 'canceling'
    | 'succeeded'
    | 'partially_succeeded'
    | 'failed'
    | 'canceled'
    | 'skipped';
  /** Records, by outcome. */
  counters: {
    /** Records that came from the source, which may leave some out for the filter. */
    read: number;
    /** Records that were created in the target. */
    created: number;
    /** Records that were changed in the target. */
    updated: number;
    /** Records that were removed from the target. */
    deleted: number;
    /** Created, updated and deleted together. */
    written: number;
    /** Unchanged and filtered together. */
    skipped: number;
    /** As they were when they were last written. */
    unchanged: number;
    /** Left out by the filter, an enrichment or the script; not those that the source left out itself. */
    filtered: number;
    /** Records that could not be processed. */
    failed: number;
    /** Records that a later one of the run with the same key replaced, or that were added to a group. */
    deduplicated: number;
  };
  /** How far the run has read. */
  checkpoint?: {
    /** The stream that is read. */
    stream: string;
    /** Pages that are done. */
    page: number;
  };
  /** Why the run failed. */
  error?: {
    /** A stable code for programs. */
    code:
      | 'auth_expired'
      | 'auth_invalid'
      | 'permission'
      | 'not_found'
      | 'conflict'
      | 'validation'
      | 'rate_limited'
      | 'quota'
      | 'transient'
      | 'maintenance'
      | 'cursor_expired'
      | 'unsupported'
      | 'schema_drift'
      | 'config'
      | 'unknown'
      | 'connection_disabled'
      | 'group_too_large'
      | 'internal'
      | 'interrupted'
      | 'record_failed'
      | 'script_failed'
      | 'script_runner'
      | 'too_many_failures'
      | 'worker_lost';
    /** A message for people. */
    message: string;
    /** Id of the connector that reported the error. */
    connector?: string;
    /** The operation that failed. */
    operation?: string;
  };
  /** Records that vanished from the source and were not removed from the target, or changes that made no items, and why. */
  withheld?: {
    /** Why removals were withheld. */
    reason: 'unidentified_records' | 'all_missing' | 'above_guard' | 'too_many_items' | 'too_many_changes';
    /** Records whose removal was withheld. */
    records: number;
    /** The approval that asks about them. Absent where nobody is asked. */
    approval_id?: string;
  };
  /** Records that refer, by `enrich`, to a record of the target that it does not have, neither before nor after this run. */
  unresolved_references?: number;
  /** Fields of the mapping that had no value in any record of the run: perhaps a mistyped path. Of a flow, `STEP.FIELD` of its actions, in the first run of a revision and in full resyncs. */
  empty_fields?: string[];
  /** Id of the run that this one retries. */
  retry_of?: string;
  /** The run of another integration that started this one: by its end, as a trigger `after` says, or by a step that calls. */
  started_by?: string;
  /** Only where an execution with `input`, or one without a source, made the run: the item that goes through the steps. */
  item_id?: string;
  /** Only for a caller that waits for it, or asks with `response=true`: what a `respond` step answered for that item. */
  response?: {
    /** As the step gives it. */
    status: number;
    /** Any JSON. */
    body: JsonValue;
  };
  /** While the run is `waiting`: when it goes on, unless an answer comes first. Absent where only an answer ends its waits. */
  goes_on_at?: string;
  /** Only of a single run that has not ended: what it stands before. Absent where that is nothing. */
  gates?: RunGate[];
  /** The execution in Temporal. */
  temporal?: {
    /** Id of the execution: the run's own, with the number of the wake behind it for a run that waited. */
    workflow_id: string;
    /** Where Temporal shows the execution, if the address of its interface is configured. */
    url?: string;
  };
  /** When it was created. */
  queued_at: string;
  /** When it started. */
  started_at?: string;
  /** When it ended. */
  finished_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The run that an event is about. */
export type RunEventData = {
  /** Unique id. */
  id: string;
  /** Id of the integration. */
  integration_id: string;
  /** Id of the workflow: the integration with the trigger that started it. */
  workflow_id: string;
  /** Revision of the integration. */
  revision: number;
  /** What started it. */
  trigger: 'manual' | 'schedule' | 'event' | 'webhook' | 'after' | 'call' | 'retry';
  /** State of the run. */
  status:
    | 'queued'
    | 'running'
    | 'waiting'
    | 'canceling'
    | 'succeeded'
    | 'partially_succeeded'
    | 'failed'
    | 'canceled'
    | 'skipped';
  /** Records, by outcome. */
  counters: {
    /** Records that came from the source, which may leave some out for the filter. */
    read: number;
    /** Records that were created in the target. */
    created: number;
    /** Records that were changed in the target. */
    updated: number;
    /** Records that were removed from the target. */
    deleted: number;
    /** Created, updated and deleted together. */
    written: number;
    /** Unchanged and filtered together. */
    skipped: number;
    /** As they were when they were last written. */
    unchanged: number;
    /** Left out by the filter, an enrichment or the script; not those that the source left out itself. */
    filtered: number;
    /** Records that could not be processed. */
    failed: number;
    /** Records that a later one of the run with the same key replaced, or that were added to a group. */
    deduplicated: number;
  };
  /** Why the run failed. */
  error?: {
    /** A stable code for programs. */
    code:
      | 'auth_expired'
      | 'auth_invalid'
      | 'permission'
      | 'not_found'
      | 'conflict'
      | 'validation'
      | 'rate_limited'
      | 'quota'
      | 'transient'
      | 'maintenance'
      | 'cursor_expired'
      | 'unsupported'
      | 'schema_drift'
      | 'config'
      | 'unknown'
      | 'connection_disabled'
      | 'group_too_large'
      | 'internal'
      | 'interrupted'
      | 'record_failed'
      | 'script_failed'
      | 'script_runner'
      | 'too_many_failures'
      | 'worker_lost';
    /** A message for people. */
    message: string;
    /** Id of the connector that reported the error. */
    connector?: string;
    /** The operation that failed. */
    operation?: string;
  };
  /** Records that vanished from the source and were not removed from the target, or changes that made no items, and why. */
  withheld?: {
    /** Why removals were withheld. */
    reason: 'unidentified_records' | 'all_missing' | 'above_guard' | 'too_many_items' | 'too_many_changes';
    /** Records whose removal was withheld. */
    records: number;
    /** The approval that asks about them. Absent where nobody is asked. */
    approval_id?: string;
  };
  /** Records that refer, by `enrich`, to a record of the target that it does not have, neither before nor after this run. */
  unresolved_references?: number;
  /** Fields of the mapping that had no value in any record of the run: perhaps a mistyped path. Of a flow, `STEP.FIELD` of its actions, in the first run of a revision and in full resyncs. */
  empty_fields?: string[];
  /** Id of the run that this one retries. */
  retry_of?: string;
  /** The run of another integration that started this one: by its end, as a trigger `after` says, or by a step that calls. */
  started_by?: string;
  /** Only where an execution with `input`, or one without a source, made the run: the item that goes through the steps. */
  item_id?: string;
  /** Only for a caller that waits for it, or asks with `response=true`: what a `respond` step answered for that item. */
  response?: {
    /** As the step gives it. */
    status: number;
    /** Any JSON. */
    body: JsonValue;
  };
  /** While the run is `waiting`: when it goes on, unless an answer comes first. Absent where only an answer ends its waits. */
  goes_on_at?: string;
  /** Only of a single run that has not ended: what it stands before. Absent where that is nothing. */
  gates?: RunGate[];
  /** When it was created. */
  queued_at: string;
  /** When it started. */
  started_at?: string;
  /** When it ended. */
  finished_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** What a run, or items of it, wait before. */
export type RunGate = {
  /** `window`: calendars say when it opens. `connection`: a connection cannot be used. */
  kind: 'window' | 'connection';
  /** The steps whose items stand before it; none where the whole run does. */
  steps: string[];
  /** Of a window: its calendars. */
  calendar_ids?: string[];
  /** Of a connection: which it is. */
  connection_id?: string;
  /** Of a connection: its system does not answer (`unavailable`), refuses its credentials (`refused`), or it is `disabled`. */
  reason?: 'unavailable' | 'refused' | 'disabled';
  /** Since when the run stands before it. */
  closed_at: string;
  /** When it opens, is tried next, or is given up, as far as that can be seen. */
  opens_at?: string;
};

/** What the runs of a flow without a source are given. */
export type RunInput = {
  /** JSON Schema of what is given. A run that is given nothing is given an empty object. */
  schema?: RecordSchema;
  /** Paths of what a run is about. Items of one key go one after the other, and know what steps wrote for it. Default: all runs are about the same. */
  key?: string[];
};

/** An entry in the log of a run. */
export type RunLogEntry = {
  /** Unique id. */
  id: string;
  /** When it happened. */
  at: string;
  /** How severe it is. */
  level: 'info' | 'warn' | 'error';
  /** A stable code for programs. */
  code: string;
  /** A message for people. */
  message: string;
  /** Further facts, by code. */
  details?: { [name: string]: JsonValue };
};

/** What a run did with a record, and why. */
export type RunRecordExplanation = {
  /** Key of the record in the source. */
  source_key: string;
  /** Revision of the integration. */
  revision: number;
  /** What the run did with the record. */
  outcome: 'written' | 'unchanged' | 'filtered' | 'failed' | 'unknown';
  /** A message for people. */
  message: string;
  /** What went wrong. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** The field that it concerns. */
    field?: string;
    /** A message for people. */
    message: string;
  };
  /** Id of the record in the target, where it is known. */
  target_id?: string;
  /** The run that wrote the record last. */
  written_by?: string;
  /** What is explained: the failed record as it was kept, or the record as the source has it now; `missing` where the source has none with this key. */
  record: 'kept' | 'read' | 'missing';
  /** Records of the source that were looked at. */
  records_read: number;
  /** The current record gives another result than the last write. */
  changed_since?: boolean;
  explanation?: RecordExplanation;
};

/** Runs by when and how they ended. */
export type RunStats = {
  /** The beginning. */
  from: string;
  /** The end, which is not part of it. */
  to: string;
  /** The length of a bucket. */
  bucket: 'hour' | 'day';
  /** Runs by when and how they ended. Empty buckets are left out. */
  buckets: {
    /** The beginning of the bucket. */
    at: string;
    /** How they ended. */
    status:
      | 'queued'
      | 'running'
      | 'waiting'
      | 'canceling'
      | 'succeeded'
      | 'partially_succeeded'
      | 'failed'
      | 'canceled'
      | 'skipped';
    /** How many runs. */
    runs: number;
    /** Records that came from the source. */
    read: number;
    /** Records that were written. */
    written: number;
    /** Failed records. */
    failed: number;
  }[];
  /** The integrations with the most runs, at most 20. */
  integrations: {
    /** Id of the integration. */
    integration_id: string;
    /** Display name. */
    name: string;
    /** How many runs. */
    runs: number;
    /** Records that came from the source. */
    read: number;
    /** Records that were written. */
    written: number;
    /** Failed records. */
    failed: number;
  }[];
};

/** The steps of a flow work side by side, page by page. */
export type RunStep = {
  component: WorkflowComponent;
  /** How far the run got with the part, or how it ended there. */
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'skipped';
  /** Records, by outcome. */
  counters?: {
    /** Records that were read from the source. */
    read?: number;
    /** Records that a later one of the run with the same key replaced, or that were added to a group. */
    deduplicated?: number;
    /** Records that were created in the target. */
    created?: number;
    /** Records that were changed in the target. */
    updated?: number;
    /** Records that were removed from the target. */
    deleted?: number;
    /** Records that were created, updated or deleted. */
    written?: number;
    /** Left out by the filter, or unchanged since they were written; of a step of a flow: let past it by a person. */
    skipped?: number;
    /** Records that could not be processed. */
    failed?: number;
    /** Of a step of a flow: items that came through it. */
    passed?: number;
    /** Of a step of a flow: items that stand at it. */
    waiting?: number;
  };
  /** Whether only the first 10000 items of the run are counted. Absent: no. */
  is_partial?: boolean;
  /** When it started. */
  started_at?: string;
  /** When it ended. */
  finished_at?: string;
};

/** How the hub speaks to a SAML identity provider. */
export type SamlSettings = {
  /** As the provider names itself. */
  entity_id: string;
  /** Where people are sent to sign in (HTTP-Redirect binding). */
  sso_url: string;
  /** What it signs with, in PEM. Several while it changes its key. No other certificate counts. */
  certificates: string[];
  /** Where the provider's metadata is. Entity id, sign-in address and certificates are read there, when it is set and once a day. */
  metadata_url?: string;
  /** Which parts of an answer must be signed. Unsigned answers are refused in any case. */
  signed: 'assertion' | 'response' | 'either' | 'both';
  /** The hub signs its requests with `signing_key`. */
  sign_requests: boolean;
  /** The certificate of `signing_key`, in PEM: part of the metadata that the provider reads. */
  signing_certificate?: string;
  /** Where the e-mail address is. Default: the names in common use, then a NameID that is one. */
  email_attribute?: string;
  /** Where the person's name is. Default: names in common use. */
  name_attribute?: string;
  /** Where the names of groups are, for the role rules. */
  groups_attribute: string;
};

/** How the hub is to speak to a SAML identity provider. */
export type SamlSettingsInput = {
  /** As the provider names itself. */
  entity_id?: string;
  /** Where people are sent to sign in (HTTP-Redirect binding). */
  sso_url?: string;
  /** What it signs with, in PEM. Several while it changes its key. No other certificate counts. */
  certificates?: string[];
  /** Where the provider's metadata is. Entity id, sign-in address and certificates are read there, when it is set and once a day. */
  metadata_url?: string;
  /** Which parts of an answer must be signed. Unsigned answers are refused in any case. */
  signed?: 'assertion' | 'response' | 'either' | 'both';
  /** The hub signs its requests with `signing_key`. */
  sign_requests?: boolean;
  /** The certificate of `signing_key`, in PEM: part of the metadata that the provider reads. */
  signing_certificate?: string;
  /** Where the e-mail address is. Default: the names in common use, then a NameID that is one. */
  email_attribute?: string;
  /** Where the person's name is. Default: names in common use. */
  name_attribute?: string;
  /** Where the names of groups are, for the role rules. */
  groups_attribute?: string;
  /** The provider's metadata itself, in place of entity id, sign-in address and certificates. */
  metadata_xml?: string;
  /** RSA private key in PEM. Left out of a change, it stays. */
  signing_key?: string;
};

/** The next times of a schedule. */
export type SchedulePreview = {
  /** At most ten, ascending. */
  times: {
    /** When a run would start, without a delay. */
    at: string;
    /** The same on the clock of the time zone, with its offset from UTC. */
    local: string;
    /** The clock is changed on this day: it leaves the time out, so that the next moment counts, or shows it twice, and the first counts. */
    clock_change?: 'left_out' | 'first_of_two';
  }[];
};

/** A schedule to preview. */
export type SchedulePreviewInput = {
  /** `hourly`, `daily`, `weekly` or `monthly` by the clock of the time zone; or an interval such as `15m`, `2h` or `1d`, at least `1m`, in even steps from `starts_at` on, else from midnight UTC of 1 January 1970. Either this or `cron`. */
  every?: string;
  /** Time of day, or several. Default: `00:00`. Of `hourly`: minutes past the hour, `:30`. A time that the clock leaves out when it is turned forward counts as the next moment there is; of a time that it shows twice, the first counts. */
  at?: string | string[];
  /** Of `weekly`: days of the week, default `mon`. Of `monthly`: days of the month, default 1; a day that the month does not have counts as its last one. */
  on?:
    | 'mon'
    | 'tue'
    | 'wed'
    | 'thu'
    | 'fri'
    | 'sat'
    | 'sun'
    | number
    | ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | number)[];
  /** Five fields: minute, hour, day of the month, month, day of the week, as in crontab(5). With an hour of `*`, an hour that the clock shows twice counts twice. */
  cron?: string;
  /** IANA name of the zone whose clock counts. Default: the `timezone` of the integration, or `UTC`. */
  timezone?: string;
  /** No run before this instant. An interval counts from here. */
  starts_at?: string;
  /** No run at this instant or later. */
  ends_at?: string;
  /** Show the times after this instant. Default: now. */
  after?: string;
};

/** Starts runs by the clock. */
export type ScheduleTrigger = {
  /** `hourly`, `daily`, `weekly` or `monthly` by the clock of the time zone; or an interval such as `15m`, `2h` or `1d`, at least `1m`, in even steps from `starts_at` on, else from midnight UTC of 1 January 1970. Either this or `cron`. */
  every?: string;
  /** Time of day, or several. Default: `00:00`. Of `hourly`: minutes past the hour, `:30`. A time that the clock leaves out when it is turned forward counts as the next moment there is; of a time that it shows twice, the first counts. */
  at?: string | string[];
  /** Of `weekly`: days of the week, default `mon`. Of `monthly`: days of the month, default 1; a day that the month does not have counts as its last one. */
  on?:
    | 'mon'
    | 'tue'
    | 'wed'
    | 'thu'
    | 'fri'
    | 'sat'
    | 'sun'
    | number
    | ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | number)[];
  /** Five fields: minute, hour, day of the month, month, day of the week, as in crontab(5). With an hour of `*`, an hour that the clock shows twice counts twice. */
  cron?: string;
  /** IANA name of the zone whose clock counts. Default: the `timezone` of the integration, or `UTC`. */
  timezone?: string;
  /** No run before this instant. An interval counts from here. */
  starts_at?: string;
  /** No run at this instant or later. */
  ends_at?: string;
  /** The type of trigger. */
  type: 'schedule';
  /** Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores. */
  id?: string;
  /** Each run is put off by up to so long, at most `6h` and less than an interval: always the same for the same time. Default: not at all. */
  jitter?: string;
  /** Which times run late, that passed while the hub was down: `none`, only the `last` one (default), or `all` of them. One that is up to a minute late is not missed. */
  catch_up?: 'none' | 'last' | 'all';
  /** Times that passed longer ago are missed. Default: `24h`; at most `30d`. */
  catch_up_within?: string;
  /** Of the runs that it starts. */
  options?: TriggerOptions;
  /** A calendar, by name or id, which is stored. Times that are in it start nothing. */
  not_in?: string;
  /** What happens to its run while another one of the integration executes. Default: as the integration says. */
  concurrency?: 'queue' | 'skip' | 'replace';
};

/** Seven days of all schedules. */
export type ScheduleWeek = {
  /** Seven. */
  days: {
    /** The day, in the time zone that was asked for. */
    date: string;
    /** When it begins there. */
    starts_at: string;
  }[];
  /** By name, at most 50. */
  schedules: {
    /** Id of the workflow: the integration with the trigger that started it. */
    workflow_id: string;
    /** Id of the integration. */
    integration_id: string;
    /** Name of the integration. */
    name: string;
    /** The id of the trigger in its definition. */
    trigger_id: string;
    /** State of the workflow. */
    status: 'active' | 'paused' | 'inactive';
    /** Whose clock the schedule goes by. */
    timezone: string;
    /** It is due more often than 2016 times in a week: later ones are not counted. */
    is_cut: boolean;
    /** For each of the days. */
    days: {
      /** How many times are in the day. */
      total: number;
      /** How many are in each state. */
      by_state: { [name: string]: number };
      /** The first 24 of the day. */
      times: {
        /** When it happened. */
        at: string;
        /** The same on the clock of the schedule's time zone. */
        local: string;
        /** `coming`: it will start a run. Else what became of it, or will: see the ticks of the workflow. */
        state: 'coming' | 'ran' | 'skipped' | 'missed' | 'paused';
        /** Why it starts no run that does anything. */
        reason?:
          | 'run_in_progress'
          | 'in_calendar'
          | 'too_many_waiting'
          | 'too_late'
          | 'later_one_ran'
          | 'schedule_changed'
          | 'workflow_paused'
          | 'integration_inactive'
          | 'account_inactive'
          | 'connection_unusable';
        /** Id of the run. */
        run_id?: string;
        /** The clock is changed on this day, and leaves the time out or shows it twice. */
        clock_change?: 'left_out' | 'first_of_two';
      }[];
    }[];
  }[];
  /** How many schedules there are. */
  total: number;
};

/** Scopes for tokens whose claims have certain values. */
export type ScopeRule = {
  /** Name of a claim, or names with dots between them: `realm_access.roles`. */
  claim: string;
  /** What the claim must be, or hold as a member of a list or as a word between spaces. */
  value: string;
  /** What it may do. */
  scopes: (
    | 'accounts:read'
    | 'accounts:write'
    | 'connections:read'
    | 'connections:write'
    | 'connections:test'
    | 'connections:use'
    | 'connectors:read'
    | 'connectors:write'
    | 'integrations:read'
    | 'integrations:write'
    | 'integrations:execute'
    | 'workflows:read'
    | 'workflows:write'
    | 'runs:read'
    | 'runs:write'
    | 'runs:approve'
    | 'records:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'members:read'
    | 'members:write'
    | 'scim:write'
    | 'audit:read'
    | 'audit:write'
    | '*'
  )[];
};

/** A script that changes each record before the mapping. */
export type Script = {
  /** Language of the script. */
  language: 'javascript';
  /** A JavaScript module whose default export takes a record and `{ key, now }`, and returns the record that the mapping reads, or null to leave it out. */
  source: string;
  /** CPU time that 1,000 records may take, in milliseconds. Default 1000. */
  timeout_ms?: number;
};

/** Something that was found. */
export type SearchHit = {
  /** What it is. */
  kind: 'integration' | 'connection' | 'account' | 'lookup_table' | 'calendar' | 'webhook_endpoint' | 'run';
  /** Unique id. */
  id: string;
  /** Its name; of a run, that of its integration. */
  name: string;
};

/** What a person shows in the second step of signing in. */
export type SecondFactor = {
  /** Unique id. */
  id: string;
  /** What it is: `totp`, an application that makes codes. */
  kind: 'totp';
  /** Display name. */
  name: string;
  /** Only a confirmed one is asked for. */
  confirmed: boolean;
  /** When a code was last used. */
  last_used_at?: string;
  /** When it was created. */
  created_at: string;
};

/** The first code of a second factor. */
export type SecondFactorConfirmation = {
  /** A stable code for programs. */
  code: string;
};

/** How the secret is replaced. */
export type SecretRotation = {
  /** How long the secret before stays good. */
  overlap_seconds?: number;
};

/** Events of a program, which say that the source has changed. */
export type SendEventsInput = {
  /** Id of the event trigger that they are for. Default: the first one of the integration. */
  trigger?: string;
  /** One or more events. */
  events: {
    /** The same each time the event is sent: one that came before is accepted, and starts nothing. */
    id?: string;
    /** For people. */
    name?: string;
    /** When it happened. */
    occurred_at?: string;
  }[];
};

/** A person's sign-in in one browser. */
export type Session = {
  /** Unique id. */
  id: string;
  /** The organization in which it acts. */
  organization_id: string;
  /** The request itself came with it. */
  current: boolean;
  /** What the person signed in with. */
  methods: ('password' | 'totp' | 'recovery_code' | 'invitation' | 'passkey' | 'oidc' | 'saml')[];
  /** Where the person signed in from. */
  address?: string;
  /** The browser, as it named itself. */
  user_agent?: string;
  /** When it was last used; known a minute after it. */
  last_seen_at: string;
  /** When it expires. */
  expires_at: string;
  /** When it was created. */
  created_at: string;
};

/** Whether members need a second factor, and how long their sessions last. */
export type SignInPolicy = {
  /** `required`: a member without a second factor is led to set one up, and can do nothing else. Sessions by single sign-on are exempt: whether a second factor is asked for is decided by the identity provider there. Keys and access tokens are no people. */
  second_factor: 'optional' | 'required';
  /** A session ends when nothing was asked in it for so long. */
  session_idle_minutes: number;
  /** A session ends so long after the person signed in, however much it is used. */
  session_lifetime_minutes: number;
};

/** A change of how members sign in. */
export type SignInPolicyPatch = {
  /** `required`: a member without a second factor is led to set one up, and can do nothing else. Sessions by single sign-on are exempt: whether a second factor is asked for is decided by the identity provider there. Keys and access tokens are no people. */
  second_factor?: 'optional' | 'required';
  /** `null`: as the hub has it, which is the longest. */
  session_idle_minutes?: number | null;
  /** `null`: as the hub has it, which is the longest. */
  session_lifetime_minutes?: number | null;
};

/** What is there in place of what the step would have left. */
export type SkipStepInput = {
  /** What the step leaves as `steps.ID`, as it would itself. Required where later steps read it. */
  output?: JsonValue;
};

/** A list, and how a record is made of each of its elements. */
export type SourceFlatten = {
  /** A formula that gives the list; null is an empty one. Where it is the path of a member, the records come without that member. */
  list: string;
  /** The member that takes the element, beside those of the record that has the list. `AS_key` holds what the element is known by. */
  as: string;
  /** A formula that names the element, by a text or number that no other element of the list has. Default: its position, from 1. */
  key?: string;
  /** A record with a longer list fails. Default: 1000. */
  max?: number;
};

/** The most changes of a run of a flow. */
export type SourceGuard = {
  /** With `deleted` among `changes`: at most so many deleted records in a run. */
  max_deletes?: number;
  /** With `deleted` among `changes`: at most this share of the known records in a run. Without either limit: 10 %, but at least 5 records. */
  max_deletes_percent?: number;
  /** At most this share of the known records may be updated in a run. */
  max_changes_percent?: number;
  /** At most so many items in a run. */
  max_items?: number;
  approval?: GuardApproval;
};

/** When a certificate ends. */
export type SsoCertificate = {
  /** Whose certificate it is. */
  of: 'provider' | 'hub';
  /** Fingerprint, in hexadecimal with colons. */
  sha256: string;
  /** Until when it is valid. */
  ends_at: string;
  /** How near that is: warnings begin 30, 7 and 1 days before. */
  ends: 'later' | 'in_30_days' | 'in_7_days' | 'in_1_day' | 'ended';
};

/** An identity provider by which members sign in. */
export type SsoConnection = {
  /** Unique id. */
  id: string;
  /** By which protocol. */
  kind: 'oidc' | 'saml';
  /** What the button says. */
  name: string;
  oidc?: OidcSettings;
  saml?: SamlSettings;
  /** Who may become a member by signing in. */
  provisioning: 'jit' | 'invited';
  /** Of new members to whom no rule gives a role. */
  default_role?: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
  /** Where there are any, they decide the roles of a person at every sign-in; owners keep theirs. */
  role_rules: RoleRule[];
  /** Nobody signs in by it. */
  disabled: boolean;
  /** Domains whose people sign in by it. */
  domains: SsoDomain[];
  /** What the provider may encrypt assertions for. */
  encryption?: SsoEncryption;
  /** When certificates end. Of SAML. */
  certificates?: SsoCertificate[];
  /** Of a connection with `metadata_url`. */
  metadata?: {
    /** When it was last read and taken. */
    read_at?: string;
    /** Why what came later was not taken. */
    problem?: 'unreachable' | 'invalid' | 'entity_id_changed' | 'certificate_added' | 'certificates_replaced';
    /** What to do, for people. */
    advice?: string;
  };
  /** Where signing in begins; for a tile in the provider’s portal. */
  start_url: string;
  /** To register with the provider: where it sends people back to. */
  redirect_url: string;
  /** The hub's own metadata, for a SAML provider. */
  metadata_url?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** An identity provider by which members are to sign in. */
export type SsoConnectionInput = {
  /** What the button says. */
  name: string;
  /** Of an OpenID provider. */
  oidc?: OidcSettingsInput;
  /** Of a SAML 2.0 identity provider. */
  saml?: SamlSettingsInput;
  /** `jit`: everybody of its domains becomes a member at their first sign-in. `invited`: only who was invited. */
  provisioning?: 'jit' | 'invited';
  /** Of new members to whom no rule gives a role. Default: none. */
  default_role?: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
  /** Where there are any, they decide the roles of a person at every sign-in; owners keep theirs. */
  role_rules?: RoleRule[];
  /** Nobody signs in by it, and its sessions end. */
  disabled?: boolean;
};

/** A domain whose people sign in by a connection. */
export type SsoDomain = {
  /** The domain. */
  domain: string;
  /** Absent: nobody signs in by it yet. */
  verified_at?: string;
  /** Its people sign in to the organization by the connection only. */
  enforced: boolean;
  /** Name of the TXT record that shows whose domain it is. */
  txt_name: string;
  /** What the record holds. */
  txt_value: string;
};

/** A domain to add. */
export type SsoDomainInput = {
  /** What stands behind the @ of addresses, in ASCII. */
  domain: string;
};

/** A change of a domain. */
export type SsoDomainPatch = {
  /** People of the domain can sign in to the organization by this connection only, and other sessions of theirs end. Owners with a second factor keep their password, for the case that the provider fails. */
  enforced: boolean;
};

/** The key that the provider encrypts assertions for. The private part is in no answer. */
export type SsoEncryption = {
  /** PEM. Also in the metadata of the hub. */
  certificate: string;
  /** When the key was made. */
  made_at: string;
  /** Until then, what is encrypted for the previous certificate is read, too. */
  previous_until?: string;
};

/** How metadata is read. */
export type SsoMetadataRefresh = {
  /** Takes what is there now, whatever was known: you compared it with what the provider says. */
  accept?: boolean;
};

/** A sign-in that is tried, and what came of it. */
export type SsoTest = {
  /** Unique id. */
  id: string;
  /** The identity provider that is tried. */
  sso_connection_id: string;
  /** `waiting`: nobody came back yet. */
  status: 'waiting' | 'passed' | 'failed';
  /** Where the test begins, in the browser of who asked for it. */
  start_url: string;
  /** Who came. Absent where the answer could not be believed. */
  person?: SsoTestPerson;
  /** Names of the attributes or claims that came, without their values; 100 at most. */
  attributes?: string[];
  /** Signing in would make the person a member. */
  joins?: boolean;
  /** The roles that the person would have, those of groups included. */
  roles?: {
    /** The role. */
    role: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
    /** The account that it belongs to. */
    account_id?: string;
  }[];
  /** The check that failed. */
  failed_check?:
    | 'provider'
    | 'credentials'
    | 'denied'
    | 'request'
    | 'document'
    | 'assertion'
    | 'encryption'
    | 'content_encryption'
    | 'key_encryption'
    | 'algorithm'
    | 'signature'
    | 'issuer'
    | 'destination'
    | 'recipient'
    | 'audience'
    | 'time'
    | 'contents'
    | 'email'
    | 'domain'
    | 'invitation'
    | 'membership'
    | 'role';
  /** What to change, for people. */
  advice?: string;
  /** The test is gone then. */
  expires_at: string;
  /** When it was created. */
  created_at: string;
};

/** Who came, by what the provider says. */
export type SsoTestPerson = {
  /** The provider's own name of the person. */
  subject: string;
  /** Absent where none came, or none that the provider vouches for. */
  email?: string;
  /** The person's name, if it came. */
  name?: string;
  /** Names of groups, as the provider writes them; 100 at most. */
  groups: string[];
};

/** How often a step is tried, and how long after each failure. */
export type StepRetry = {
  /** How often it is tried at the most, the first time included. */
  max_attempts: number;
  /** How long after the first failure it is tried again. */
  initial: string;
  /** The longest pause: each is twice the one before. */
  max: string;
  /** It is not tried again so long after its first failure, or later. */
  within?: string;
};

/** How often a step is tried, and how long after each failure. */
export type StepRetryInput = {
  /** How often it is tried at the most, the first time included. */
  max_attempts: number;
  /** How long after the first failure it is tried again. */
  initial?: string;
  /** The longest pause: each is twice the one before. */
  max?: string;
  /** It is not tried again so long after its first failure, or later. */
  within?: string;
};

/** A test notification that was sent. */
export type TestNotification = {
  /** The event, whose delivery shows what became of it. */
  id: string;
};

/** Lines and columns count from 1. */
export type TextPosition = {
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** In UTF-16 code units, from the beginning of the text. */
  offset: number;
};

/** One time of a schedule, and what became of it. */
export type Tick = {
  /** Id of the tick. */
  id: string;
  /** The time that the schedule asked for, without its delay. */
  scheduled_at: string;
  /** `ran`: it made a run. `skipped`: another run of the integration was under way, or the time is in the calendar of `not_in`. `missed`: the hub was down, and `catch_up` lets no run follow. `paused`: the workflow, its integration, its account or a connection was not active. */
  status: 'ran' | 'skipped' | 'missed' | 'paused';
  /** Why it made no run that does anything. */
  reason?:
    | 'run_in_progress'
    | 'in_calendar'
    | 'too_many_waiting'
    | 'too_late'
    | 'later_one_ran'
    | 'schedule_changed'
    | 'workflow_paused'
    | 'integration_inactive'
    | 'account_inactive'
    | 'connection_unusable';
  /** Id of the run that it made. */
  run_id?: string;
  /** When it was accounted for. */
  created_at: string;
};

/** What became of an item at one step. */
export type TimelineEntry = {
  /** The id of the step. */
  step: string;
  /** How the item came out of it; of the step at which it stands, the status of the item. */
  status:
    | 'passed'
    | 'skipped'
    | 'failed'
    | 'interrupted'
    | 'proposed'
    | 'ready'
    | 'parked'
    | 'held'
    | 'succeeded'
    | 'canceled';
  /** How often the item was tried there; 0 where the step was skipped. */
  attempts: number;
  /** When the item came to it. */
  started_at: string;
  /** Absent where it has not come through. */
  finished_at?: string;
  /** Why it failed there last, whatever came of it since. */
  error?: {
    /** A stable code for programs. */
    code: string;
    /** The field of the target that got no usable value. */
    field?: string;
    /** Only with the scope `records:read`: systems repeat values of records in what they say. */
    message?: string;
    /** When it happened. */
    at: string;
  };
  /** What it waited for there, oldest first. */
  waits?: {
    /** What it waits for. */
    kind: 'time' | 'approval' | 'callback' | 'event' | 'check' | 'batch' | 'retry' | 'call' | 'sync';
    /** What became of the wait; `open` while it lasts. */
    status: 'open' | 'expired' | 'approved' | 'rejected' | 'answered' | 'met' | 'canceled' | 'withdrawn';
    /** Of an approval: as `GET /approvals/{id}` names it. */
    approval_id?: string;
    /** Absent where the answer came before the item. */
    since?: string;
    /** When the wait is over by itself. Absent where only an answer ends it. */
    until?: string;
    /** When the wait was over. Absent while it lasts. */
    ended_at?: string;
  }[];
  /** The children that it made there. */
  children?: {
    /** Number of records. */
    total: number;
    /** Those that have not ended. */
    open: number;
    /** Records that could not be processed. */
    failed: number;
  };
};

/** An issuer outside the hub whose tokens are accepted. */
export type TokenIssuer = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** The `iss` claim that tokens must have. */
  issuer: string;
  /** The `aud` claim that tokens must have. */
  audience: string;
  /** Address of the issuer's public keys. */
  jwks_uri: string;
  /** Signature algorithms that are accepted. */
  algorithms: string[];
  /** Which claims give which scopes. A token gets the scopes of every rule that it satisfies. */
  scope_rules: ScopeRule[];
  /** Values of `sub` that are accepted. Absent: every value. */
  subjects?: string[];
  /** True if it is disabled. */
  disabled: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** A token issuer to register. */
export type TokenIssuerInput = {
  /** Display name. */
  name: string;
  /** `iss` of its tokens, compared exactly. */
  issuer: string;
  /** `aud` that its tokens must have. It ends with the id of the organization, such as `https://hub.example/org_…`, so that a token is for one organization only; what was registered before that was asked for stays as it is. */
  audience: string;
  /** Where its public keys are. https only. */
  jwks_uri: string;
  /** Signature algorithms that are accepted. */
  algorithms: ('RS256' | 'PS256' | 'ES256' | 'EdDSA')[];
  /** Which claims give which scopes. A token gets the scopes of every rule that it satisfies. */
  scope_rules: ScopeRule[];
  /** Values of `sub` that may call. Default: any. */
  subjects?: string[];
  /** True if it is disabled. */
  disabled?: boolean;
};

/** What a trigger asks of the runs that it starts. */
export type TriggerOptions = {
  /** Write every record again, also unchanged ones. */
  full_resync?: boolean;
  /** Only without `source`: what its runs are given, and formulas read as `input`. */
  input?: { [name: string]: JsonValue };
};

/** The hub registers the address with the vendor itself, through the connection of the source: it makes the secret, renews what ends, makes again what was lost, and removes it when the integration is deactivated or deleted. Default: `false`. */
export type TriggerSubscription =
  | boolean
  | {
      /** A topic of the connector's trigger. Default: the one that tells of changes of the source's object. */
      to?: string;
      /** Names of events, as the vendor has them. Default: those that tell of the source's object. */
      events?: string[];
      /** What it is about, where the topic has several: `of` of the topic. Default: the only one that the connection names. */
      of?: { [name: string]: string };
    };

/** A connection to test before it is created. */
export type UnsavedConnection = {
  /** Display name. */
  name?: string;
  /** The id of a connector. */
  service_type: string;
  /** One of the credential forms of the connector; `{}` where it needs none. Never given out again. */
  credentials: { [name: string]: JsonValue };
  /** When the credentials end, as their system says, for example of a client secret. Default: what a certificate or a signed token among them says. `GET /attention` tells of it 30 days before. */
  credentials_expire_at?: string;
  /** The account that it belongs to. */
  account_id?: string;
  /** As the connector's `config_schema` says. */
  config?: { [name: string]: JsonValue };
};

/** A definition to check without saving it. */
export type ValidateInput = {
  /** An integration as it would be created, in place of the stored one. Nothing of it is saved. */
  definition?: { [name: string]: JsonValue };
};

/** How a sender asks whether this address is the hub, and what is answered. */
export type WebhookChallenge = {
  /** Of the request. Default: `POST`. */
  method: 'GET' | 'POST';
  /** Where the challenge stands. A request without it is none. */
  read: WebhookLocation;
  /** What tells a challenge from a delivery, where its place alone does not. All of them have to hold. */
  when?: {
    at: WebhookLocation;
    /** The text that has to stand there. */
    equals: string;
  }[];
  /** Where the text stands that has to be `verify_token` of the credentials. */
  verify_token?: WebhookLocation;
  /** `text`: the challenge as it came. Or JSON with the challenge in a member, or with a digest of it. */
  answer:
    | 'text'
    | {
        /** Member of the answer that holds the challenge. */
        member: string;
      }
    | {
        /** Member of the answer that holds the HMAC of the challenge. */
        digest: string;
        /** Member of the answer that holds the challenge itself. */
        echo?: string;
        /** Of the digest. Default: `sha256`. */
        algorithm: 'sha1' | 'sha256' | 'sha512';
        /** Of the digest. Default: `hex`. */
        encoding: 'hex' | 'base64';
        /** What stands before the digest. */
        prefix?: string;
      };
  /** The sender verifies challenges as it does deliveries; others are refused. */
  signed: boolean;
};

/** How a sender asks whether this address is the hub, and what is answered. */
export type WebhookChallengeInput = {
  /** Of the request. Default: `POST`. */
  method?: 'GET' | 'POST';
  /** Where the challenge stands. A request without it is none. */
  read: WebhookLocation;
  /** What tells a challenge from a delivery, where its place alone does not. All of them have to hold. */
  when?: {
    at: WebhookLocation;
    /** The text that has to stand there. */
    equals: string;
  }[];
  /** Where the text stands that has to be `verify_token` of the credentials. */
  verify_token?: WebhookLocation;
  /** `text`: the challenge as it came. Or JSON with the challenge in a member, or with a digest of it. */
  answer:
    | 'text'
    | {
        /** Member of the answer that holds the challenge. */
        member: string;
      }
    | {
        /** Member of the answer that holds the HMAC of the challenge. */
        digest: string;
        /** Member of the answer that holds the challenge itself. */
        echo?: string;
        /** Of the digest. Default: `sha256`. */
        algorithm?: 'sha1' | 'sha256' | 'sha512';
        /** Of the digest. Default: `hex`. */
        encoding?: 'hex' | 'base64';
        /** What stands before the digest. */
        prefix?: string;
      };
  /** The sender verifies challenges as it does deliveries; others are refused. */
  signed?: boolean;
};

/** How deliveries of any sender are verified, and where their events are. */
export type WebhookDeclaration = {
  /** What a delivery must have. Of several, all. */
  verify: {
    /** An HMAC over the bytes of the body. Credentials: `secret`. */
    hmac?: {
      /** Default: `sha256`. */
      algorithm: 'sha1' | 'sha256' | 'sha512';
      /** Of the digest. Default: `hex`. */
      encoding: 'hex' | 'base64';
      /** Header that holds the digest. */
      header: string;
      /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
      member?: string;
      /** What stands before the digest. */
      prefix?: string;
      /** What is signed: a template of `{body}`, `{timestamp}` and `{header.NAME}`. Default: `{body}`, with `timestamp` `{timestamp}.{body}`. */
      signed?: string;
      /** The key is the secret as it is written, or what it stands for in this encoding. */
      secret_encoding: 'text' | 'hex' | 'base64';
      /** When it was sent. What is signed has to contain it. */
      timestamp?: {
        /** Name of the header. */
        header: string;
        /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
        member?: string;
        /** Seconds or milliseconds since 1970, or a date and time of ISO 8601. */
        unit: 'epoch_s' | 'epoch_ms' | 'iso';
        /** How far it may lie from the clock of the hub, either way. */
        tolerance_seconds: number;
      };
    };
    /** https://www.standardwebhooks.com/, with headers `webhook-…` or `svix-…`. Credentials: `secret`. */
    standard_webhooks?: {
      /** What names of headers begin with. Default: `webhook`. */
      prefix: 'webhook' | 'svix';
    };
    /** `Authorization: Bearer`. Credentials: `token`. */
    bearer?: true;
    /** `Authorization: Basic`. Credentials: `username` and `password`. */
    basic?: true;
    /** Where a shared token stands, in each event with `event`. Credentials: `token`. */
    token?: WebhookEventLocation;
    /** The certificate that the sender showed to the proxy in front of the hub. Counts only from a proxy of `HUB_TRUSTED_PROXIES`. Credentials: `fingerprint`. */
    client_certificate?: {
      /** Name of the header. */
      header: string;
      /** `certificate`: as RFC 9440 has it, or as PEM with percent signs. `fingerprint`: SHA-256 in hexadecimal digits. `xfcc`: as Envoy writes `X-Forwarded-Client-Cert`. */
      holds: 'certificate' | 'fingerprint' | 'xfcc';
    };
    /** Networks that deliveries come from. */
    addresses?: string[];
  };
  /** Requests by which the sender asks whether this address is the hub. */
  challenges?: WebhookChallenge[];
  /** Where the events of a delivery are, and what each says of itself. Default: the body is one event. */
  events?: {
    /** Path of the list of events. Default: the body is one event. */
    list?: string;
    /** Default: all events are called `event`. */
    name?: WebhookEventLocation;
    /** What names one event, the same each time it is sent: such an event starts one run only. */
    id?: WebhookEventLocation[];
    /** When it happened. */
    at?: {
      read: WebhookEventLocation;
      /** Seconds or milliseconds since 1970, or a date and time of ISO 8601. */
      unit: 'epoch_s' | 'epoch_ms' | 'iso';
    };
    /** Names that start no run. */
    tests?: string[];
  };
  /** The status that the sender takes for success. Default: 202. */
  accepted_status?: 200;
};

/** How deliveries of any sender are verified, and where their events are. */
export type WebhookDeclarationInput = {
  /** What a delivery must have. Of several, all. */
  verify: {
    /** An HMAC over the bytes of the body. Credentials: `secret`. */
    hmac?: {
      /** Default: `sha256`. */
      algorithm?: 'sha1' | 'sha256' | 'sha512';
      /** Of the digest. Default: `hex`. */
      encoding?: 'hex' | 'base64';
      /** Header that holds the digest. */
      header: string;
      /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
      member?: string;
      /** What stands before the digest. */
      prefix?: string;
      /** What is signed: a template of `{body}`, `{timestamp}` and `{header.NAME}`. Default: `{body}`, with `timestamp` `{timestamp}.{body}`. */
      signed?: string;
      /** The key is the secret as it is written, or what it stands for in this encoding. */
      secret_encoding?: 'text' | 'hex' | 'base64';
      /** When it was sent. What is signed has to contain it. */
      timestamp?: {
        /** Name of the header. */
        header: string;
        /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
        member?: string;
        /** Seconds or milliseconds since 1970, or a date and time of ISO 8601. */
        unit?: 'epoch_s' | 'epoch_ms' | 'iso';
        /** How far it may lie from the clock of the hub, either way. */
        tolerance_seconds?: number;
      };
    };
    /** https://www.standardwebhooks.com/, with headers `webhook-…` or `svix-…`. Credentials: `secret`. */
    standard_webhooks?: {
      /** What names of headers begin with. Default: `webhook`. */
      prefix?: 'webhook' | 'svix';
    };
    /** `Authorization: Bearer`. Credentials: `token`. */
    bearer?: true;
    /** `Authorization: Basic`. Credentials: `username` and `password`. */
    basic?: true;
    /** Where a shared token stands, in each event with `event`. Credentials: `token`. */
    token?: WebhookEventLocation;
    /** The certificate that the sender showed to the proxy in front of the hub. Counts only from a proxy of `HUB_TRUSTED_PROXIES`. Credentials: `fingerprint`. */
    client_certificate?: {
      /** Name of the header. */
      header: string;
      /** `certificate`: as RFC 9440 has it, or as PEM with percent signs. `fingerprint`: SHA-256 in hexadecimal digits. `xfcc`: as Envoy writes `X-Forwarded-Client-Cert`. */
      holds?: 'certificate' | 'fingerprint' | 'xfcc';
    };
    /** Networks that deliveries come from. */
    addresses?: string[];
  };
  /** Requests by which the sender asks whether this address is the hub. */
  challenges?: WebhookChallengeInput[];
  /** Where the events of a delivery are, and what each says of itself. Default: the body is one event. */
  events?: {
    /** Path of the list of events. Default: the body is one event. */
    list?: string;
    /** Default: all events are called `event`. */
    name?: WebhookEventLocation;
    /** What names one event, the same each time it is sent: such an event starts one run only. */
    id?: WebhookEventLocation[];
    /** When it happened. */
    at?: {
      read: WebhookEventLocation;
      /** Seconds or milliseconds since 1970, or a date and time of ISO 8601. */
      unit?: 'epoch_s' | 'epoch_ms' | 'iso';
    };
    /** Names that start no run. */
    tests?: string[];
  };
  /** The status that the sender takes for success. Default: 202. */
  accepted_status?: 200;
};

/** The sending of one event to one webhook endpoint, with its attempts. */
export type WebhookDelivery = {
  /** The `webhook-id`, the same each time the event is sent. */
  id: string;
  /** Type of the event. */
  event_type:
    | 'run.queued'
    | 'run.running'
    | 'run.waiting'
    | 'run.canceling'
    | 'run.succeeded'
    | 'run.partially_succeeded'
    | 'run.failed'
    | 'run.canceled'
    | 'run.skipped'
    | 'record.dead_lettered'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.rejected'
    | 'approval.expired'
    | 'approval.withdrawn'
    | 'item.interrupted'
    | 'connection.created'
    | 'connection.updated'
    | 'connection.deleted'
    | 'connection.active'
    | 'connection.error'
    | 'connection.expired'
    | 'connection.disabled'
    | 'integration.created'
    | 'integration.updated'
    | 'integration.activated'
    | 'integration.deactivated'
    | 'integration.deleted'
    | 'webhook_endpoint.disabled'
    | 'notification.failed'
    | 'notification.partially_succeeded'
    | 'notification.withheld'
    | 'notification.waiting_too_long'
    | 'notification.connection_broken'
    | 'notification.recovered'
    | 'notification.approval_requested'
    | 'notification.approval_reminder'
    | 'notification.approval_escalated'
    | 'notification.test';
  /** State of the delivery, or the status code of a response. */
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was sent. */
  attempt_count: number;
  /** Not before then; only of a pending one. */
  next_attempt_at?: string;
  /** When it was delivered. */
  delivered_at?: string;
  /** The request that is sent. */
  request: {
    /** Method of the request. */
    method: 'POST';
    /** Signatures are not shown. */
    headers: { [name: string]: string };
    body: EventPayload;
  };
  /** The last ones, oldest first. */
  attempts: {
    /** Number of the attempt, from 1. */
    number: number;
    /** When the attempt was made. */
    at: string;
    /** How long the attempt took, in milliseconds. */
    duration_ms: number;
    /** Address, with its scheme. */
    url: string;
    /** Absent where there was no answer. */
    response?: {
      /** State of the delivery, or the status code of a response. */
      status: number;
      /** Content type of the response. */
      content_type?: string;
      /** The beginning, where the answer is text. */
      body?: string;
    };
    /** Why it counts as not delivered; of a mail that was, how many recipients were refused. */
    error?: string;
  }[];
  /** When it was created. */
  created_at: string;
};

/** Your address, to which the hub sends its events. */
export type WebhookEndpoint = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Address, with its scheme. */
  url: string;
  /** What is sent: signed messages of Standard Webhooks, or texts for people. The latter take `notification.*` events only. Fixed once the endpoint is made. */
  format: 'standard' | 'slack' | 'teams' | 'email';
  /** Only events about these integrations, and about connections that they use. Default: all. */
  integration_ids?: string[];
  /** Types of events that are sent, or groups of them: `run.failed`, `connection.*`, `*`. */
  events: string[];
  /** `none`: several events at once, each on its own. `strict`: one at a time, each after the one before was taken or given up. */
  ordering: 'none' | 'strict';
  /** True if it is disabled. */
  disabled: boolean;
  /** When it was disabled. */
  disabled_at?: string;
  /** `gone`: it answered 410. `failing`: it has taken nothing for days. `manual`: somebody did it. */
  disabled_reason?: 'manual' | 'gone' | 'failing';
  /** It has taken nothing since; absent when all is well. */
  failing_since?: string;
  /** Until when the previous secret is accepted as well. */
  previous_secret_expires_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** The webhook endpoint that an event is about. */
export type WebhookEndpointEventData = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Why the endpoint was disabled. */
  disabled_reason: 'manual' | 'gone' | 'failing';
  /** When it was disabled. */
  disabled_at: string;
};

/** A webhook endpoint to add. */
export type WebhookEndpointInput = {
  /** Display name. */
  name: string;
  /** Takes POST requests. https, without user, password and fragment; of the format `email`, `mailto:` and addresses, separated by commas, or `mailto:approvers`: each time those members who may decide on what is asked. Of the formats `slack` and `teams` it is a secret: only its origin is shown again. */
  url: string;
  /** What is sent: signed messages of Standard Webhooks, or texts for people. The latter take `notification.*` events only. Fixed once the endpoint is made. */
  format?: 'standard' | 'slack' | 'teams' | 'email';
  /** Types of events, or groups of them: `run.failed`, `connection.*`, `*`. */
  events: (
    | 'run.queued'
    | 'run.running'
    | 'run.waiting'
    | 'run.canceling'
    | 'run.succeeded'
    | 'run.partially_succeeded'
    | 'run.failed'
    | 'run.canceled'
    | 'run.skipped'
    | 'record.dead_lettered'
    | 'approval.requested'
    | 'approval.approved'
    | 'approval.rejected'
    | 'approval.expired'
    | 'approval.withdrawn'
    | 'item.interrupted'
    | 'connection.created'
    | 'connection.updated'
    | 'connection.deleted'
    | 'connection.active'
    | 'connection.error'
    | 'connection.expired'
    | 'connection.disabled'
    | 'integration.created'
    | 'integration.updated'
    | 'integration.activated'
    | 'integration.deactivated'
    | 'integration.deleted'
    | 'webhook_endpoint.disabled'
    | 'notification.failed'
    | 'notification.partially_succeeded'
    | 'notification.withheld'
    | 'notification.waiting_too_long'
    | 'notification.connection_broken'
    | 'notification.recovered'
    | 'notification.approval_requested'
    | 'notification.approval_reminder'
    | 'notification.approval_escalated'
    | 'notification.test'
    | 'run.*'
    | 'record.*'
    | 'approval.*'
    | 'item.*'
    | 'connection.*'
    | 'integration.*'
    | 'webhook_endpoint.*'
    | 'notification.*'
    | '*'
  )[];
  /** Only events about these integrations, and about connections that they use. Default: all. */
  integration_ids?: string[];
  /** `none`: several events at once, each on its own. `strict`: one at a time, each after the one before was taken or given up. */
  ordering?: 'none' | 'strict';
  /** True if it is disabled. */
  disabled?: boolean;
};

/** A webhook endpoint with its signing secret, which is returned only once. */
export type WebhookEndpointWithSecret = {
  /** Unique id. */
  id: string;
  /** Display name. */
  name: string;
  /** Address, with its scheme. */
  url: string;
  /** What is sent: signed messages of Standard Webhooks, or texts for people. The latter take `notification.*` events only. Fixed once the endpoint is made. */
  format: 'standard' | 'slack' | 'teams' | 'email';
  /** Only events about these integrations, and about connections that they use. Default: all. */
  integration_ids?: string[];
  /** Types of events that are sent, or groups of them: `run.failed`, `connection.*`, `*`. */
  events: string[];
  /** `none`: several events at once, each on its own. `strict`: one at a time, each after the one before was taken or given up. */
  ordering: 'none' | 'strict';
  /** True if it is disabled. */
  disabled: boolean;
  /** When it was disabled. */
  disabled_at?: string;
  /** `gone`: it answered 410. `failing`: it has taken nothing for days. `manual`: somebody did it. */
  disabled_reason?: 'manual' | 'gone' | 'failing';
  /** It has taken nothing since; absent when all is well. */
  failing_since?: string;
  /** Until when the previous secret is accepted as well. */
  previous_secret_expires_at?: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** What its messages are signed with. Shown this once. */
  secret: string;
};

/** `event` is a path into the event; `body` one into the whole delivery. */
export type WebhookEventLocation =
  | {
      /** Which part of the delivery, or of the event. */
      in: 'header';
      /** Display name. */
      name: string;
      /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
      member?: string;
    }
  | {
      /** Which part of the delivery, or of the event. */
      in: 'query';
      /** Display name. */
      name: string;
    }
  | {
      /** Which part of the delivery, or of the event. */
      in: 'body';
      /** Display name. */
      name: string;
    }
  | {
      /** Which part of the delivery, or of the event. */
      in: 'event';
      /** Display name. */
      name: string;
    };

/** Where a value stands in a delivery: a header, a query parameter or the body. */
export type WebhookLocation =
  | {
      /** Which part of the delivery. */
      in: 'header';
      /** Display name. */
      name: string;
      /** Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one. */
      member?: string;
    }
  | {
      /** Which part of the delivery. */
      in: 'query';
      /** Display name. */
      name: string;
    }
  | {
      /** Which part of the delivery. */
      in: 'body';
      /** Display name. */
      name: string;
    };

/** Starts runs when the vendor of the source, or another sender, delivers something. */
export type WebhookTrigger = {
  /** The type of trigger. */
  type: 'webhook';
  /** Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores. */
  id?: string;
  /** How deliveries are verified and read, for senders that the connector of the source does not know. Default: as its connector says. */
  receive?: WebhookDeclaration;
  subscribe?: TriggerSubscription;
  /** Only with `payload` of the source: deliveries of one key become one item, of the newest of them, once no other has come for so long. From `1s` to `1h`. */
  debounce?: string;
  /** The longest that a delivery waits while others of its key come. From `debounce` to `24h`. Default: ten times `debounce`. */
  debounce_max?: string;
};

/** Starts runs when the vendor of the source, or another sender, delivers something. */
export type WebhookTriggerInput = {
  /** The type of trigger. */
  type: 'webhook';
  /** Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores. */
  id?: string;
  /** How deliveries are verified and read, for senders that the connector of the source does not know. Default: as its connector says. */
  receive?: WebhookDeclarationInput;
  subscribe?: TriggerSubscription;
  /** Only with `payload` of the source: deliveries of one key become one item, of the newest of them, once no other has come for so long. From `1s` to `1h`. */
  debounce?: string;
  /** The longest that a delivery waits while others of its key come. From `debounce` to `24h`. Default: ten times `debounce`. */
  debounce_max?: string;
};

/** An integration together with one of its triggers. */
export type Workflow = {
  /** Unique id. */
  id: string;
  /** Id of the integration. */
  integration_id: string;
  /** Name of the integration. */
  name: string;
  /** The account that the integration belongs to. */
  account_id?: string;
  /** The id of its trigger in the definition of the integration. */
  trigger_id: string;
  /** The type of trigger. */
  type: 'scheduled' | 'event' | 'webhook' | 'after' | 'manual';
  /** State of the workflow: only an active one starts runs. */
  status: 'active' | 'paused' | 'inactive';
  /** Its parts, in the order in which a record passes them. */
  components: WorkflowComponent[];
  /** Of a workflow that starts by the clock. */
  schedule?: WorkflowSchedule;
  /** When its schedule starts a run next, a delay by `jitter` included. Absent while it is not active, and when the schedule has ended. */
  next_run_at?: string;
  /** Of a workflow that a vendor starts. */
  hook?: Hook;
  /** Of a workflow that changes start: what its runs wrote in the last 24 hours, of at most 300 runs. */
  found?: {
    /** By runs that events started. */
    pushed: number;
    /** By runs that asked the source, for what no event had told of. */
    polled: number;
  };
  /** The newest run. */
  last_run?: {
    /** Unique id. */
    id: string;
    /** State of the run. */
    status:
      | 'queued'
      | 'running'
      | 'waiting'
      | 'canceling'
      | 'succeeded'
      | 'partially_succeeded'
      | 'failed'
      | 'canceled'
      | 'skipped';
    /** When it ended. */
    finished_at?: string;
  };
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** A part of a workflow. */
export type WorkflowComponent =
  | {
      /** The kind of part. */
      kind: 'trigger';
      /** The type of trigger or transform. */
      type: 'scheduled' | 'event' | 'webhook' | 'after' | 'manual';
      /** As the integration has it. Absent where the integration does not list it. */
      definition?: IntegrationTrigger;
    }
  | {
      /** The kind of part. */
      kind: 'action';
      /** What is done with the object. */
      operation:
        | 'read'
        | 'find'
        | 'list'
        | 'create'
        | 'update'
        | 'upsert'
        | 'delete'
        | 'acknowledge'
        | 'activate'
        | 'archive'
        | 'assign'
        | 'close'
        | 'comment'
        | 'deactivate'
        | 'expire_password'
        | 'invite'
        | 'note'
        | 'reopen'
        | 'reset_factors'
        | 'reset_password'
        | 'resolve'
        | 'revoke_sessions'
        | 'suspend'
        | 'transition'
        | 'unlock'
        | 'unsuspend';
      /** Id of a connection. */
      connection_id: string;
      /** The kind of record. */
      object: string;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'transform';
      /** The type of trigger or transform. */
      type: 'filter' | 'flatten' | 'enrich' | 'script' | 'aggregate' | 'mapping';
      /** Number of mapping rules. */
      rules?: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'condition';
      /** How many branches it has, `else` not included. */
      branches: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'for_each';
      /** How many elements it takes at most. */
      max: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'parallel';
      /** How many branches it has. */
      branches: number;
      /** Whether items go on behind all branches, or behind the first. */
      join: 'all' | 'any';
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'scope';
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'batch';
      /** How many items a batch has at most. */
      max: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'wait';
      /** What items wait for. */
      for: 'time' | 'approval' | 'callback' | 'event' | 'check';
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'call';
      /** The integration that it gives an input to. */
      integration_id: string;
      /** Whether items go on without waiting for the end. */
      detached: boolean;
      /** How many rules make the input. */
      rules: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'sync';
      /** The integration that it runs. */
      integration_id: string;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'respond';
      /** Status of the answer. */
      status: number;
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    }
  | {
      /** The kind of part. */
      kind: 'error_handler';
      /** What happens to records that fail. Absent for the handler of one step. */
      record?: 'dead_letter' | 'fail';
      /** The run fails if more than this percentage of its records fail. */
      abort_above_percent?: number;
      /** Of the handler of one step: continue, go through steps of its own first, or undo what the steps of the scope created. */
      action?: 'continue' | 'steps' | 'undo';
      /** Id of the step that it is, in an integration with `steps`. */
      step?: string;
    };

/** When a workflow starts runs by the clock. */
export type WorkflowSchedule = {
  /** `hourly`, `daily`, `weekly` or `monthly` by the clock of the time zone; or an interval such as `15m`, `2h` or `1d`, at least `1m`, in even steps from `starts_at` on, else from midnight UTC of 1 January 1970. Either this or `cron`. */
  every?: string;
  /** Time of day, or several. Default: `00:00`. Of `hourly`: minutes past the hour, `:30`. A time that the clock leaves out when it is turned forward counts as the next moment there is; of a time that it shows twice, the first counts. */
  at?: string | string[];
  /** Of `weekly`: days of the week, default `mon`. Of `monthly`: days of the month, default 1; a day that the month does not have counts as its last one. */
  on?:
    | 'mon'
    | 'tue'
    | 'wed'
    | 'thu'
    | 'fri'
    | 'sat'
    | 'sun'
    | number
    | ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | number)[];
  /** Five fields: minute, hour, day of the month, month, day of the week, as in crontab(5). With an hour of `*`, an hour that the clock shows twice counts twice. */
  cron?: string;
  /** IANA name of the zone whose clock counts. Default: the `timezone` of the integration, or `UTC`. */
  timezone?: string;
  /** No run before this instant. An interval counts from here. */
  starts_at?: string;
  /** No run at this instant or later. */
  ends_at?: string;
  /** Each run is put off by up to so long, at most `6h` and less than an interval: always the same for the same time. Default: not at all. */
  jitter?: string;
  /** Which times run late, that passed while the hub was down: `none`, only the `last` one (default), or `all` of them. One that is up to a minute late is not missed. */
  catch_up?: 'none' | 'last' | 'all';
  /** Times that passed longer ago are missed. Default: `24h`; at most `30d`. */
  catch_up_within?: string;
  /** Of the runs that it starts. */
  options?: TriggerOptions;
  /** A calendar, by name or id, which is stored. Times that are in it start nothing. */
  not_in?: string;
  /** What happens to its run while another one of the integration executes. Default: as the integration says. */
  concurrency?: 'queue' | 'skip' | 'replace';
};

/** Writes one record to a system. */
export type WriteAction = {
  /** Id of a connection. */
  connection_id: string;
  /** The kind of record to write: an object of the connector, a table, a path. */
  object: string;
  /** `create` writes once for each item; `update`, `upsert` and `delete` write only what is not so already. `delete` is available where the target identifies records by fields, or with `target_id`. The others are those that the connector of the object gives a name, such as `deactivate` or `comment`: they are carried out once for each item. */
  operation:
    | 'create'
    | 'update'
    | 'upsert'
    | 'delete'
    | 'acknowledge'
    | 'activate'
    | 'archive'
    | 'assign'
    | 'close'
    | 'comment'
    | 'deactivate'
    | 'expire_password'
    | 'invite'
    | 'note'
    | 'reopen'
    | 'reset_factors'
    | 'reset_password'
    | 'resolve'
    | 'revoke_sessions'
    | 'suspend'
    | 'transition'
    | 'unlock'
    | 'unsuspend';
  /** Fields of the mapped record by which the record of the target is found. */
  match_on?: string[];
  /** What the mapped records must satisfy, before they are written. */
  validate?: RecordValidation;
  /** What to do if the response to a write was lost and the target does not show that it was executed: `at_least_once` sends it again, `at_most_once` gives the record up as a failed record. Required if the target cannot be asked; otherwise the default is `at_least_once`. */
  delivery?: 'at_least_once' | 'at_most_once';
  /** Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says. */
  options?: { [name: string]: JsonValue };
  /** A formula that gives the id of the record to `update` or `delete`, or that a named operation is of, as a step of the flow knows it: `known.STEP.id` is what the step wrote for this key, in earlier items too. */
  target_id?: string;
  /** How the fields of the target get their values. Required, except for a `delete` with `target_id` and for named operations that need no fields. Paths and formulas start at the names of flows: `record.email`, `steps.account.id`. */
  mapping?: MappingRule[];
  /** Policies for rules that have none of their own. Default: those of the integration. */
  mapping_defaults?: MappingDefaults;
};

/** Codes of refusals. New ones may be added. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'forbidden'
  | 'organization_suspended'
  | 'feature_not_enabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'invalid_state'
  | 'integration_not_ready'
  | 'resource_in_use'
  | 'run_already_finished'
  | 'idempotency_in_progress'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'connection_test_failed'
  | 'precondition_required'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'headers_too_large'
  | 'internal_error'
  | 'upstream_error'
  | 'service_unavailable'
  | 'upstream_timeout';

/** With these, the same request may succeed when it is sent again. */
export const retryableCodes: ReadonlySet<string> = new Set([
  'request_timeout',
  'idempotency_in_progress',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'upstream_error',
  'service_unavailable',
  'upstream_timeout',
]);

/** What each operation takes and gives. */
export interface Operations {
  /** Activate a version of a connector of your own. */
  activateConnectorVersion: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
        /** Which version. */
        version: string;
      };
    };
    data: Connector;
  };
  /** Activate an integration. */
  activateIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
    };
    data: Integration;
  };
  /** Activate a revision of an integration. */
  activateIntegrationRevision: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
        /** Which revision. */
        revision: string;
      };
    };
    data: Integration;
  };
  /** Add a passkey. */
  addPasskey: { input: { body: PasskeyInput }; data: NewPasskey };
  /** Add a second factor. */
  addSecondFactor: { input: { body: NewSecondFactorInput }; data: NewSecondFactor };
  /** Add a domain. */
  addSsoDomain: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
      body: SsoDomainInput;
    };
    data: SsoDomain;
  };
  /** Approve. */
  approve: {
    input: {
      params: {
        /** Id of the approval. */
        id: string;
      };
      body?: ApproveInput;
    };
    data: ApprovalDetail;
  };
  /** Begin the authorization of a connection by a person. */
  authorizeConnection: { input: { body: AuthorizationInput }; data: Authorization };
  /** Begin with a passkey. */
  beginPasskey: { input: object; data: PasskeyOptions };
  /** Begin to confirm by a passkey. */
  beginReauthentication: { input: object; data: PasskeyOptions };
  /** Look at records of a connection. */
  browseRecords: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
        /** Which object. */
        object: string;
      };
      query?: {
        /** Only those with this `limit`. */
        limit?: number;
        /** A text that a value holds, in any case. */
        search?: string;
      };
    };
    data: { [name: string]: JsonValue }[];
    item: { [name: string]: JsonValue };
  };
  /** Cancel an item. */
  cancelItem: {
    input: {
      params: {
        /** Id of the item. */
        id: string;
      };
    };
    data: Item;
  };
  /** Cancel a run. */
  cancelRun: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
    };
    data: Run;
  };
  /** Cancel items of a run. */
  cancelRunItems: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body?: CancelItemsInput;
    };
    data: CanceledItems;
  };
  /** Set your password. */
  changePassword: { input: { body: PasswordInput }; data: Elevation };
  /** Confirm a second factor. */
  confirmSecondFactor: {
    input: {
      params: {
        /** Id of the second factor. */
        id: string;
      };
      body: SecondFactorConfirmation;
    };
    data: RecoveryCodes;
  };
  /** Create an account. */
  createAccount: { input: { body: AccountInput }; data: Account };
  /** Create an API key. */
  createApiKey: { input: { body: ApiKeyInput }; data: NewApiKey };
  /** Create a calendar. */
  createCalendar: { input: { body: CalendarInput }; data: Calendar };
  /** Create a connection. */
  createConnection: {
    input: {
      query?: {
        /** `true` creates only what passes a test. */
        verify?: 'true' | 'false';
      };
      body: ConnectionInput;
    };
    data: Connection;
  };
  /** Let a customer connect their own system. */
  createConnectionLink: { input: { body: ConnectionLinkInput }; data: NewConnectionLink };
  /** Add a connector of your own. */
  createConnector: { input: { body: ConnectorInput }; data: Connector };
  /** Let another member decide for you. */
  createDelegation: { input: { body: ApprovalDelegationInput }; data: ApprovalDelegation };
  /** Make a group. */
  createGroup: { input: { body: GroupInput }; data: Group };
  /** Create an integration. */
  createIntegration: { input: { body: IntegrationInput }; data: Integration };
  /** Invite a person. */
  createInvitation: { input: { body: InvitationInput }; data: NewInvitation };
  /** Create a lookup table. */
  createLookupTable: { input: { body: LookupTableInput }; data: LookupTable };
  /** Register an OAuth client. */
  createOauthClient: { input: { body: OauthClientInput }; data: OauthClientWithSecret };
  /** Create an organization. */
  createOperatorOrganization: { input: { body: OperatedOrganizationInput }; data: NewOperatedOrganization };
  /** Make a link for an owner. */
  createOperatorOwnerLink: {
    input: {
      params: {
        /** Id of the organization. */
        id: string;
      };
    };
    data: OwnerLink;
  };
  /** Make a link for a new password of a member. */
  createOperatorResetLink: {
    input: {
      params: {
        /** Id of the organization. */
        id: string;
      };
      body: OperatorResetLinkInput;
    };
    data: NewResetLink;
  };
  /** Make a link for a new password of a member. */
  createResetLink: {
    input: {
      params: {
        /** Id of the member. */
        id: string;
      };
      body: ResetLinkInput;
    };
    data: NewResetLink;
  };
  /** Let members sign in by an identity provider. */
  createSsoConnection: { input: { body: SsoConnectionInput }; data: SsoConnection };
  /** Test a sign-in. */
  createSsoTest: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
    };
    data: SsoTest;
  };
  /** Accept access tokens of an external issuer. */
  createTokenIssuer: { input: { body: TokenIssuerInput }; data: TokenIssuer };
  /** Add a webhook endpoint. */
  createWebhookEndpoint: { input: { body: WebhookEndpointInput }; data: WebhookEndpointWithSecret };
  /** Deactivate an integration. */
  deactivateIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body?: DeactivateInput;
    };
    data: Integration;
  };
  /** Decide on several approvals. */
  decideApprovals: { input: { body: DecideApprovalsInput }; data: DecidedApprovals };
  /** Delete an account. */
  deleteAccount: {
    input: {
      params: {
        /** Id of the account. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete an API key. */
  deleteApiKey: {
    input: {
      params: {
        /** Id of the api key. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a calendar. */
  deleteCalendar: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a connection. */
  deleteConnection: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      query?: {
        /** `pause` deactivates the integrations that use the connection, and stops their runs. */
        cascade?: 'pause';
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Take a link back by which a customer connects. */
  deleteConnectionLink: {
    input: {
      params: {
        /** Id of the link. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a connector of your own. */
  deleteConnector: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
      };
    };
    data: {
      /** Begins with `x_`; the `service_type` of its connections. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a group. */
  deleteGroup: {
    input: {
      params: {
        /** Id of the group. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete an integration. */
  deleteIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Take an invitation back. */
  deleteInvitation: {
    input: {
      params: {
        /** Id of the invitation. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a lookup table. */
  deleteLookupTable: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete an OAuth client. */
  deleteOauthClient: {
    input: {
      params: {
        /** Id of the oauth client. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a connection for single sign-on. */
  deleteSsoConnection: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Accept no more tokens of an external issuer. */
  deleteTokenIssuer: {
    input: {
      params: {
        /** Id of the token issuer. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Discard your unsaved work on an integration. */
  discardIntegrationDraft: {
    input: {
      params: {
        /** Id of the integration draft. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Dismiss failed records of a run. */
  dismissFailedRecords: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body: DismissRecordsInput;
    };
    data: DismissedRecords;
  };
  /** Draft a connector. */
  draftConnector: { input: { body: ConnectorDraftInput }; data: ConnectorDraft };
  /** Draw an integration. */
  drawIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
    };
    data: IntegrationDiagram;
  };
  /** End that a member decides for another. */
  endDelegation: {
    input: {
      params: {
        /** Id of the approval delegation. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** End all sessions of a member. */
  endMemberSessions: {
    input: {
      params: {
        /** Id of the member. */
        id: string;
      };
    };
    data: EndedSessions;
  };
  /** End one of your sessions. */
  endSession: {
    input: {
      params: {
        /** Id of the session. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Evaluate a formula. */
  evaluateFormula: { input: { body: EvaluateFormulaInput }; data: FormulaEvaluation };
  /** Execute an integration. */
  executeIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body?: ExecuteInput;
    };
    data: Run;
  };
  /** Explain what a run did with a record. */
  explainRunRecord: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
        /** Which record. */
        key: string;
      };
    };
    data: RunRecordExplanation;
  };
  /** Find records by the values of a field. */
  findObjectRecords: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
        /** Which operation. */
        object: string;
      };
      body: FindOperationInput;
    };
    data: ReadRecords;
  };
  /** Get an account. */
  getAccount: {
    input: {
      params: {
        /** Id of the account. */
        id: string;
      };
    };
    data: Account;
  };
  /** Get an API key. */
  getApiKey: {
    input: {
      params: {
        /** Id of the api key. */
        id: string;
      };
    };
    data: ApiKey;
  };
  /** Get an approval. */
  getApproval: {
    input: {
      params: {
        /** Id of the approval. */
        id: string;
      };
    };
    data: ApprovalDetail;
  };
  /** Count what you may decide on. */
  getApprovalSet: {
    input: {
      query?: {
        /** Only those of an integration. */
        integration_id?: string;
        /** Only those of a run. */
        run_id?: string;
        /** Only those of a step. */
        step?: string;
      };
    };
    data: ApprovalSet;
  };
  /** Get an audit event. */
  getAuditEvent: {
    input: {
      params: {
        /** Id of the audit event. */
        id: string;
      };
    };
    data: AuditEvent;
  };
  /** Get a calendar. */
  getCalendar: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
    };
    data: Calendar;
  };
  /** Get the changes of a calendar. */
  getCalendarChanges: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
      query?: {
        /** The instant to look at. Default: now. */
        at?: string;
      };
    };
    data: CalendarChanges;
  };
  /** Get a connection. */
  getConnection: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
    };
    data: Connection;
  };
  /** Get a link by which a customer connects. */
  getConnectionLink: {
    input: {
      params: {
        /** Id of the link. */
        id: string;
      };
    };
    data: ConnectionLink;
  };
  /** Get the objects and fields of a connection. */
  getConnectionSchema: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      query?: {
        /** `true` asks the third party again, whatever is known. */
        refresh?: 'true' | 'false';
      };
    };
    data: ConnectionSchema | Pending;
  };
  /** Get a connector. */
  getConnector: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
      };
    };
    data: Connector;
  };
  /** Get a version of a connector of your own. */
  getConnectorVersion: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
        /** Which version. */
        version: string;
      };
    };
    data: ConnectorVersionRecord;
  };
  /** Get a delivery. */
  getDelivery: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
        /** Which deliverie. */
        event_id: string;
      };
    };
    data: WebhookDelivery;
  };
  /** Get a group. */
  getGroup: {
    input: {
      params: {
        /** Id of the group. */
        id: string;
      };
    };
    data: Group;
  };
  /** Get an integration. */
  getIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
    };
    data: Integration;
  };
  /** Get your unsaved work on an integration. */
  getIntegrationDraft: {
    input: {
      params: {
        /** Id of the integration draft. */
        id: string;
      };
    };
    data: IntegrationDraft;
  };
  /** Get a revision of an integration. */
  getIntegrationRevision: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
        /** Which revision. */
        revision: string;
      };
    };
    data: IntegrationRevision;
  };
  /** Get an item. */
  getItem: {
    input: {
      params: {
        /** Id of the item. */
        id: string;
      };
      query?: {
        /** `true`: also what the item was made of and what its steps gave. Asks for the scope `records:read`. Sensitive fields are masked. */
        values?: 'true' | 'false';
      };
    };
    data: ItemDetail;
  };
  /** Get the limits. */
  getLimits: { input: object; data: Limits };
  /** Get a lookup table. */
  getLookupTable: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
    };
    data: LookupTable;
  };
  /** Get the entries of a lookup table. */
  getLookupTableEntries: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      query?: {
        /** Left out, the newest. */
        version?: number;
      };
    };
    data: LookupEntries;
  };
  /** Get the caller. */
  getMe: { input: object; data: Caller };
  /** Get a member. */
  getMember: {
    input: {
      params: {
        /** Id of the member. */
        id: string;
      };
    };
    data: Member;
  };
  /** Get an OAuth client. */
  getOauthClient: {
    input: {
      params: {
        /** Id of the oauth client. */
        id: string;
      };
    };
    data: OauthClient;
  };
  /** Get an operation. */
  getOperation: {
    input: {
      params: {
        /** Id of the operation. */
        id: string;
      };
    };
    data: Operation;
  };
  /** Get an organization of the hub. */
  getOperatorOrganization: {
    input: {
      params: {
        /** Id of the organization. */
        id: string;
      };
    };
    data: OperatedOrganization;
  };
  /** Get the organization. */
  getOrganization: { input: object; data: Organization };
  /** Get a run. */
  getRun: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      query?: {
        /** `true`: also what a step responded for the item that was executed. Asks for the scope `records:read`, and for a worker; without one it is left out. */
        response?: 'true' | 'false';
      };
    };
    data: Run;
  };
  /** Count runs over time. */
  getRunStats: {
    input: {
      query?: {
        /** Default: a day ago, or 30 days by day. */
        from?: string;
        /** Default: the end of the hour or day that is under way. */
        to?: string;
        /** In UTC. */
        bucket?: 'hour' | 'day';
        /** Only those of this integration. */
        integration_id?: string;
      };
    };
    data: RunStats;
  };
  /** Get a week of all schedules. */
  getScheduleWeek: {
    input: {
      query?: {
        /** The first of the seven days. Default: today. */
        from?: string;
        /** Whose days they are. */
        timezone?: string;
        /** Only schedules of its integrations. */
        account_id?: string;
      };
    };
    data: ScheduleWeek;
  };
  /** Get how people sign in. */
  getSignInPolicy: { input: object; data: SignInPolicy };
  /** Get a connection for single sign-on. */
  getSsoConnection: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
    };
    data: SsoConnection;
  };
  /** Get the outcome of a tested sign-in. */
  getSsoTest: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
        /** Which test. */
        test: string;
      };
    };
    data: SsoTest;
  };
  /** Get an external token issuer. */
  getTokenIssuer: {
    input: {
      params: {
        /** Id of the token issuer. */
        id: string;
      };
    };
    data: TokenIssuer;
  };
  /** Get a webhook endpoint. */
  getWebhookEndpoint: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
    };
    data: WebhookEndpoint;
  };
  /** Get a workflow. */
  getWorkflow: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
    };
    data: Workflow;
  };
  /** List accounts. */
  listAccounts: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'active' | 'inactive' | 'pending';
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of an account: those that follow it in the list. */
        after?: string;
      };
    };
    data: Account[];
    item: Account;
  };
  /** List API keys. */
  listApiKeys: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'active' | 'disabled' | 'expired';
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of a key: those that follow it in the list. */
        after?: string;
      };
    };
    data: ApiKey[];
    item: ApiKey;
  };
  /** List approvals. */
  listApprovals: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'open' | 'approved' | 'rejected' | 'expired' | 'canceled' | 'withdrawn';
        /** `true`: only those that the caller may decide on, and has not yet. */
        mine?: 'true' | 'false';
        /** Only those of an integration. */
        integration_id?: string;
        /** Only those of a run. */
        run_id?: string;
        /** Id of an approval: those that follow it in the list. */
        after?: string;
      };
    };
    data: Approval[];
    item: Approval;
  };
  /** List what needs a person. */
  listAttention: { input: object; data: Attention[] };
  /** List audit events. */
  listAuditEvents: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only what this credential did: its id, or `system`. */
        actor?: string;
        /** Only events of this kind. */
        action?: string;
        /** Only events of resources of this type. */
        resource_type?: string;
        /** Only events of this resource. */
        resource_id?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of an event: those that follow it in the list, which are older. */
        after?: string;
        /** Id of an event: those that stand before it in the list, which are newer. */
        before?: string;
      };
    };
    data: AuditEvent[];
    item: AuditEvent;
  };
  /** List the integrations that use a calendar. */
  listCalendarUses: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Id of an integration: those that follow it in the list. */
        after?: string;
      };
    };
    data: CalendarUse[];
    item: CalendarUse;
  };
  /** List calendars. */
  listCalendars: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of a calendar: those that follow it in the list. */
        after?: string;
      };
    };
    data: Calendar[];
    item: Calendar;
  };
  /** List links by which customers connect. */
  listConnectionLinks: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those of this account. */
        account_id?: string;
        /** Id of a link: those that follow it in the list, which are older. */
        after?: string;
        /** Id of a link: those that stand before it in the list, which are newer. */
        before?: string;
      };
    };
    data: ConnectionLink[];
    item: ConnectionLink;
  };
  /** List the integrations that use a connection. */
  listConnectionUses: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Id of an integration: those that follow it in the list. */
        after?: string;
      };
    };
    data: ConnectionUse[];
    item: ConnectionUse;
  };
  /** List connections. */
  listConnections: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those to this third party: the id of a connector. */
        service_type?: string;
        /** Only those in this state. */
        status?: 'active' | 'error' | 'expired' | 'disabled';
        /** Only those of this account. */
        account_id?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of a connection: those that follow it in the list. */
        after?: string;
      };
    };
    data: Connection[];
    item: Connection;
  };
  /** List the versions of a connector of your own. */
  listConnectorVersions: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
      };
    };
    data: ConnectorVersion[];
    item: ConnectorVersion;
  };
  /** List connectors. */
  listConnectors: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those of this category. */
        category?: 'cloud' | 'hr' | 'identity' | 'security' | 'network' | 'itsm' | 'generic';
      };
    };
    data: ConnectorSummary[];
    item: ConnectorSummary;
  };
  /** List who decides for you. */
  listDelegations: { input: object; data: ApprovalDelegation[] };
  /** List the deliveries of a webhook endpoint. */
  listDeliveries: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'pending' | 'delivered' | 'failed';
        /** Only those with this `event_type`. */
        event_type?:
          | 'run.queued'
          | 'run.running'
          | 'run.waiting'
          | 'run.canceling'
          | 'run.succeeded'
          | 'run.partially_succeeded'
          | 'run.failed'
          | 'run.canceled'
          | 'run.skipped'
          | 'record.dead_lettered'
          | 'approval.requested'
          | 'approval.approved'
          | 'approval.rejected'
          | 'approval.expired'
          | 'approval.withdrawn'
          | 'item.interrupted'
          | 'connection.created'
          | 'connection.updated'
          | 'connection.deleted'
          | 'connection.active'
          | 'connection.error'
          | 'connection.expired'
          | 'connection.disabled'
          | 'integration.created'
          | 'integration.updated'
          | 'integration.activated'
          | 'integration.deactivated'
          | 'integration.deleted'
          | 'webhook_endpoint.disabled'
          | 'notification.failed'
          | 'notification.partially_succeeded'
          | 'notification.withheld'
          | 'notification.waiting_too_long'
          | 'notification.connection_broken'
          | 'notification.recovered'
          | 'notification.approval_requested'
          | 'notification.approval_reminder'
          | 'notification.approval_escalated'
          | 'notification.test';
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of a delivery: those that follow it in the list. */
        after?: string;
      };
    };
    data: WebhookDelivery[];
    item: WebhookDelivery;
  };
  /** Group the failed records of all runs. */
  listFailedRecordGroups: {
    input: {
      query?: {
        /** Only those of this integration. */
        integration_id?: string;
        /** A run: those that failed in it. */
        run_id?: string;
        /** Of the integrations that belong to it now. */
        account_id?: string;
        /** Those that failed so. */
        code?: string;
        /** Those of which this field of the target got no usable value. Empty: those that name no field. */
        target_field?: string;
        /** Those that failed at this step of a flow. Empty: those that name no step. */
        step?: string;
        /** A part of the key of the record or of the message, in any case. */
        q?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
      };
    };
    data: FailedRecordGroup[];
  };
  /** List the records that a run could not process. */
  listFailedRecords: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'failed' | 'resolved' | 'dismissed';
        /** Those that failed so. */
        code?: string;
        /** Those of which this field of the target got no usable value. Empty: those that name no field. */
        target_field?: string;
        /** Those that failed at this step of a flow. Empty: those that name no step. */
        step?: string;
        /** A part of the key of the record or of the message, in any case. */
        q?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of a record of this list: those that follow it in the list. */
        after?: string;
      };
    };
    data: DeadLetter[];
    item: DeadLetter;
  };
  /** List the functions of formulas. */
  listFormulaFunctions: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those with this `group`. */
        group?:
          | 'macros'
          | 'types_and_absence'
          | 'conversions'
          | 'text'
          | 'parts_of_text'
          | 'spellings'
          | 'regular_expressions'
          | 'numbers'
          | 'bits'
          | 'decimals'
          | 'lists'
          | 'objects'
          | 'dates_and_times'
          | 'durations'
          | 'opening_hours'
          | 'encodings'
          | 'lines_and_queries'
          | 'hashes'
          | 'identifiers'
          | 'people'
          | 'networks';
        /** A part of the name or the description, in any case. */
        q?: string;
      };
    };
    data: FormulaFunction[];
    item: FormulaFunction;
  };
  /** List groups. */
  listGroups: { input: object; data: Group[] };
  /** List the events that a hook accepted. */
  listHookEvents: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Id of an event: those that follow it in the list. */
        after?: string;
      };
    };
    data: HookEvent[];
    item: HookEvent;
  };
  /** List your unsaved work. */
  listIntegrationDrafts: { input: object; data: IntegrationDraftSummary[] };
  /** List what the runs of an integration wait before. */
  listIntegrationGates: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
    };
    data: IntegrationGate[];
  };
  /** List the items of an integration. */
  listIntegrationItems: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?:
          'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
        /** The key of a record: only its items. */
        key?: string;
        /** Id of an item of this list: those that follow it in the list. */
        after?: string;
      };
    };
    data: Item[];
    item: Item;
  };
  /** List the revisions of an integration. */
  listIntegrationRevisions: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
      };
    };
    data: IntegrationRevisionSummary[];
    item: IntegrationRevisionSummary;
  };
  /** List the runs of an integration. */
  listIntegrationRuns: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** One or several of `queued`, `failed` and so on, separated by commas. */
        status?: string;
        /** Only those with this `trigger`. */
        trigger?: 'manual' | 'schedule' | 'event' | 'webhook' | 'after' | 'call' | 'retry';
        /** Only those with this `workflow_id`. */
        workflow_id?: string;
        /** A run: those that its end, or its steps, started. */
        started_by?: string;
        /** Runs that failed by this error. */
        error_code?: string;
        /** Ended at this instant or later. */
        finished_after?: string;
        /** Ended before this instant. */
        finished_before?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of a run: those that follow it in the list, which are older. */
        after?: string;
        /** Id of a run: those that stand before it in the list, which are newer. */
        before?: string;
      };
    };
    data: Run[];
    item: Run;
  };
  /** List integrations. */
  listIntegrations: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'draft' | 'inactive' | 'active';
        /** Only those of this account. */
        account_id?: string;
        /** Reads from or writes to a connection of this service type. */
        connector?: string;
        /** `last_run` adds the newest run of each. It needs the scope `runs:read`. */
        include?: 'last_run';
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of an integration: those that follow it in the list. */
        after?: string;
      };
    };
    data: Integration[];
    item: Integration;
  };
  /** List invitations. */
  listInvitations: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
      };
    };
    data: Invitation[];
    item: Invitation;
  };
  /** List the versions of a lookup table. */
  listLookupTableVersions: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
      };
    };
    data: LookupTableVersion[];
    item: LookupTableVersion;
  };
  /** List lookup tables. */
  listLookupTables: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of a table: those that follow it in the list. */
        after?: string;
      };
    };
    data: LookupTable[];
    item: LookupTable;
  };
  /** List members. */
  listMembers: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'active' | 'suspended';
        /** A part of the name or of the e-mail address, in any case. */
        q?: string;
        /** Only those who have this role, anywhere. */
        role?: 'viewer' | 'operator' | 'approver' | 'builder' | 'admin' | 'auditor' | 'owner';
      };
    };
    data: Member[];
    item: Member;
  };
  /** List OAuth clients. */
  listOauthClients: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of a client: those that follow it in the list. */
        after?: string;
      };
    };
    data: OauthClient[];
    item: OauthClient;
  };
  /** Read the first records of an object. */
  listObjectRecords: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
        /** Which operation. */
        object: string;
      };
      body?: ListOperationInput;
    };
    data: ReadRecords;
  };
  /** List the organizations of the hub. */
  listOperatorOrganizations: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'active' | 'suspended';
        /** A part of the name in any case, or an `external_ref`. */
        q?: string;
      };
    };
    data: OperatedOrganization[];
    item: OperatedOrganization;
  };
  /** List your organizations. */
  listOwnOrganizations: { input: object; data: OwnOrganization[] };
  /** List your passkeys. */
  listPasskeys: { input: object; data: Passkey[] };
  /** List roles. */
  listRoles: { input: object; data: Role[] };
  /** List the attempts of a run. */
  listRunAttempts: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
    };
    data: Run[];
  };
  /** List the items of a run. */
  listRunItems: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?:
          'proposed' | 'ready' | 'parked' | 'held' | 'succeeded' | 'skipped' | 'failed' | 'canceled' | 'interrupted';
        /** Only those with this `step`. */
        step?: string;
        /** Only those with this `key`. */
        key?: string;
        /** A part of the label, in any case. */
        label?: string;
        /** An item: its children. Default: items that are children of none. */
        parent?: string;
        /** Id of an item of this list: those that follow it in the list. */
        after?: string;
      };
    };
    data: Item[];
    item: Item;
  };
  /** List the log of a run. */
  listRunLogs: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those with this `level`. */
        level?: 'info' | 'warn' | 'error';
        /** Id of an entry: those that follow it. Asking again and again, one follows a run. */
        after?: string;
      };
    };
    data: RunLogEntry[];
    item: RunLogEntry;
  };
  /** List the steps of a run. */
  listRunSteps: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
    };
    data: RunStep[];
  };
  /** List runs. */
  listRuns: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** One or several of `queued`, `failed` and so on, separated by commas. */
        status?: string;
        /** Only those with this `trigger`. */
        trigger?: 'manual' | 'schedule' | 'event' | 'webhook' | 'after' | 'call' | 'retry';
        /** Only those of this integration. */
        integration_id?: string;
        /** Only those with this `workflow_id`. */
        workflow_id?: string;
        /** Runs of the integrations that belong to it now. */
        account_id?: string;
        /** A run: those that its end, or its steps, started. */
        started_by?: string;
        /** A part of the name that the integration has now, in any case. */
        q?: string;
        /** Runs that failed by this error. */
        error_code?: string;
        /** Ended at this instant or later. */
        finished_after?: string;
        /** Ended before this instant. */
        finished_before?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of a run: those that follow it in the list, which are older. */
        after?: string;
        /** Id of a run: those that stand before it in the list, which are newer. */
        before?: string;
      };
    };
    data: Run[];
    item: Run;
  };
  /** List your second factors. */
  listSecondFactors: { input: object; data: SecondFactor[] };
  /** List your sessions. */
  listSessions: { input: object; data: Session[] };
  /** List connections for single sign-on. */
  listSsoConnections: { input: object; data: SsoConnection[] };
  /** List the ticks of a schedule. */
  listTicks: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'ran' | 'skipped' | 'missed' | 'paused';
        /** Id of a tick: those that follow it in the list, which are older. */
        after?: string;
        /** Id of a tick: those that stand before it in the list, which are newer. */
        before?: string;
      };
    };
    data: Tick[];
    item: Tick;
  };
  /** List external token issuers. */
  listTokenIssuers: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of an issuer: those that follow it in the list. */
        after?: string;
      };
    };
    data: TokenIssuer[];
    item: TokenIssuer;
  };
  /** List webhook endpoints. */
  listWebhookEndpoints: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** A part of the name, in any case. */
        q?: string;
        /** By creation, oldest first, is the only order that a walk under inserts neither repeats nor skips. */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /** Id of an endpoint: those that follow it in the list. */
        after?: string;
      };
    };
    data: WebhookEndpoint[];
    item: WebhookEndpoint;
  };
  /** List workflows. */
  listWorkflows: {
    input: {
      query?: {
        /** Number of the page. Where a list has the parameter `after`, numbers reach its first 10000 records. */
        page?: number;
        /** Size of a page. */
        per_page?: number;
        /** Only those in this state. */
        status?: 'active' | 'paused' | 'inactive';
        /** Only those of this type. */
        type?: 'scheduled' | 'event' | 'webhook' | 'after' | 'manual';
        /** Only those of this integration. */
        integration_id?: string;
        /** Created at this instant or later. */
        created_after?: string;
        /** Created before this instant. */
        created_before?: string;
        /** Id of a workflow: those that follow it in the list. */
        after?: string;
      };
    };
    data: Workflow[];
    item: Workflow;
  };
  /** Change some entries of a lookup table. */
  mergeLookupTableEntries: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      body: LookupEntriesPatch;
    };
    data: LookupTable;
  };
  /** Move an item to another step. */
  moveItem: {
    input: {
      params: {
        /** Id of the item. */
        id: string;
      };
      body: MoveItemInput;
    };
    data: Item;
  };
  /** Change parts of an account. */
  patchAccount: {
    input: {
      params: {
        /** Id of the account. */
        id: string;
      };
      body: AccountChange;
    };
    data: Account;
  };
  /** Change parts of a calendar. */
  patchCalendar: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
      body: CalendarChange;
    };
    data: Calendar;
  };
  /** Change parts of a connection. */
  patchConnection: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      body: ConnectionChange;
    };
    data: Connection;
  };
  /** Change parts of an integration. */
  patchIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body: IntegrationPatch;
    };
    data: Integration;
  };
  /** Change parts of a lookup table. */
  patchLookupTable: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      body: LookupTableChange;
    };
    data: LookupTable;
  };
  /** Change parts of an OAuth client. */
  patchOauthClient: {
    input: {
      params: {
        /** Id of the oauth client. */
        id: string;
      };
      body: MemberChanges;
    };
    data: OauthClient;
  };
  /** Change parts of an external token issuer. */
  patchTokenIssuer: {
    input: {
      params: {
        /** Id of the token issuer. */
        id: string;
      };
      body: MemberChanges;
    };
    data: TokenIssuer;
  };
  /** Change parts of a webhook endpoint. */
  patchWebhookEndpoint: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
      body: MemberChanges;
    };
    data: WebhookEndpoint;
  };
  /** Pause a workflow. */
  pauseWorkflow: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
    };
    data: Workflow;
  };
  /** Preview an integration. */
  previewIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body?: PreviewInput;
    };
    data: PreviewedRecord[];
  };
  /** Preview a schedule. */
  previewSchedule: { input: { body: SchedulePreviewInput }; data: SchedulePreview };
  /** Confirm that it is you. */
  reauthenticate: { input: { body: ReauthenticationInput }; data: Elevation };
  /** Send an event again. */
  redeliver: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
        /** Which deliverie. */
        event_id: string;
      };
    };
    data: WebhookDelivery;
  };
  /** Send the events of some time again. */
  redeliverRange: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
      body?: RedeliverInput;
    };
    data: Redelivered;
  };
  /** Read the metadata of a provider now. */
  refreshSsoMetadata: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
      body?: SsoMetadataRefresh;
    };
    data: SsoConnection;
  };
  /** Rehearse a run with another definition. */
  rehearseRun: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body?: RehearsalInput;
    };
    data: Rehearsal;
  };
  /** Reject. */
  reject: {
    input: {
      params: {
        /** Id of the approval. */
        id: string;
      };
      body?: RejectInput;
    };
    data: ApprovalDetail;
  };
  /** Remove a member. */
  removeMember: {
    input: {
      params: {
        /** Id of the member. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Remove a passkey. */
  removePasskey: {
    input: {
      params: {
        /** Id of the passkey. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Remove a second factor. */
  removeSecondFactor: {
    input: {
      params: {
        /** Id of the second factor. */
        id: string;
      };
    };
    data: {
      /** Unique id. */
      id: string;
      /** Records that were removed from the target. */
      deleted: true;
    };
  };
  /** Remove a domain. */
  removeSsoDomain: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
        /** Which domain. */
        domain: string;
      };
    };
    data: RemovedSsoDomain;
  };
  /** Refuse encrypted assertions. */
  removeSsoEncryptionKey: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
    };
    data: SsoConnection;
  };
  /** Rename a passkey. */
  renamePasskey: {
    input: {
      params: {
        /** Id of the passkey. */
        id: string;
      };
      body: PasskeyPatch;
    };
    data: Passkey;
  };
  /** Renew your recovery codes. */
  renewRecoveryCodes: { input: object; data: RecoveryCodes };
  /** Update an account. */
  replaceAccountMembers: {
    input: {
      params: {
        /** Id of the account. */
        id: string;
      };
      body: AccountChange;
    };
    data: Account;
  };
  /** Update a calendar. */
  replaceCalendarMembers: {
    input: {
      params: {
        /** Id of the calendar. */
        id: string;
      };
      body: CalendarChange;
    };
    data: Calendar;
  };
  /** Update a connection. */
  replaceConnectionMembers: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      body: ConnectionChange;
    };
    data: Connection;
  };
  /** Change a connector of your own. */
  replaceConnector: {
    input: {
      params: {
        /** Id of the connector. */
        id: string;
      };
      body: ConnectorDefinitionInput;
    };
    data: Connector;
  };
  /** Replace the credentials of a connection. */
  replaceCredentials: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
      body: CredentialsInput;
    };
    data: Connection;
  };
  /** Say what deliveries to a hook are checked by. */
  replaceHookCredentials: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
      body: HookCredentialsInput;
    };
    data: Workflow;
  };
  /** Update an integration. */
  replaceIntegrationMembers: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body: IntegrationChange;
    };
    data: Integration;
  };
  /** Replace the entries of a lookup table. */
  replaceLookupTableEntries: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      body: LookupEntriesInput;
    };
    data: LookupTable;
  };
  /** Update a lookup table. */
  replaceLookupTableMembers: {
    input: {
      params: {
        /** Id of the lookup table. */
        id: string;
      };
      body: LookupTableChange;
    };
    data: LookupTable;
  };
  /** Update an OAuth client. */
  replaceOauthClientMembers: {
    input: {
      params: {
        /** Id of the oauth client. */
        id: string;
      };
      body: MemberChanges;
    };
    data: OauthClient;
  };
  /** Update an external token issuer. */
  replaceTokenIssuerMembers: {
    input: {
      params: {
        /** Id of the token issuer. */
        id: string;
      };
      body: MemberChanges;
    };
    data: TokenIssuer;
  };
  /** Update a webhook endpoint. */
  replaceWebhookEndpointMembers: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
      body: MemberChanges;
    };
    data: WebhookEndpoint;
  };
  /** Resume a workflow. */
  resumeWorkflow: {
    input: {
      params: {
        /** Id of the workflow. */
        id: string;
      };
    };
    data: Workflow;
  };
  /** Process failed records of a run again. */
  retryFailedRecords: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body: RetryRecordsInput;
    };
    data: Run;
  };
  /** Try an item again. */
  retryItem: {
    input: {
      params: {
        /** Id of the item. */
        id: string;
      };
      body?: RetryItemInput;
    };
    data: Run;
  };
  /** Retry a run. */
  retryRun: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body?: RetryInput;
    };
    data: Run;
  };
  /** Try items of a run again. */
  retryRunItems: {
    input: {
      params: {
        /** Id of the run. */
        id: string;
      };
      body?: RetryItemsInput;
    };
    data: RetriedItems;
  };
  /** Go back to the credentials before. */
  rollBackCredentials: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
    };
    data: Connection;
  };
  /** Rotate an API key. */
  rotateApiKey: {
    input: {
      params: {
        /** Id of the api key. */
        id: string;
      };
      body?: ApiKeyRotation;
    };
    data: NewApiKey;
  };
  /** Give an OAuth client a new secret. */
  rotateClientSecret: {
    input: {
      params: {
        /** Id of the oauth client. */
        id: string;
      };
      body?: SecretRotation;
    };
    data: OauthClientWithSecret;
  };
  /** Make or rotate the key for encrypted assertions. */
  rotateSsoEncryptionKey: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
    };
    data: SsoConnection;
  };
  /** Give a webhook endpoint a new secret. */
  rotateWebhookSecret: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
      body?: SecretRotation;
    };
    data: WebhookEndpointWithSecret;
  };
  /** Write one record. */
  runOperation: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
        /** Which operation. */
        object: string;
        /** Which operation. */
        operation: string;
      };
      body: OperationInput;
    };
    data: Operation;
  };
  /** Keep your unsaved work on an integration. */
  saveIntegrationDraft: {
    input: {
      params: {
        /** Id of the integration draft. */
        id: string;
      };
      body: IntegrationDraftInput;
    };
    data: IntegrationDraftSummary;
  };
  /** Find by name or id. */
  search: {
    input: {
      query?: {
        /** A part of a name, in any case, or a whole id. */
        q: string;
      };
    };
    data: SearchHit[];
  };
  /** Send events. */
  sendEvents: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body: SendEventsInput;
    };
    data: HookEvent[];
  };
  /** Skip the step of an item. */
  skipStep: {
    input: {
      params: {
        /** Id of the item. */
        id: string;
      };
      body?: SkipStepInput;
    };
    data: Item;
  };
  /** Test a connection. */
  testConnection: {
    input: {
      params: {
        /** Id of the connection. */
        id: string;
      };
    };
    data: ConnectionTest;
  };
  /** Test a connection before it is created. */
  testUnsavedConnection: { input: { body: UnsavedConnection }; data: ConnectionTest };
  /** Send a test notification. */
  testWebhookEndpoint: {
    input: {
      params: {
        /** Id of the webhook endpoint. */
        id: string;
      };
    };
    data: TestNotification;
  };
  /** Trace a record over all runs. */
  traceRecord: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      query?: {
        /** The key of the source record, as failed records name it. */
        key: string;
      };
    };
    data: RecordTrace;
  };
  /** Change, disable or enable an API key. */
  updateApiKey: {
    input: {
      params: {
        /** Id of the api key. */
        id: string;
      };
      body: ApiKeyPatch;
    };
    data: ApiKey;
  };
  /** Change a group. */
  updateGroup: {
    input: {
      params: {
        /** Id of the group. */
        id: string;
      };
      body: MemberChanges;
    };
    data: Group;
  };
  /** Change the roles of a member, or suspend them. */
  updateMember: {
    input: {
      params: {
        /** Id of the member. */
        id: string;
      };
      body: MemberPatch;
    };
    data: Member;
  };
  /** Limit, suspend or resume an organization. */
  updateOperatorOrganization: {
    input: {
      params: {
        /** Id of the organization. */
        id: string;
      };
      body: OperatedOrganizationPatch;
    };
    data: OperatedOrganization;
  };
  /** Change the name or logo of the organization. */
  updateOrganization: { input: { body: OrganizationPatch }; data: Organization };
  /** Change how people sign in. */
  updateSignInPolicy: { input: { body: SignInPolicyPatch }; data: SignInPolicy };
  /** Change a connection for single sign-on. */
  updateSsoConnection: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
      };
      body: MemberChanges;
    };
    data: SsoConnection;
  };
  /** Enforce single sign-on for a domain. */
  updateSsoDomain: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
        /** Which domain. */
        domain: string;
      };
      body: SsoDomainPatch;
    };
    data: SsoDomain;
  };
  /** Validate the definition of a connector. */
  validateConnector: { input: { body: ConnectorDefinitionInput }; data: ConnectorValidation };
  /** Validate an integration. */
  validateIntegration: {
    input: {
      params: {
        /** Id of the integration. */
        id: string;
      };
      body?: ValidateInput;
    };
    data: IntegrationValidation;
  };
  /** Verify the audit log. */
  verifyAuditEvents: { input: { body?: AuditVerificationInput }; data: AuditVerification };
  /** Verify a domain. */
  verifySsoDomain: {
    input: {
      params: {
        /** Id of the sso connection. */
        id: string;
        /** Which domain. */
        domain: string;
      };
    };
    data: SsoDomain;
  };
}

/** How each operation is called. */
export const operations = {
  activateConnectorVersion: { method: 'POST', path: '/connectors/{id}/versions/{version}/activate', keyed: true },
  activateIntegration: { method: 'POST', path: '/integrations/{id}/activate', keyed: true },
  activateIntegrationRevision: {
    method: 'POST',
    path: '/integrations/{id}/revisions/{revision}/activate',
    keyed: true,
  },
  addPasskey: { method: 'POST', path: '/me/passkeys' },
  addSecondFactor: { method: 'POST', path: '/me/second-factors' },
  addSsoDomain: { method: 'POST', path: '/sso-connections/{id}/domains', keyed: true },
  approve: { method: 'POST', path: '/approvals/{id}/approve', keyed: true },
  authorizeConnection: { method: 'POST', path: '/connections/authorize', keyed: true },
  beginPasskey: { method: 'POST', path: '/me/passkeys/options' },
  beginReauthentication: { method: 'POST', path: '/me/reauthenticate/passkey-options' },
  browseRecords: { method: 'GET', path: '/connections/{id}/objects/{object}/records' },
  cancelItem: { method: 'POST', path: '/items/{id}/cancel', keyed: true },
  cancelRun: { method: 'POST', path: '/runs/{id}/cancel', keyed: true },
  cancelRunItems: { method: 'POST', path: '/runs/{id}/items/cancel', keyed: true },
  changePassword: { method: 'PUT', path: '/me/password' },
  confirmSecondFactor: { method: 'POST', path: '/me/second-factors/{id}/confirm' },
  createAccount: { method: 'POST', path: '/accounts', keyed: true },
  createApiKey: { method: 'POST', path: '/api-keys', keyed: true },
  createCalendar: { method: 'POST', path: '/calendars', keyed: true },
  createConnection: { method: 'POST', path: '/connections', keyed: true },
  createConnectionLink: { method: 'POST', path: '/connections/links', keyed: true },
  createConnector: { method: 'POST', path: '/connectors', keyed: true },
  createDelegation: { method: 'POST', path: '/me/approval-delegations', keyed: true },
  createGroup: { method: 'POST', path: '/groups', keyed: true },
  createIntegration: { method: 'POST', path: '/integrations', keyed: true },
  createInvitation: { method: 'POST', path: '/invitations', keyed: true },
  createLookupTable: { method: 'POST', path: '/lookup-tables', keyed: true },
  createOauthClient: { method: 'POST', path: '/oauth-clients', keyed: true },
  createOperatorOrganization: { method: 'POST', path: '/operator/organizations' },
  createOperatorOwnerLink: { method: 'POST', path: '/operator/organizations/{id}/owner-link' },
  createOperatorResetLink: { method: 'POST', path: '/operator/organizations/{id}/reset-links' },
  createResetLink: { method: 'POST', path: '/members/{id}/reset-links', keyed: true },
  createSsoConnection: { method: 'POST', path: '/sso-connections', keyed: true },
  createSsoTest: { method: 'POST', path: '/sso-connections/{id}/tests', keyed: true },
  createTokenIssuer: { method: 'POST', path: '/token-issuers', keyed: true },
  createWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints', keyed: true },
  deactivateIntegration: { method: 'POST', path: '/integrations/{id}/deactivate', keyed: true },
  decideApprovals: { method: 'POST', path: '/approvals/decide', keyed: true },
  deleteAccount: { method: 'DELETE', path: '/accounts/{id}', keyed: true },
  deleteApiKey: { method: 'DELETE', path: '/api-keys/{id}', keyed: true },
  deleteCalendar: { method: 'DELETE', path: '/calendars/{id}', keyed: true },
  deleteConnection: { method: 'DELETE', path: '/connections/{id}', keyed: true },
  deleteConnectionLink: { method: 'DELETE', path: '/connections/links/{id}', keyed: true },
  deleteConnector: { method: 'DELETE', path: '/connectors/{id}', keyed: true },
  deleteGroup: { method: 'DELETE', path: '/groups/{id}', keyed: true },
  deleteIntegration: { method: 'DELETE', path: '/integrations/{id}', keyed: true },
  deleteInvitation: { method: 'DELETE', path: '/invitations/{id}', keyed: true },
  deleteLookupTable: { method: 'DELETE', path: '/lookup-tables/{id}', keyed: true },
  deleteOauthClient: { method: 'DELETE', path: '/oauth-clients/{id}', keyed: true },
  deleteSsoConnection: { method: 'DELETE', path: '/sso-connections/{id}', keyed: true },
  deleteTokenIssuer: { method: 'DELETE', path: '/token-issuers/{id}', keyed: true },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/{id}', keyed: true },
  discardIntegrationDraft: { method: 'DELETE', path: '/me/integration-drafts/{id}', keyed: true },
  dismissFailedRecords: { method: 'POST', path: '/runs/{id}/records/dismiss', keyed: true },
  draftConnector: { method: 'POST', path: '/connectors/draft' },
  drawIntegration: { method: 'GET', path: '/integrations/{id}/diagram' },
  endDelegation: { method: 'DELETE', path: '/me/approval-delegations/{id}', keyed: true },
  endMemberSessions: { method: 'POST', path: '/members/{id}/end-sessions', keyed: true },
  endSession: { method: 'DELETE', path: '/me/sessions/{id}', keyed: true },
  evaluateFormula: { method: 'POST', path: '/formulas/evaluate' },
  executeIntegration: { method: 'POST', path: '/integrations/{id}/execute', keyed: true },
  explainRunRecord: { method: 'GET', path: '/runs/{id}/records/{key}/explanation' },
  findObjectRecords: { method: 'POST', path: '/connections/{id}/operations/{object}/find' },
  getAccount: { method: 'GET', path: '/accounts/{id}' },
  getApiKey: { method: 'GET', path: '/api-keys/{id}' },
  getApproval: { method: 'GET', path: '/approvals/{id}' },
  getApprovalSet: { method: 'GET', path: '/approvals/set' },
  getAuditEvent: { method: 'GET', path: '/audit-events/{id}' },
  getCalendar: { method: 'GET', path: '/calendars/{id}' },
  getCalendarChanges: { method: 'GET', path: '/calendars/{id}/changes' },
  getConnection: { method: 'GET', path: '/connections/{id}' },
  getConnectionLink: { method: 'GET', path: '/connections/links/{id}' },
  getConnectionSchema: { method: 'GET', path: '/connections/{id}/schema' },
  getConnector: { method: 'GET', path: '/connectors/{id}' },
  getConnectorVersion: { method: 'GET', path: '/connectors/{id}/versions/{version}' },
  getDelivery: { method: 'GET', path: '/webhook-endpoints/{id}/deliveries/{event_id}' },
  getGroup: { method: 'GET', path: '/groups/{id}' },
  getIntegration: { method: 'GET', path: '/integrations/{id}' },
  getIntegrationDraft: { method: 'GET', path: '/me/integration-drafts/{id}' },
  getIntegrationRevision: { method: 'GET', path: '/integrations/{id}/revisions/{revision}' },
  getItem: { method: 'GET', path: '/items/{id}' },
  getLimits: { method: 'GET', path: '/limits' },
  getLookupTable: { method: 'GET', path: '/lookup-tables/{id}' },
  getLookupTableEntries: { method: 'GET', path: '/lookup-tables/{id}/entries' },
  getMe: { method: 'GET', path: '/me' },
  getMember: { method: 'GET', path: '/members/{id}' },
  getOauthClient: { method: 'GET', path: '/oauth-clients/{id}' },
  getOperation: { method: 'GET', path: '/operations/{id}' },
  getOperatorOrganization: { method: 'GET', path: '/operator/organizations/{id}' },
  getOrganization: { method: 'GET', path: '/organization' },
  getRun: { method: 'GET', path: '/runs/{id}' },
  getRunStats: { method: 'GET', path: '/stats/runs' },
  getScheduleWeek: { method: 'GET', path: '/workflows/week' },
  getSignInPolicy: { method: 'GET', path: '/organization/sign-in-policy' },
  getSsoConnection: { method: 'GET', path: '/sso-connections/{id}' },
  getSsoTest: { method: 'GET', path: '/sso-connections/{id}/tests/{test}' },
  getTokenIssuer: { method: 'GET', path: '/token-issuers/{id}' },
  getWebhookEndpoint: { method: 'GET', path: '/webhook-endpoints/{id}' },
  getWorkflow: { method: 'GET', path: '/workflows/{id}' },
  listAccounts: { method: 'GET', path: '/accounts', cursor: true },
  listApiKeys: { method: 'GET', path: '/api-keys', cursor: true },
  listApprovals: { method: 'GET', path: '/approvals', cursor: true },
  listAttention: { method: 'GET', path: '/attention' },
  listAuditEvents: { method: 'GET', path: '/audit-events', cursor: true },
  listCalendarUses: { method: 'GET', path: '/calendars/{id}/uses', cursor: true },
  listCalendars: { method: 'GET', path: '/calendars', cursor: true },
  listConnectionLinks: { method: 'GET', path: '/connections/links', cursor: true },
  listConnectionUses: { method: 'GET', path: '/connections/{id}/uses', cursor: true },
  listConnections: { method: 'GET', path: '/connections', cursor: true },
  listConnectorVersions: { method: 'GET', path: '/connectors/{id}/versions' },
  listConnectors: { method: 'GET', path: '/connectors' },
  listDelegations: { method: 'GET', path: '/me/approval-delegations' },
  listDeliveries: { method: 'GET', path: '/webhook-endpoints/{id}/deliveries', cursor: true },
  listFailedRecordGroups: { method: 'GET', path: '/failed-records/groups' },
  listFailedRecords: { method: 'GET', path: '/runs/{id}/records', cursor: true },
  listFormulaFunctions: { method: 'GET', path: '/formulas/functions' },
  listGroups: { method: 'GET', path: '/groups' },
  listHookEvents: { method: 'GET', path: '/workflows/{id}/hook-events', cursor: true },
  listIntegrationDrafts: { method: 'GET', path: '/me/integration-drafts' },
  listIntegrationGates: { method: 'GET', path: '/integrations/{id}/gates' },
  listIntegrationItems: { method: 'GET', path: '/integrations/{id}/items', cursor: true },
  listIntegrationRevisions: { method: 'GET', path: '/integrations/{id}/revisions' },
  listIntegrationRuns: { method: 'GET', path: '/integrations/{id}/runs', cursor: true },
  listIntegrations: { method: 'GET', path: '/integrations', cursor: true },
  listInvitations: { method: 'GET', path: '/invitations' },
  listLookupTableVersions: { method: 'GET', path: '/lookup-tables/{id}/versions' },
  listLookupTables: { method: 'GET', path: '/lookup-tables', cursor: true },
  listMembers: { method: 'GET', path: '/members' },
  listOauthClients: { method: 'GET', path: '/oauth-clients', cursor: true },
  listObjectRecords: { method: 'POST', path: '/connections/{id}/operations/{object}/list' },
  listOperatorOrganizations: { method: 'GET', path: '/operator/organizations' },
  listOwnOrganizations: { method: 'GET', path: '/me/organizations' },
  listPasskeys: { method: 'GET', path: '/me/passkeys' },
  listRoles: { method: 'GET', path: '/roles' },
  listRunAttempts: { method: 'GET', path: '/runs/{id}/attempts' },
  listRunItems: { method: 'GET', path: '/runs/{id}/items', cursor: true },
  listRunLogs: { method: 'GET', path: '/runs/{id}/logs', cursor: true },
  listRunSteps: { method: 'GET', path: '/runs/{id}/steps' },
  listRuns: { method: 'GET', path: '/runs', cursor: true },
  listSecondFactors: { method: 'GET', path: '/me/second-factors' },
  listSessions: { method: 'GET', path: '/me/sessions' },
  listSsoConnections: { method: 'GET', path: '/sso-connections' },
  listTicks: { method: 'GET', path: '/workflows/{id}/ticks', cursor: true },
  listTokenIssuers: { method: 'GET', path: '/token-issuers', cursor: true },
  listWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints', cursor: true },
  listWorkflows: { method: 'GET', path: '/workflows', cursor: true },
  mergeLookupTableEntries: { method: 'PATCH', path: '/lookup-tables/{id}/entries', keyed: true },
  moveItem: { method: 'POST', path: '/items/{id}/move', keyed: true },
  patchAccount: { method: 'PATCH', path: '/accounts/{id}', keyed: true },
  patchCalendar: { method: 'PATCH', path: '/calendars/{id}', keyed: true },
  patchConnection: { method: 'PATCH', path: '/connections/{id}', keyed: true },
  patchIntegration: { method: 'PATCH', path: '/integrations/{id}', keyed: true },
  patchLookupTable: { method: 'PATCH', path: '/lookup-tables/{id}', keyed: true },
  patchOauthClient: { method: 'PATCH', path: '/oauth-clients/{id}', keyed: true },
  patchTokenIssuer: { method: 'PATCH', path: '/token-issuers/{id}', keyed: true },
  patchWebhookEndpoint: { method: 'PATCH', path: '/webhook-endpoints/{id}', keyed: true },
  pauseWorkflow: { method: 'POST', path: '/workflows/{id}/pause', keyed: true },
  previewIntegration: { method: 'POST', path: '/integrations/{id}/preview' },
  previewSchedule: { method: 'POST', path: '/workflows/preview-schedule' },
  reauthenticate: { method: 'POST', path: '/me/reauthenticate' },
  redeliver: { method: 'POST', path: '/webhook-endpoints/{id}/deliveries/{event_id}/redeliver', keyed: true },
  redeliverRange: { method: 'POST', path: '/webhook-endpoints/{id}/deliveries/redeliver', keyed: true },
  refreshSsoMetadata: { method: 'POST', path: '/sso-connections/{id}/refresh-metadata', keyed: true },
  rehearseRun: { method: 'POST', path: '/runs/{id}/rehearse' },
  reject: { method: 'POST', path: '/approvals/{id}/reject', keyed: true },
  removeMember: { method: 'DELETE', path: '/members/{id}', keyed: true },
  removePasskey: { method: 'DELETE', path: '/me/passkeys/{id}', keyed: true },
  removeSecondFactor: { method: 'DELETE', path: '/me/second-factors/{id}', keyed: true },
  removeSsoDomain: { method: 'DELETE', path: '/sso-connections/{id}/domains/{domain}', keyed: true },
  removeSsoEncryptionKey: { method: 'DELETE', path: '/sso-connections/{id}/encryption-key', keyed: true },
  renamePasskey: { method: 'PATCH', path: '/me/passkeys/{id}', keyed: true },
  renewRecoveryCodes: { method: 'POST', path: '/me/recovery-codes' },
  replaceAccountMembers: { method: 'PUT', path: '/accounts/{id}', keyed: true },
  replaceCalendarMembers: { method: 'PUT', path: '/calendars/{id}', keyed: true },
  replaceConnectionMembers: { method: 'PUT', path: '/connections/{id}', keyed: true },
  replaceConnector: { method: 'PUT', path: '/connectors/{id}', keyed: true },
  replaceCredentials: { method: 'PUT', path: '/connections/{id}/credentials', keyed: true },
  replaceHookCredentials: { method: 'PUT', path: '/workflows/{id}/hook-credentials', keyed: true },
  replaceIntegrationMembers: { method: 'PUT', path: '/integrations/{id}', keyed: true },
  replaceLookupTableEntries: { method: 'PUT', path: '/lookup-tables/{id}/entries', keyed: true },
  replaceLookupTableMembers: { method: 'PUT', path: '/lookup-tables/{id}', keyed: true },
  replaceOauthClientMembers: { method: 'PUT', path: '/oauth-clients/{id}', keyed: true },
  replaceTokenIssuerMembers: { method: 'PUT', path: '/token-issuers/{id}', keyed: true },
  replaceWebhookEndpointMembers: { method: 'PUT', path: '/webhook-endpoints/{id}', keyed: true },
  resumeWorkflow: { method: 'POST', path: '/workflows/{id}/resume', keyed: true },
  retryFailedRecords: { method: 'POST', path: '/runs/{id}/records/retry', keyed: true },
  retryItem: { method: 'POST', path: '/items/{id}/retry', keyed: true },
  retryRun: { method: 'POST', path: '/runs/{id}/retry', keyed: true },
  retryRunItems: { method: 'POST', path: '/runs/{id}/items/retry', keyed: true },
  rollBackCredentials: { method: 'POST', path: '/connections/{id}/credentials/rollback', keyed: true },
  rotateApiKey: { method: 'POST', path: '/api-keys/{id}/rotate', keyed: true },
  rotateClientSecret: { method: 'POST', path: '/oauth-clients/{id}/rotate-secret', keyed: true },
  rotateSsoEncryptionKey: { method: 'POST', path: '/sso-connections/{id}/encryption-key', keyed: true },
  rotateWebhookSecret: { method: 'POST', path: '/webhook-endpoints/{id}/rotate-secret', keyed: true },
  runOperation: { method: 'POST', path: '/connections/{id}/operations/{object}/{operation}', keyed: true },
  saveIntegrationDraft: { method: 'PUT', path: '/me/integration-drafts/{id}', keyed: true },
  search: { method: 'GET', path: '/search' },
  sendEvents: { method: 'POST', path: '/integrations/{id}/events', keyed: true },
  skipStep: { method: 'POST', path: '/items/{id}/skip-step', keyed: true },
  testConnection: { method: 'POST', path: '/connections/{id}/test' },
  testUnsavedConnection: { method: 'POST', path: '/connections/test' },
  testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/{id}/test', keyed: true },
  traceRecord: { method: 'GET', path: '/integrations/{id}/records/trace' },
  updateApiKey: { method: 'PATCH', path: '/api-keys/{id}', keyed: true },
  updateGroup: { method: 'PATCH', path: '/groups/{id}', keyed: true },
  updateMember: { method: 'PATCH', path: '/members/{id}', keyed: true },
  updateOperatorOrganization: { method: 'PATCH', path: '/operator/organizations/{id}' },
  updateOrganization: { method: 'PATCH', path: '/organization', keyed: true },
  updateSignInPolicy: { method: 'PATCH', path: '/organization/sign-in-policy', keyed: true },
  updateSsoConnection: { method: 'PATCH', path: '/sso-connections/{id}', keyed: true },
  updateSsoDomain: { method: 'PATCH', path: '/sso-connections/{id}/domains/{domain}', keyed: true },
  validateConnector: { method: 'POST', path: '/connectors/validate' },
  validateIntegration: { method: 'POST', path: '/integrations/{id}/validate' },
  verifyAuditEvents: { method: 'POST', path: '/audit-events/verify' },
  verifySsoDomain: { method: 'POST', path: '/sso-connections/{id}/domains/{domain}/verify', keyed: true },
} as const satisfies Record<keyof Operations, OperationFacts>;
