-- Who follows which trails. By email: single trails beside the networks of 0007, and what was asked for and is not confirmed yet.
alter table status_subscriptions
  add column trails text[] not null default '{}',
  add column wanted_trails text[];

-- By Web Push: a browser that asked for it. No account and no name.
create table push_subscriptions (
  -- Known to that browser alone: the way to change and to end it.
  id uuid primary key,
  -- At the browser's push service, with the keys that a message to it is encrypted for (RFC 8291).
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null check (char_length(p256dh) <= 100),
  auth text not null check (char_length(auth) <= 40),
  networks text[] not null,
  trails text[] not null,
  created_at timestamptz not null,
  check (networks <> '{}' or trails <> '{}')
);

-- News for many: one row in the transaction of the post, worked off behind it. `starts_at`: of a planned closure, due when that begins;
-- what it is news of is looked up then.
create table push_fan_outs (
  id uuid primary key,
  news jsonb check (jsonb_typeof(news) = 'object'),
  starts_at timestamptz unique,
  -- The last subscription whose messages are queued; moved in the transaction that queues them.
  after uuid,
  created_at timestamptz not null,
  check ((news is null) <> (starts_at is null))
);

-- What waits to be handed over. One for each thing that is followed: its text is written as it is sent, from what is so by then.
create table push_messages (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('network', 'trail')),
  topic text not null,
  -- Raised by further news: what was handed over before it is not the last word.
  version integer not null default 1,
  created_at timestamptz not null,
  unique (subscription_id, kind, topic)
);
create index push_messages_created_at on push_messages (created_at);
