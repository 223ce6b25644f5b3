-- Tables that runs fill: the worker lets PostgreSQL look at them as soon as they grow (`worker/analyze-grown.ts`).
GRANT MAINTAIN ON
  "after_starts", "calls", "dead_letters", "events", "fingerprints", "hook_events", "inbox", "item_steps", "items",
  "ledger", "outbox", "page_marks", "record_groups", "run_logs", "runs", "seen_pages", "streams", "waits",
  "webhook_attempts", "webhook_deliveries"
TO hub_relay;
