-- When a sweep first found the session too old, null while it looks alive. It is deleted only if it still is at a sweep days later: a
-- clock that jumps ahead and back must not sign everyone out.
alter table sessions add column expired_at timestamptz;

-- Of a refused command the answer is kept for good, its patch only if it is small, and for some weeks.
alter table commands alter column patch drop not null;
update commands set patch = null
  where answer ->> 'outcome' not in ('applied', 'merged') and (octet_length(patch::text) > 8192 or received_at < now() - interval '30 days');
create index commands_refused on commands (received_at) where patch is not null and answer ->> 'outcome' not in ('applied', 'merged');
