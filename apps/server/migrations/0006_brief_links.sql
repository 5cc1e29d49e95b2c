-- Links that managers make for responders without an account: to the open hazards on the way in to one post, for some hours.

create table brief_links (
  id uuid primary key,
  -- Only the SHA-256 of a token is kept: a copy of the database opens no brief.
  token_hash bytea not null unique check (length(token_hash) = 32),
  marker_code text not null check (char_length(marker_code) between 1 and 40),
  created_at timestamptz not null,
  -- No foreign key: that person may be gone.
  created_by uuid not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '72 hours')
);
