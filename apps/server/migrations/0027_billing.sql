-- Who has a subscription. Empty where the site has no plans. Prices, invoices and cards stay with the payment provider.

create table billing_customers (
  person_id uuid primary key references people on delete cascade,
  -- The provider's id of the person.
  customer_id text not null unique check (char_length(customer_id) between 1 and 255),
  -- Questions to the provider are numbered before they are asked; an answer is applied only if no later question's was.
  asked bigint not null default 0,
  applied bigint not null default 0 check (applied <= asked),
  -- The role that the subscription gave; null when the role is somebody else's decision.
  raised_to int check (raised_to between 2 and 4),
  overruled boolean not null default false,
  created_at timestamptz not null
);

-- Whoever decides about the role of a subscriber overrules the subscription. Billing itself says otherwise in the same transaction.
create function note_role_decision() returns trigger language plpgsql as $$
begin
  update billing_customers set raised_to = null, overruled = true where person_id = new.id;
  return null;
end $$;

create trigger people_role_decision after update of role on people
  for each row when (old.role is distinct from new.role) execute function note_role_decision();

-- Events of the provider that were dealt with: they come again, for days.
create table billing_events (
  id text primary key check (char_length(id) between 1 and 255),
  received_at timestamptz not null
);

create index billing_events_received on billing_events (received_at);

-- Customers whose account is gone: until their subscriptions are ended at the provider, so that nobody pays for an account they deleted.
create table billing_leavers (
  customer_id text primary key,
  left_at timestamptz not null
);

create function note_billing_leaver() returns trigger language plpgsql as $$
begin
  insert into billing_leavers values (old.customer_id, now()) on conflict do nothing;
  return null;
end $$;

create trigger billing_customers_left after delete on billing_customers
  for each row execute function note_billing_leaver();
