-- How many people an update was news to by email, as it was posted. Null: not known, of those posted before it was counted.
alter table trail_updates add column emailed integer check (emailed >= 0);
