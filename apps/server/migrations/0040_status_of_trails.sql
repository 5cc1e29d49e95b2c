-- What an update says of single trails, and what follows from it (packages/domain, trail-status): statuses of trails by their id, closures of
-- networks, trails and sections, and since when each status is as it is.
alter table trail_updates
  add column trails jsonb not null default '{}' check (jsonb_typeof(trails) = 'object'),
  add column closures jsonb not null default '[]' check (jsonb_typeof(closures) = 'array'),
  add column outcome jsonb check (jsonb_typeof(outcome) = 'object');
-- The defaults were for the updates that are there; of a new one the trigger must see that it says nothing.
alter table trail_updates alter column trails drop default, alter column closures drop default;

-- A post that does not speak of trails leaves what was said of them (T17): also one that a process of the version before writes while both run.
create or replace function number_trail_update() returns trigger language plpgsql as $$
begin
  if new.order_number is null then
    perform pg_advisory_xact_lock(hashtextextended('trail-status', 0));
    new.order_number := nextval('trail_update_order');
    if new.trails is null then
      select u.trails, u.closures into new.trails, new.closures from trail_updates u order by u.order_number desc limit 1;
    end if;
  end if;
  new.trails := coalesce(new.trails, '{}');
  new.closures := coalesce(new.closures, '[]');
  return new;
end $$;
