-- Work days: which actions are worked on together, and what became of each. Limits repeat those of the domain.
create table work_days (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 80),
  starts_at timestamptz not null,
  back_by timestamptz check (back_by > starts_at),
  meet_at text not null check (char_length(meet_at) <= 200),
  leader text not null check (char_length(leader) <= 200),
  crew jsonb not null check (jsonb_array_length(crew) <= 60),
  guests text not null check (char_length(guests) <= 1000),
  bring text not null check (char_length(bring) <= 1000),
  jobs jsonb not null check (jsonb_array_length(jobs) <= 40),
  results jsonb not null,
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null,
  deleted_at timestamptz
);

create trigger work_days_change after insert or update or delete on work_days
  for each row execute function note_row_change('work-day');
