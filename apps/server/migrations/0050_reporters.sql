-- Devices without an account that a manager has muted: their reports are taken like all others, and wait unseen.
create table reporters (
  -- Of the device, as in `reports.created_by`.
  id uuid primary key,
  muted boolean not null,
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null
);

create trigger reporters_change after insert or update or delete on reporters
  for each row execute function note_row_change('reporter');
