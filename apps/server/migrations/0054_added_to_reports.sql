-- What is added to a report by its link is a report of its own that names it.
alter table reports
  add column adds_to uuid references reports,
  add column is_not_fixed boolean not null default false,
  add constraint reports_not_fixed check (not is_not_fixed or adds_to is not null);
create index reports_adds_to on reports (adds_to) where adds_to is not null;
