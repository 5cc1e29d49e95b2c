-- The person who records an Action says so, as in a report. The default is the field's blank, which devices read in Actions that they
-- fetched before.
alter table actions add column can_hurt boolean not null default false;
