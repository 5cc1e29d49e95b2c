-- Actions, and the photos that belong to them. Limits repeat those of the domain, so that no other door lets bad data in.

-- Numbers are taken outside of transactions: a report that fails leaves a gap, and no number is ever given twice.
create sequence action_number;

create table actions (
  id uuid primary key,
  number text not null unique check (number ~ '^[0-9]{4,}$'),
  description text not null check (char_length(description) between 1 and 200),
  area text not null check (area <> ''),
  trail text check (trail <> ''),
  detail text not null check (char_length(detail) <= 4000),
  place jsonb check (
    (place ->> 'latitude')::float8 between -90 and 90
    and (place ->> 'longitude')::float8 between -180 and 180
    and coalesce((place ->> 'accuracyM')::float8, 0) >= 0
  ),
  photo_id uuid,
  rating text not null check (rating in ('Unrated', 'Low', 'Medium', 'High', 'Extreme')),
  status text not null check (status in ('Unresolved', 'Resolved')),
  assigned_to uuid,
  assigned_name text,
  assigned_email text,
  notes jsonb not null check (jsonb_typeof(notes) = 'array'),
  completed_at timestamptz check ((completed_at is not null) = (status = 'Resolved')),
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null,
  -- Deleting is soft: phones must hear of it, and the history needs what it speaks of.
  deleted_at timestamptz
);
-- What a member sees without looking at the long past: the unresolved ones and their own.
create index actions_unresolved on actions (id) where status = 'Unresolved' and deleted_at is null;
create index actions_created_by on actions (created_by);
create index actions_assigned_to on actions (assigned_to) where assigned_to is not null;

create trigger actions_change after insert or update or delete on actions
  for each row execute function note_row_change('action');

-- A photo's row is made by the change that names it or by its upload, whichever comes first; the bytes lie in the photo store.
create table photos (
  id uuid primary key,
  -- Who took it: nobody else can put bytes under this id.
  owner_id uuid not null,
  action_id uuid references actions,
  -- Where the store keeps it: chosen before the bytes come, so that a crash leaves no file that no row knows of.
  file text not null unique,
  -- SHA-256 of the bytes as they were sent: tells a repeated upload from another photo.
  sent_hash bytea check (length(sent_hash) = 32),
  stored_at timestamptz check ((stored_at is null) = (sent_hash is null)),
  created_at timestamptz not null
);
create index photos_action on photos (action_id);
create index photos_unclaimed on photos (created_at) where action_id is null;
