-- What items read and gave goes with them, in the transaction that deletes them, whoever does, without a foreign key that each
-- new row would be checked by. It is the owner that deletes: the relay, which purges items, sees nothing of what they gave.
CREATE POLICY deletion_read ON item_steps FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY deletion ON item_steps FOR DELETE TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_delete_steps() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
BEGIN
  DELETE FROM public.item_steps WHERE org_id = OLD.org_id AND item_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_delete_steps() FROM PUBLIC;
--> statement-breakpoint
-- Row by row: children are deleted by the key to their parent, by a statement whose rows no other trigger sees.
CREATE TRIGGER delete_steps AFTER DELETE ON items FOR EACH ROW EXECUTE FUNCTION hub_delete_steps();
