-- Keys by which a council's other programs ask this one. A key is no person and no session: it may what its scopes say.
create table api_keys (
  id uuid primary key,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  -- Only the SHA-256 of a key is kept: a copy of the database opens nothing.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The last four characters, by which people recognise the key that they hold: 24 of its 256 bits.
  ending text not null check (char_length(ending) = 4),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read-status', 'post-status', 'read-actions']),
  created_at timestamptz not null,
  -- No foreign key: that person may be gone, and the key is the council's.
  created_by uuid not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz
);
