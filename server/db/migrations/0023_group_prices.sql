-- What paying as a group saves: docs/algorithms/groups.md, "Group price".

-- A discount for groups with so many members.
create table group_prices (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  min_members int check (min_members between 2 and 10000),
  rate_bp int check (rate_bp between 1 and 9000),
  position int not null default 0,
  unique (event_id, min_members) deferrable initially deferred
);

-- With so many payers in one payment, one more registration is free; null: none is.
alter table events add column group_free_every int check (group_free_every between 1 and 1000);
