-- The figures of the managers' overview are read from indexes alone: one of what is open, one of what was fixed, both without a look at
-- the long past. Duplicates that were merged are no problems of their own.
create index actions_open on actions (created_at) include (area, trail, rating, assigned_to, number)
  where status = 'Unresolved' and deleted_at is null;
create index actions_fixed on actions (completed_at) include (area, rating, created_at)
  where status = 'Resolved' and deleted_at is null and merged_into is null;
create index reports_waiting on reports (created_at) include (area) where status = 'Received';

-- The days whose email to managers was written: whoever comes second finds the row and writes none.
create table digests (
  day date primary key,
  written_at timestamptz not null
);
