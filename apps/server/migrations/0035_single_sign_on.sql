-- Signing in with an account at the council's own provider (OpenID Connect). Empty where none is set up.

-- Which person somebody at the provider is. Found by the provider's own id of them: an address may pass to somebody else.
create table oidc_identities (
  issuer text not null check (char_length(issuer) between 1 and 1000),
  subject text not null check (char_length(subject) between 1 and 255),
  person_id uuid not null references people on delete cascade,
  -- The role that their groups gave at the last sign-in; null when the role is somebody else's decision.
  given_role int check (given_role between 1 and 4),
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  -- One person there is one person here.
  unique (issuer, person_id)
);

create index oidc_identities_person on oidc_identities (person_id);

-- Sign-ins under way: used once, within minutes, by the browser that began them and holds the token.
create table oidc_attempts (
  token_hash bytea primary key check (length(token_hash) = 32),
  state text not null,
  nonce text not null,
  verifier text not null,
  next_path text not null check (next_path like '/%' and char_length(next_path) <= 2000),
  expires_at timestamptz not null
);

create index oidc_attempts_expires on oidc_attempts (expires_at);
