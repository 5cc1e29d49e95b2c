-- People who were invited and have not accepted yet. The row goes when they do: then they are like everyone else.
create table invitations (
  person_id uuid primary key references people on delete cascade,
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at)
);

-- Who asks for an account where a manager must say yes. Apart from people: nobody can sign in, be assigned or be seen who is only here.
create table account_requests (
  id uuid primary key,
  display_name text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 40),
  email text not null unique check (email = lower(email) and char_length(email) <= 254 and email like '%_@_%'),
  asked_at timestamptz not null
);

create index account_requests_asked on account_requests (asked_at);
