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

-- Who was invited by e-mail, until the race; also those who have joined.
create table group_invites (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  name text not null,
  email text not null,
  invited_at timestamptz not null,
  reminded_at timestamptz
);
create unique index group_invites_email on group_invites (email, group_id);
create index group_invites_group on group_invites (group_id);
