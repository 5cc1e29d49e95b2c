-- How long things are stored: docs/security.md, "How long data is stored".

-- When each person was last here. Not a column of people: that row travels to phones with every change.
create table person_activity (
  person_id uuid primary key references people on delete cascade,
  last_active_at timestamptz not null,
  -- When they were told that their account is about to be removed; null again once they come back.
  notified_at timestamptz
);
create index person_activity_last on person_activity (last_active_at);

insert into person_activity (person_id, last_active_at)
select p.id, greatest(p.created_at,
  (select max(s.last_seen_at) from sessions s where s.person_id = p.id),
  (select max(a.at) from audit_log a where a.event = 'signed-in' and a.subject_id = p.id),
  (select max(c.received_at) from commands c where c.person_id = p.id))
from people p;

-- As triggers, so that no way of signing in can forget it. A session is touched by sync, too, hourly at most.
create function note_activity() returns trigger language plpgsql as $$
begin
  insert into person_activity (person_id, last_active_at) values (new.person_id, new.last_seen_at)
    on conflict (person_id) do update set
      last_active_at = greatest(person_activity.last_active_at, excluded.last_active_at), notified_at = null;
  return null;
end $$;
create trigger sessions_activity after insert or update of last_seen_at on sessions
  for each row execute function note_activity();

create function begin_activity() returns trigger language plpgsql as $$
begin
  insert into person_activity (person_id, last_active_at) values (new.id, new.created_at) on conflict do nothing;
  return null;
end $$;
create trigger people_activity after insert on people
  for each row execute function begin_activity();

-- By which the sweep notices that the clock has jumped, in either direction.
create table retention_clock (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  -- Since when the clock has gone on without a jump.
  steady_since timestamptz not null
);

-- Of a purged action the row stays, empty, so that its number is not given again and a phone that comes back hears that it is gone.
alter table actions add column purged_at timestamptz check (purged_at is null or deleted_at is not null);
create index actions_to_purge on actions (deleted_at) where deleted_at is not null and purged_at is null;

-- History may also lose what a purged record said: the line stays, with the names of the fields that were changed.
create function refuse_change_but_forgetting_or_purging() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.created_by_name = 'Former user' and to_jsonb(new) - 'created_by_name' = to_jsonb(old) - 'created_by_name' then
      return new;
    end if;
    if to_jsonb(new) - 'changes' = to_jsonb(old) - 'changes'
      and (select coalesce(array_agg(key order by key), '{}') from jsonb_object_keys(new.changes) key)
        = (select coalesce(array_agg(key order by key), '{}') from jsonb_object_keys(old.changes) key)
      and not exists (select from jsonb_each(new.changes) field where field.value <> '{"before": null, "after": null}') then
      return new;
    end if;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
drop trigger history_append_only on history;
create trigger history_append_only before update or delete on history
  for each row execute function refuse_change_but_forgetting_or_purging();
