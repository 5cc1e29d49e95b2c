-- Counts of tries, shared by all processes. Unlogged: a count is written at every try and worth nothing after an hour, so nobody waits for
-- the log or a standby, and after a crash or a failover everyone starts with a full budget. Keys are hashes.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_expire on rate_limits (expire);

-- Devices on which a person has signed in before. The token lies in a cookie of the device; several people may use one device.
create table known_devices (
  person_id uuid not null references people on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  last_used_at timestamptz not null,
  primary key (person_id, token_hash)
);

-- Ending a session from another device forgets its device too: a lost phone is a stranger's.
alter table sessions add column device_hash bytea check (length(device_hash) = 32);
