-- Notices of managers to everyone, each with its end. Limits repeat those of the domain.
create table notices (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 40),
  text text not null check (char_length(text) <= 140),
  level text not null check (level in ('Caution', 'Fire', 'Weather', 'Closure')),
  ends_at timestamptz not null,
  is_ended boolean not null,
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null
);
-- Those in force are read with every public answer about trail status.
create index notices_ends_at on notices (ends_at) where not is_ended;

create trigger notices_change after insert or update or delete on notices
  for each row execute function note_row_change('notice');
