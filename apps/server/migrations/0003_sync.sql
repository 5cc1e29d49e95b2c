-- What phones fetch and what they send, for every kind of record that travels by sync.

-- Times as phones hold them.
create function iso(moment timestamptz) returns text language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- One row for each record that travels, with the transaction that touched it last. Phones ask for what comes after (xid, id, kind),
-- and only below the oldest transaction that is still running: a slow one can never be stepped over. A record that was removed
-- keeps its row, by which phones learn that it is gone.
create table changes (
  kind text not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (kind, id)
);
create unique index changes_feed on changes (xid, id, kind);

-- The ping carries the transaction, so that it can be passed on when the change can be fetched, not before.
create function note_change(changed_kind text, changed_id uuid) returns void language plpgsql as $$
begin
  insert into changes (kind, id) values (changed_kind, changed_id)
    on conflict (kind, id) do update set xid = pg_current_xact_id();
  perform pg_notify('changes', pg_current_xact_id()::text);
end $$;

-- As a trigger, so that no door into a table can forget it.
create function note_row_change() returns trigger language plpgsql as $$
begin
  perform note_change(tg_argv[0], coalesce(new.id, old.id));
  return null;
end $$;

create trigger people_change after insert or update or delete on people
  for each row execute function note_row_change('person');
create trigger trail_updates_change after insert or update on trail_updates
  for each row execute function note_row_change('trail-update');
insert into changes (kind, id) select 'person', id from people union all select 'trail-update', id from trail_updates;

-- Transaction numbers mean nothing after a restore or on another machine. The epoch tells phones which past a cursor speaks of;
-- `cluster` is the database's own identity and timeline, by which a server that starts notices that it is somewhere else.
create function cluster_identity() returns text language sql stable
  return (select system_identifier from pg_control_system()) || '/' || (select timeline_id from pg_control_checkpoint());

create table sync_epoch (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  cluster text not null
);
insert into sync_epoch (cluster) values (cluster_identity());

-- Every command that was answered, with its first answer, for good: a phone may come back after a year and send it again.
create table commands (
  id uuid primary key,
  person_id uuid not null,
  device_id uuid not null,
  n bigint not null,
  kind text not null,
  record_id uuid not null,
  -- json and not jsonb: as it was sent, even if it holds characters that jsonb refuses.
  patch json not null,
  received_at timestamptz not null,
  -- Null only inside the transaction that claimed the id.
  answer json
);
create index commands_of_record on commands (record_id, device_id, n);

-- Who changed what, from what to what; one line for one command. Names are forgotten with their person, all else stays.
create table history (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id uuid not null,
  version int not null,
  command_id uuid not null unique,
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null
);
create index history_of_record on history (kind, record_id, version);
create index history_author on history (created_by);
create trigger history_append_only before update or delete on history
  for each row execute function refuse_change_but_forgetting();
