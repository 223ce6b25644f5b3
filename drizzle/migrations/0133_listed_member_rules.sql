-- Members are listed by the name of the person, which belongs to no organization: each membership has a copy of it to be
-- ordered by.
CREATE POLICY name_key ON memberships FOR UPDATE TO CURRENT_USER USING (true);
--> statement-breakpoint
UPDATE memberships SET name_key = lower(users.name) FROM users WHERE users.id = memberships.user_id;
--> statement-breakpoint
CREATE FUNCTION hub_name_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
BEGIN
  NEW.name_key := coalesce((SELECT lower(u.name) FROM public.users u WHERE u.id = NEW.user_id), '');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION hub_rename_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
BEGIN
  UPDATE public.memberships SET name_key = lower(NEW.name) WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_name_member(), hub_rename_member() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER name_key BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION hub_name_member();
--> statement-breakpoint
CREATE TRIGGER rename AFTER UPDATE OF name ON users
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION hub_rename_member();
