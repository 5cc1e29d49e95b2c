-- Which actions riders without an account are shown: a manager's tick.
alter table actions add column is_shown_to_riders boolean not null default false;
create index actions_shown_to_riders on actions (created_at desc) where is_shown_to_riders and status = 'Unresolved' and deleted_at is null;
