-- Lines of trails that managers changed in the app: one row for each trail. Limits repeat those of the domain.
create table trail_lines (
  id uuid primary key,
  trail text not null unique check (char_length(trail) between 1 and 200),
  -- Null: as surveyed.
  line jsonb check (line is null or jsonb_typeof(line -> 'lines') = 'array'),
  note text not null check (char_length(note) <= 500),
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null
);

create trigger trail_lines_change after insert or update or delete on trail_lines
  for each row execute function note_row_change('trail-line');
