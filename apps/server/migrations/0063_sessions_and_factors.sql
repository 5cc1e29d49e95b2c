-- How each session began: its role is limited by that, whatever is added to the account later. Of sessions from before nobody knows whether
-- they had two factors, so they count as if they had one.
alter table sessions add column role_at_sign_in int, add column has_two_factors boolean;
update sessions s set role_at_sign_in = p.role, has_two_factors = false from people p where p.id = s.person_id;
alter table sessions alter column role_at_sign_in set not null, alter column has_two_factors set not null;

-- The link by which a session with one factor adds a passkey.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check check (purpose in ('set-password', 'confirm-email', 'add-passkey'));

-- Links in notices, by which the owner of an address takes the account back. Several at a time: a thief who moves the account to another
-- address must not be able to replace those that the owner has.
create table take_back_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id uuid not null references people on delete cascade,
  -- Where it was sent: the account's address again, once it is used.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index take_back_links_person on take_back_links (person_id);
create index take_back_links_email on take_back_links (email);

-- What one administrator has requested and a second has to approve.
create table second_factor_resets (
  person_id uuid primary key references people on delete cascade,
  requested_by uuid not null references people on delete cascade,
  requested_at timestamptz not null,
  check (person_id <> requested_by)
);
