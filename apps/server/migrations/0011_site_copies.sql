-- The last data of the site that passed its check: what the server starts with when a later delivery has issues.
create table site_copies (
  site text primary key,
  -- Of the bundle (SiteBundle.hash).
  hash text not null,
  -- As text: the same bytes that were served before.
  content text not null,
  passed_at timestamptz not null
);
