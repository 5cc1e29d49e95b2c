-- What managers have made unrecognisable in a photo: `file` is then the blurred one, and its original lies beside it for a time.
alter table photos
  add column boxes jsonb not null default '[]' check (jsonb_typeof(boxes) = 'array' and jsonb_array_length(boxes) <= 20),
  add column blurred_at timestamptz,
  add constraint photos_blurred check ((boxes = '[]') = (blurred_at is null));
create index photos_blurred on photos (blurred_at) where blurred_at is not null;

-- Files that a photo had before it was blurred, or blurred otherwise. They are removed once the change is committed.
create table unused_photo_files (
  file text primary key,
  at timestamptz not null
);
