-- The manager who decided about a report; null where the server did. No foreign key: that person may be gone.
alter table reports add column checked_by uuid;
update reports r set checked_by = h.created_by
  from history h
  where h.kind = 'report' and h.record_id = r.id and h.version > 1 and h.changes ? 'status' and r.status <> 'Received';
