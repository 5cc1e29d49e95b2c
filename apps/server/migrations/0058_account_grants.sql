-- Who let whom in: accounts, and roles from manager up. People who let each other in lately do not approve each other's entries. Ids only and
-- without references: the chain holds after someone in it has left.
create table account_grants (
  id bigint generated always as identity primary key,
  person_id uuid not null,
  granted_by uuid not null,
  -- The role of the one who granted it, at that moment.
  granted_by_role int not null,
  way text not null check (way in ('invited', 'request-accepted', 'role-raised', 'enabled')),
  at timestamptz not null,
  check (person_id <> granted_by)
);
create index account_grants_at on account_grants (at);

create trigger account_grants_append_only before update or delete on account_grants
  for each row execute function refuse_change();
create trigger account_grants_no_truncate before truncate on account_grants
  for each statement execute function refuse_change();

-- What the audit log knows already. Of someone who has left since, the role is unknown: the lowest that could grant it is assumed.
insert into account_grants (person_id, granted_by, granted_by_role, way, at)
  select a.subject_id, a.actor_id, coalesce(p.role, 2), case a.event when 'user-created' then 'invited' else 'role-raised' end, a.at
  from audit_log a left join people p on p.id = a.actor_id
  where a.actor_id is not null and a.subject_id is not null and a.actor_id <> a.subject_id and (
    a.event = 'user-created' or (a.event = 'role-changed' and (a.details ->> 'to')::int >= 2
      and (a.details ->> 'to')::int > coalesce((a.details ->> 'from')::int, 0)))
  order by a.id;
