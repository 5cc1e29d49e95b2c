-- The audit log is read page by page, the latest first: by who did it, by whom it is about, and by event.
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_subject on audit_log (subject_id, id);
create index audit_log_event on audit_log (event, id);
