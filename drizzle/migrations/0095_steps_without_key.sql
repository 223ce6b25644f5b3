ALTER TABLE "item_steps" DROP CONSTRAINT "item_steps_org_id_item_id_items_org_id_id_fk";
