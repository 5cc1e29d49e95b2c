-- Open hazards on the way in to a post are found by their place, without reading all others.
create index actions_open_place on actions (((place ->> 'latitude')::float8), ((place ->> 'longitude')::float8))
  where status = 'Unresolved' and deleted_at is null and place is not null;
