-- The time of a device is what its clock says, and that may be any year. One that cannot be true made a record unreadable for good: the
-- server's time stands for it, and what the device sent stays beside.
alter table history add column recorded_at_sent text;

alter table history disable trigger history_append_only;
update history set recorded_at_sent = recorded_at::text, recorded_at = created_at
  where recorded_at < '2000-01-01Z' or recorded_at > created_at + interval '1 day';
alter table history enable trigger history_append_only;

update actions set recorded_at = created_at where recorded_at < '2000-01-01Z' or recorded_at > created_at + interval '1 day';

-- What phones and routes can read, whatever comes in by another way.
alter table history add check (recorded_at >= '2000-01-01Z' and recorded_at < '3000-01-01Z');
alter table actions add check (recorded_at >= '2000-01-01Z' and recorded_at < '3000-01-01Z');
