-- People, what lets them in, and the record of what was done with it.

create table people (
  id uuid primary key,
  display_name text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 40),
  -- Lower case, so that one address is one account however it is typed.
  email text not null unique check (email = lower(email) and char_length(email) <= 254 and email like '%_@_%'),
  phone text not null default '' check (char_length(phone) <= 40),
  role int not null default 1 check (role between 1 and 4),
  disabled boolean not null default false,
  created_at timestamptz not null,
  -- Who added this person; null for those who registered themselves. No foreign key: that person may be gone.
  created_by uuid
);

create index people_managers on people (id) where role >= 2 and not disabled;

-- Apart from people, so that no query for a person can carry a password along.
create table passwords (
  person_id uuid primary key references people on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- Only the SHA-256 of a token is kept: a copy of the database opens no account.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  person_id uuid not null references people on delete cascade,
  device text not null check (char_length(device) <= 80),
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);

create index sessions_person on sessions (person_id);

-- One-time links from letters. A new link of the same purpose replaces the one before.
create table account_links (
  person_id uuid not null references people on delete cascade,
  purpose text not null check (purpose in ('set-password', 'confirm-email')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  new_email text check ((purpose = 'confirm-email') = (new_email is not null)),
  expires_at timestamptz not null,
  primary key (person_id, purpose)
);

-- Letters on their way. A row is written with the change it tells of, completed by the sender, and removed once the mail server
-- has accepted it; what waits here is therefore all the mail there is.
create table letters (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  person_id uuid references people on delete cascade,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  -- Null until the sender has written the letter; then fixed, so that a second try sends the same words and the same link.
  subject text,
  body_text text,
  body_html text,
  created_at timestamptz not null
);

create index letters_recipient on letters (recipient);

-- What was done and refused, by ids alone: a person who is gone leaves no address here.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  actor_id uuid,
  subject_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);

create index audit_log_at on audit_log (at);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- An author who has deleted their account is forgotten by name; nothing else of a posted update ever changes.
create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.created_by_name = 'Former user'
    and to_jsonb(new) - 'created_by_name' = to_jsonb(old) - 'created_by_name' then
    return new;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

drop trigger trail_updates_append_only on trail_updates;
create trigger trail_updates_append_only before update or delete on trail_updates
  for each row execute function refuse_change_but_forgetting();
