-- Points: what managers add to the network's data, or correct in it. Limits repeat those of the domain, so that no other door lets bad data in.
create table points (
  id uuid primary key,
  category text not null check (category in (
    'Emergency Marker', 'Access Point', 'Helicopter LZ', 'High-risk Feature', 'Hazard', 'POI', 'Start Point', 'Finish Point', 'Airstrip',
    'Task', 'Task Complete', 'Action', 'Action Complete', 'Hazard Resolved', 'Casualty', 'Casualty Complete')),
  code text not null check (char_length(code) <= 12 and (code <> '') = (category = 'Emergency Marker')),
  description text not null check (char_length(description) <= 120 and (description <> '' or category = 'Emergency Marker')),
  notes text not null check (char_length(notes) <= 4000),
  place jsonb not null check (
    (place ->> 'latitude')::float8 between -90 and 90
    and (place ->> 'longitude')::float8 between -180 and 180
    and coalesce((place ->> 'accuracyM')::float8, 0) >= 0
  ),
  replaces jsonb,
  is_gone boolean not null,
  -- What Emergency uses of a post: a code, a place, whether it is gone. Null until two managers agree.
  confirmed jsonb check (confirmed is null or category = 'Emergency Marker'),
  entered_by jsonb not null check (jsonb_typeof(entered_by) = 'array'),
  confirmed_by uuid,
  confirmed_at timestamptz,
  sent_back jsonb,
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null
);
-- One point stands for one record of the network's data.
create unique index points_replaces on points ((replaces ->> 'source'), (replaces ->> 'id')) where replaces is not null;

create trigger points_change after insert or update or delete on points
  for each row execute function note_row_change('point');
