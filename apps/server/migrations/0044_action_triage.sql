-- What managers do with an action besides resolving it: let it wait, say what was done, merge it into another. Limits repeat those of the domain.
alter table actions
  add column waiting_for text not null default '' check (char_length(waiting_for) <= 200),
  add column waiting_until date,
  add column fix text not null default '' check (char_length(fix) <= 2000),
  add column merged_into uuid references actions check (merged_into <> id),
  add constraint actions_waiting_is_unresolved check (status = 'Unresolved' or (waiting_for = '' and waiting_until is null)),
  add constraint actions_fixed_is_resolved check (status = 'Resolved' or (fix = '' and merged_into is null));
create index actions_merged_into on actions (merged_into) where merged_into is not null;

-- An action and those it was merged into, one after the other. A merge never closes a circle; UNION ends on one all the same.
create function merge_chain(wanted uuid) returns setof uuid language sql stable as $$
  with recursive chain as (
    select id, merged_into from actions where id = wanted
    union
    select a.id, a.merged_into from actions a join chain c on a.id = c.merged_into
  )
  select id from chain
$$;

-- The action that stays in place of one: the end of its chain.
create function staying_action(wanted uuid) returns uuid language sql stable as $$
  select a.id from merge_chain(wanted) as link (id) join actions a using (id) where a.merged_into is null
$$;
