-- Emails to many: the change that causes them writes one row here, and a job turns it into emails afterwards, some hundreds in a
-- transaction, so that posting takes as long for 100,000 readers as for one.
create table email_fan_outs (
  id uuid primary key,
  kind text not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  -- The last recipient whose email is queued; moved in the transaction that queues it, so that a crash neither loses nor doubles one.
  after text,
  created_at timestamptz not null
);

-- One email for each update and subscription. Also finds what waits for a subscription that ends.
create unique index letters_once on letters ((details ->> 'subscriptionId'), (details ->> 'updateId'));
-- With 100,000 waiting, removing old ones or those of one person must not read them all.
create index letters_created_at on letters (created_at);
create index letters_person on letters (person_id) where person_id is not null;
