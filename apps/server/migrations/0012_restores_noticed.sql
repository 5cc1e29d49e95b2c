-- A restore must be noticed also where it leaves the cluster's identity and timeline as they were.

-- `written_by` is the transaction that wrote the row. A dump that is loaded writes the row in a transaction of its own, so that the two
-- differ from then on, in whichever cluster. `secret` signs what phones hand back (cursors and receipts): of a database whose files were
-- copied back to an earlier time, only what it has itself signed can prove what it has forgotten. It is the same in all epochs, so that a
-- receipt can be read whichever backup was restored.
alter table sync_epoch
  add column secret bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  add column written_by xid8 not null default '0';

-- Zero, which no transaction has, begins a new epoch at the next start: nobody can say whether this database was ever restored unnoticed.
update sync_epoch set written_by = pg_current_xact_id() where not exists (select from commands);
