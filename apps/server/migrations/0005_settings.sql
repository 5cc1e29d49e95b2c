-- The one record of settings; its id is known to every phone (SETTINGS_ID of the domain).
create table settings (
  id uuid primary key check (id = '5e771465-0000-4000-8000-000000000001'),
  reviewer_id uuid,
  reviewer_name text,
  reviewer_email text,
  version int not null check (version >= 0),
  updated_at timestamptz,
  updated_by uuid,
  updated_by_name text,
  check (num_nulls(reviewer_id, reviewer_name, reviewer_email) in (0, 3))
);
create trigger settings_change after insert or update on settings
  for each row execute function note_row_change('settings');
insert into settings (id, version) values ('5e771465-0000-4000-8000-000000000001', 0);
