-- Landing zones need a second manager's confirmation, like emergency posts.
alter table points drop constraint points_check2;
alter table points add constraint points_confirmed check (confirmed is null or category in ('Emergency Marker', 'Helicopter LZ'));

-- Those that are public already stay as they are.
update points set confirmed = jsonb_build_object(
  'code', '',
  'place', jsonb_build_object('latitude', place -> 'latitude', 'longitude', place -> 'longitude'),
  'isGone', is_gone,
  'description', description,
  'notes', notes)
where category = 'Helicopter LZ';
