-- Warnings by others, one row for each feed that site.json names: what it last said of our networks, and when. Fetched again at any time.
create table warning_feeds (
  id text primary key check (char_length(id) between 1 and 100),
  -- Of what site.json says of the feed and the networks; with another, nothing that was read counts any more.
  settings text not null check (char_length(settings) <= 100),
  etag text check (char_length(etag) <= 1000),
  last_modified text check (char_length(last_modified) <= 100),
  -- The last try, and the last answer that could be read.
  checked_at timestamptz,
  answered_at timestamptz,
  failure text check (char_length(failure) <= 300),
  -- Messages that the feed leads to, by address: read once for each version.
  messages jsonb not null default '{}' check (jsonb_typeof(messages) = 'object'),
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array')
);
