-- An item gets a new version after each effect. Where the new version finds room beside the old one, the WAL takes down what differs
-- instead of the whole row, and the old one makes room for the next. Pages that are there keep what they hold.
ALTER TABLE items SET (fillfactor = 50);
