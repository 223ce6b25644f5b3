-- Nor does one whose time is up want anything of what it called.
DROP TRIGGER cancel_call ON waits;
--> statement-breakpoint
CREATE TRIGGER cancel_call AFTER UPDATE ON waits FOR EACH ROW
WHEN (NEW.kind IN ('call', 'sync') AND OLD.status = 'open' AND NEW.status IN ('withdrawn', 'canceled', 'expired'))
EXECUTE FUNCTION hub_cancel_call();
