-- When backups and restore tests were last done, and how they ended: for metrics, alerts and the administrators' screen.
-- In the database, because every process of the app must know, on whichever machine the backup ran.
create table maintenance_runs (
  id bigint generated always as identity primary key,
  task text not null check (task in ('backup-database', 'backup-photos', 'restore-test')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  succeeded boolean not null,
  -- What was measured or what went wrong: sizes, counts, one sentence. Never anybody's data.
  details jsonb not null default '{}'
);
create index on maintenance_runs (task, succeeded, finished_at desc);
