-- Addresses of other programs that are told of actions and status. A message is written in the transaction of the change that it tells
-- of, with a job of the queue `webhook`.
create table webhooks (
  id uuid primary key,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  url text not null check (char_length(url) <= 500),
  events text[] not null check (cardinality(events) > 0 and events <@ array['action', 'status']),
  -- As it is and not hashed: each message is signed with it.
  secret bytea not null check (length(secret) = 32),
  -- The one before, which signs beside it for a day so that the receiver can change over.
  old_secret bytea check (length(old_secret) = 32),
  old_secret_until timestamptz,
  created_at timestamptz not null,
  -- No foreign key: that person may be gone.
  created_by uuid not null,
  -- Since when no message was taken, and when that was last seen; null after one was.
  failing_since timestamptz,
  failed_at timestamptz,
  paused_at timestamptz
);

create table webhook_messages (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  -- Byte for byte what is signed and sent, the same with each try.
  body text not null,
  created_at timestamptz not null,
  -- Taken by the receiver, or given up.
  done_at timestamptz
);
create index webhook_messages_waiting on webhook_messages (webhook_id) where done_at is null;
create index webhook_messages_age on webhook_messages (created_at);

create table webhook_tries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  message_id uuid not null references webhook_messages on delete cascade,
  at timestamptz not null,
  -- What was answered; null when nobody did, and then `problem` says why.
  status int,
  problem text check (char_length(problem) <= 100),
  duration_ms int not null
);
create index webhook_tries_latest on webhook_tries (webhook_id, id desc);
create index webhook_tries_message on webhook_tries (message_id);
