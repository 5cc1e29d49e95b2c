-- Updates of trail status that wait for a second manager, where the site asks for one. Apart from trail_updates: whatever is public reads that
-- table alone, and so cannot know of them.
create table status_proposals (
  id uuid primary key,
  networks jsonb not null check (jsonb_typeof(networks) = 'object'),
  trails jsonb not null check (jsonb_typeof(trails) = 'object'),
  closures jsonb not null check (jsonb_typeof(closures) = 'array'),
  based_on uuid,
  state text not null check (state in ('Waiting', 'Confirmed', 'Declined', 'Withdrawn')),
  reason text not null check (char_length(reason) <= 280),
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null,
  -- Nobody confirms or declines their own, whichever door they come by; withdrawing is for the author.
  check (state not in ('Confirmed', 'Declined') or updated_by <> created_by)
);

create trigger status_proposals_change after insert or update or delete on status_proposals
  for each row execute function note_row_change('status-proposal');
