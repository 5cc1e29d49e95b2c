-- What the author of a report was notified of, so that each piece of news goes out once. Removed with the address it was for.
create table report_news (
  report_id uuid not null references reports on delete cascade,
  what text not null check (char_length(what) <= 100),
  primary key (report_id, what)
);
