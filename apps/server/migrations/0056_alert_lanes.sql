-- What followers knew of the thing when the message was written, so that its text names what has changed since.
alter table push_messages add column was jsonb not null default '{}' check (jsonb_typeof(was) = 'object');

-- Since when no push has reached this browser, and on how many days one was tried. Its alerts use the slow lane until one arrives.
alter table push_subscriptions
  add column failing_since timestamptz,
  add column failed_days integer not null default 0,
  add column last_failed_on date;
