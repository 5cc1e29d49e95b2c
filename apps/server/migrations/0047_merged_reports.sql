-- Several reports may speak of one action: those that were merged into it, and the one that it was made of.
alter table reports drop constraint reports_action_id_key;
create index reports_action on reports (action_id) where action_id is not null;
