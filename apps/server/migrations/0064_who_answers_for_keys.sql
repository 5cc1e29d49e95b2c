-- The administrator who answers for a key or webhook: at first whoever made it. It works only while they have the role and can sign in; another
-- administrator takes it over. No foreign key: that person may be gone.
alter table api_keys add column held_by uuid;
update api_keys set held_by = created_by;
alter table api_keys alter column held_by set not null;

alter table webhooks add column held_by uuid;
update webhooks set held_by = created_by;
alter table webhooks alter column held_by set not null;
