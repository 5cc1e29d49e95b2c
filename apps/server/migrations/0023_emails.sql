-- The table of emails that wait to be sent, by the name everyone uses for them.
alter table letters rename to emails;
alter index letters_pkey rename to emails_pkey;
alter index letters_recipient rename to emails_recipient;
alter index letters_once rename to emails_once;
alter index letters_created_at rename to emails_created_at;
alter index letters_person rename to emails_person;
-- While servers are replaced one after the other, the older ones still write to the old name.
create view letters as select * from emails;
