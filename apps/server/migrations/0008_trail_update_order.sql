-- The order in which updates were accepted, given under the lock of trail status. `created_at` is only shown: clocks of processes differ.
create sequence trail_update_order;

alter table trail_updates add column order_number bigint;

-- Those that came by sync in the order of their history, which is the order they were accepted in; those of an import where their time puts them.
-- Phones fetch them again with the number: the trigger that tracks changes stays on.
alter table trail_updates disable trigger trail_updates_append_only;
update trail_updates u set order_number = placed.n
from (
  select t.id, row_number() over (
    order by coalesce(h.id, (
      select max(e.id) from history e join trail_updates o on o.id = e.record_id
      where e.kind = 'trail-update' and o.created_at <= t.created_at), 0), t.created_at, t.id) as n
  from trail_updates t left join history h on h.kind = 'trail-update' and h.record_id = t.id
) placed
where placed.id = u.id;
alter table trail_updates enable trigger trail_updates_append_only;

select setval('trail_update_order', greatest((select max(order_number) from trail_updates), 0) + 1, false);

-- 0: brought over from an older log, below all that was posted here.
alter table trail_updates alter column order_number set not null, add check (order_number >= 0);
create unique index trail_updates_order on trail_updates (order_number) where order_number > 0;
drop index trail_updates_latest;
create index trail_updates_latest on trail_updates (order_number desc, created_at desc, id desc);

-- A trigger, so that no way into the table can forget the lock: without it a later number could be committed, and read, before an earlier one.
create function number_trail_update() returns trigger language plpgsql as $$
begin
  if new.order_number is null then
    perform pg_advisory_xact_lock(hashtextextended('trail-status', 0));
    new.order_number := nextval('trail_update_order');
  end if;
  return new;
end $$;
create trigger trail_updates_number before insert on trail_updates
  for each row execute function number_trail_update();
