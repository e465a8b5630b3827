-- Categories whose registrations were moved to another one, after which they were deleted.
create table category_merges (
  from_category_id bigint primary key,
  event_id bigint not null references events on delete cascade,
  from_name text not null,
  -- May be merged into a third category later.
  into_category_id bigint not null,
  -- The name before the merge, which may change it.
  into_name text not null,
  merged_at timestamptz not null
);
create index category_merges_event on category_merges (event_id);
