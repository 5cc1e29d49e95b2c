-- Posts of trail status, append only. `networks` maps a network's id from site.json to { status, message }:
-- a network is data of the site, never a column.
create table trail_updates (
  id uuid primary key,
  networks jsonb not null check (jsonb_typeof(networks) = 'object'),
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null
);

create index trail_updates_latest on trail_updates (created_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger trail_updates_append_only before update or delete on trail_updates
  for each row execute function refuse_change();
