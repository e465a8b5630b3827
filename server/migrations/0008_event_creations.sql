-- An event is made once for each key of whoever makes it: the same request again, after a lost answer or a double click,
-- finds the event it made.
create table event_creations (
  user_id bigint not null references users,
  idempotency_key text not null,
  -- Hash of what was asked: the same key with other words is refused.
  request_hash text not null,
  event_id bigint not null references events deferrable initially deferred,
  created_at timestamptz not null,
  primary key (user_id, idempotency_key)
);
create index event_creations_event on event_creations (event_id);
