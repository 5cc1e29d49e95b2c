-- What the author of an update sent, where the server merged it onto a later one. Null: it is stored as it was sent.
alter table trail_updates add column posted jsonb;
