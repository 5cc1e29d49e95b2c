-- When the database was found to have been set back to an earlier time, and what was ended because of it.
create table restores (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The last change that the backup has.
  restored_to timestamptz,
  ended jsonb not null check (jsonb_typeof(ended) = 'object')
);

-- Changes that a restore must not undo, by ids alone. They are copied to a list outside the database (`listed_in`), and done again from there.
create table lasting_changes (
  id uuid primary key default gen_random_uuid(),
  n bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  subject text not null,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  listed_in int
);
create index lasting_changes_waiting on lasting_changes (n) where listed_in is null;

-- The list, and its next part. A restored database finds parts there that it hasn't written; a new one that shares a folder of photos with
-- another has another id, and so another list.
create table lasting_changes_list (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  next_part int not null check (next_part > 0)
);
insert into lasting_changes_list (next_part) values (1);

create function note_lasting_change() returns trigger language plpgsql as $$
begin
  insert into lasting_changes (kind, subject) values (tg_argv[0], to_jsonb(old) ->> 'id');
  return null;
end $$;

-- `until`: passwords up to that one have ended.
create function note_ended_password() returns trigger language plpgsql as $$
begin
  insert into lasting_changes (kind, subject, details)
    values ('password-ended', old.person_id, jsonb_build_object('until', old.changed_at));
  return null;
end $$;

create function note_limited_person() returns trigger language plpgsql as $$
begin
  insert into lasting_changes (kind, subject, details)
    values ('person-limited', new.id, jsonb_build_object('role', new.role, 'disabled', new.disabled));
  return null;
end $$;

create trigger people_removed after delete on people for each row execute function note_lasting_change('person-removed');
create trigger people_limited after update of role, disabled on people for each row
  when (new.role <> old.role or new.disabled <> old.disabled) execute function note_limited_person();
create trigger passwords_changed after update of changed_at on passwords for each row
  when (new.changed_at <> old.changed_at) execute function note_ended_password();
create trigger passwords_removed after delete on passwords for each row execute function note_ended_password();
create trigger passkeys_removed after delete on passkeys for each row execute function note_lasting_change('passkey-removed');
create trigger webhooks_removed after delete on webhooks for each row execute function note_lasting_change('webhook-removed');
create trigger status_subscriptions_removed after delete on status_subscriptions for each row
  execute function note_lasting_change('email-subscription-removed');
create trigger push_subscriptions_removed after delete on push_subscriptions for each row
  execute function note_lasting_change('push-subscription-removed');
create trigger report_contacts_removed after update of contact on reports for each row
  when (old.contact is not null and new.contact is null) execute function note_lasting_change('report-contact-removed');
