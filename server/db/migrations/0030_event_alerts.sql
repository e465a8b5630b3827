-- Accounts that asked to be told by e-mail when registrations open, or when a sold-out event has a place again.
create table event_alerts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  user_id bigint not null references users,
  kind text not null check (kind in ('opening', 'place')),
  -- Secret of the link in the e-mail that ends the alert.
  token text not null unique,
  created_at timestamptz not null,
  -- Null while the account waits.
  told_at timestamptz,
  unique (user_id, event_id)
);
create index event_alerts_waiting on event_alerts (event_id, id) where told_at is null;
