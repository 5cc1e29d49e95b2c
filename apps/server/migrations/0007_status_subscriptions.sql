-- Who gets trail status by mail. Nobody does who has not followed the link in a letter sent to that address.
create table status_subscriptions (
  -- Stands in every letter as the way to end it: random, and good for nothing else.
  id uuid primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 254 and email like '%_@_%'),
  -- Ids of networks from site.json; empty until confirmed.
  networks text[] not null default '{}',
  -- What was asked for last and is not confirmed yet, with the hash of the link that confirms it.
  wanted text[],
  token_hash bytea unique check (length(token_hash) = 32),
  expires_at timestamptz,
  created_at timestamptz not null
);

-- Of letters that can be ended from the mail alone (RFC 8058).
alter table letters add column unsubscribe_url text;
