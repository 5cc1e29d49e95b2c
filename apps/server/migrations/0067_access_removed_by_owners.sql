-- A restore must not bring back access that its owner has removed. The list of lasting changes holds no addresses and no names: an identity
-- at a provider is listed as a hash with the person's id, and a recovery code as its stored hash.
create function note_ended_sign_on() returns trigger language plpgsql as $$
begin
  insert into lasting_changes (kind, subject, details) values ('sign-on-removed', old.person_id, jsonb_build_object('identity',
    encode(sha256(convert_to(old.person_id || ' ' || old.issuer || ' ' || old.subject, 'UTF8')), 'hex')));
  return null;
end $$;

create function note_ended_recovery_code() returns trigger language plpgsql as $$
begin
  insert into lasting_changes (kind, subject, details)
    values ('recovery-code-ended', old.person_id, jsonb_build_object('code', encode(old.code_hash, 'hex')));
  return null;
end $$;

create trigger oidc_identities_removed after delete on oidc_identities for each row execute function note_ended_sign_on();
create trigger recovery_codes_removed after delete on recovery_codes for each row execute function note_ended_recovery_code();
create trigger recovery_codes_used after update of used_at on recovery_codes for each row
  when (old.used_at is null and new.used_at is not null) execute function note_ended_recovery_code();
create trigger people_moved after update of email on people for each row
  when (new.email <> old.email) execute function note_lasting_change('address-changed');

-- Where an account request came from: the first number of an IPv4 address (the first two groups of IPv6), and one number or group more. If
-- the list is full, the range with the most requests loses one. Neither identifies anyone. Null: a login with the council's single sign-on.
alter table account_requests add column wide_range text, add column narrow_range text;

-- People whose address in the backup was changed afterwards. It may belong to someone else, so no email about the account goes there.
create table doubtful_addresses (
  person_id uuid primary key references people on delete cascade,
  since timestamptz not null default now()
);
