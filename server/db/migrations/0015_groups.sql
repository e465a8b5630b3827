-- Groups of runners with a captain: docs/algorithms/groups.md.

-- The last day on which members join, leave and are removed; null: the event has no groups.
alter table events add column groups_until date;

create table groups (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  captain_user_id bigint not null references users,
  name text not null,
  kind text not null check (kind in ('club', 'company', 'family')),
  -- Part of the invitation's URL. Who has it may see the group's name and join.
  token text not null unique,
  created_at timestamptz not null
);
create unique index groups_name on groups (event_id, lower(name));
create index groups_captain on groups (captain_user_id);

create table group_members (
  registration_id bigint primary key references registrations,
  group_id bigint not null references groups,
  joined_at timestamptz not null
);
create index group_members_group on group_members (group_id, registration_id);
