-- Records that devices are not sent: resolved actions that nobody has touched for a year. They stay in their tables as they are, and are
-- fetched when somebody asks for them. Said of the feed's row and not of the record, so that whatever changes a record brings it back.
alter table changes add column is_archived boolean not null default false;
-- A first fetch walks along this one: its length is that of what is sent, not of the past.
create index changes_sent on changes (xid, id, kind) where not is_archived;

create or replace function note_change(changed_kind text, changed_id uuid) returns void language plpgsql as $$
begin
  insert into changes (kind, id) values (changed_kind, changed_id)
    on conflict (kind, id) do update set xid = pg_current_xact_id(), is_archived = false;
  perform pg_notify('changes', pg_current_xact_id()::text);
end $$;

-- The archive is read from the newest on.
create index actions_resolved on actions (completed_at, id) where status = 'Resolved' and deleted_at is null;
