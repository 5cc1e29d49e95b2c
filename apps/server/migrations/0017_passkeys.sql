-- Passkeys (WebAuthn): the public half of a key that never leaves its owner's device. Nothing here opens an account.
create table passkeys (
  -- The credential's id as the device names it.
  id text primary key check (char_length(id) between 1 and 1400),
  person_id uuid not null references people on delete cascade,
  public_key bytea not null,
  -- How often it was used, as far as the device counts: one that falls behind is a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Browser and system on which it was added.
  device text not null check (char_length(device) <= 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_person on passkeys (person_id);

-- What a device is asked to sign: used once, within minutes. Without a person: for signing in.
create table passkey_challenges (
  id uuid primary key,
  challenge text not null,
  person_id uuid references people on delete cascade,
  expires_at timestamptz not null
);

create index passkey_challenges_expires on passkey_challenges (expires_at);

-- For whoever has lost the device: each works once, together with the password. 60 random bits, so a plain hash will do.
create table recovery_codes (
  person_id uuid not null references people on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
