-- What anybody reports without an account, apart from actions until a manager accepts it. Limits repeat those of the domain.
create table reports (
  id uuid primary key,
  -- From the sequence of actions: the action that is made of a report has its number.
  number text not null unique check (number ~ '^[0-9]{4,}$'),
  category text not null check (char_length(category) between 1 and 40),
  words text not null check (char_length(words) <= 500),
  area text not null check (char_length(area) <= 200),
  trail text check (char_length(trail) <= 200),
  place jsonb check (
    (place ->> 'latitude')::float8 between -90 and 90
    and (place ->> 'longitude')::float8 between -180 and 180
    and coalesce((place ->> 'accuracyM')::float8, 0) >= 0
  ),
  can_hurt boolean not null,
  status text not null check (status in ('Received', 'Accepted', 'Declined')),
  -- Deleted some days after it is closed, and at any time by the reporter.
  contact text check (char_length(contact) <= 254),
  -- Of the code of its link; the code itself is not stored.
  follow_hash text not null unique check (follow_hash ~ '^[0-9a-f]{64}$'),
  action_id uuid unique,
  reason text check ((reason is not null) = (status = 'Declined')),
  answer text not null check (char_length(answer) <= 500),
  checked_at timestamptz check ((checked_at is null) = (status = 'Received')),
  photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array'),
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  -- The id of the device that sent it, which is no person's.
  created_by uuid not null,
  created_by_name text not null,
  check ((action_id is not null) = (status = 'Accepted'))
);
create index reports_created_by on reports (created_by);
create index reports_contact on reports (id) where contact is not null;

create trigger reports_change after insert or update or delete on reports
  for each row execute function note_row_change('report');

alter table photos
  add column report_id uuid references reports,
  drop constraint photos_one_record,
  add constraint photos_one_record check (num_nonnulls(action_id, point_id, person_id, report_id) <= 1);
create index photos_report on photos (report_id) where report_id is not null;
