-- The back office: what it searches, and what it shows of the health of the house.

-- An account is found by name, e-mail and CPF at once, accents forgiven. Kept with the row: a common name meets fifty thousand
-- of a million rows, and taking the accents off each of them anew takes seconds.
alter table users add column words text not null
  generated always as (searchable(name || ' ' || email || ' ' || coalesce(cpf, ''))) stored;
create index users_words on users using gin (words gin_trgm_ops);
drop index users_search;
create index users_blocked on users (id) where blocked_at is not null;
create index users_removed on users (id) where anonymized_at is not null;

-- The registrations of one person, with an account or without.
create index registrations_person on registrations (cpf, id);

create unique index enterprises_cnpj on enterprises (cnpj) where cnpj is not null;
-- The other index tells the realizadores of one organizer apart; organizers themselves have no parent.
create unique index organizers_own_cnpj on organizers (cnpj) where parent_id is null and cnpj is not null;

-- Opening day writes one 'order.created' after another: only the actor's index bears them.
create index audit_log_actor on audit_log (actor_user_id, id desc);
create index audit_log_action on audit_log (action, id desc) where action <> 'order.created';
create index audit_log_at on audit_log using brin (at);

-- Messages whose money needs a person, among the many that were simply applied.
create index gateway_messages_odd on gateway_messages (id desc)
  where outcome in ('unknown_charge', 'amount_mismatch', 'duplicate');

-- What came in, added up without reading the payments themselves.
create index payments_paid on payments (event_id) include (amount_cents) where status in (1, 2, 3, 12);

-- One row for each service outside: when it last worked, when it last did not, and why.
create table service_health (
  service text primary key check (service in ('mail')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
insert into service_health (service) values ('mail');
