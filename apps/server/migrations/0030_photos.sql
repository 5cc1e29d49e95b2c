-- Several photos to a record, each with a note. Only added to: the version of the server before this one goes on with `photo_id`, which
-- stays the first of them. Where the list is empty, the photo that `photo_id` names is the only one.
alter table actions add column photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array');
alter table points add column photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array');

-- A photo belongs to an action, a point or a person, or to nothing yet.
alter table photos
  add column point_id uuid references points,
  add column person_id uuid references people on delete set null,
  add constraint photos_one_record check (num_nonnulls(action_id, point_id, person_id) <= 1);
create index photos_point on photos (point_id) where point_id is not null;
create index photos_person on photos (person_id) where person_id is not null;

-- A person's picture.
alter table people add column picture_id uuid;
