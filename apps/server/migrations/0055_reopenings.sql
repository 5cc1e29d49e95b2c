-- Whether a phone is to hear that something opened again.
alter table push_subscriptions add column reopenings boolean not null default true;
