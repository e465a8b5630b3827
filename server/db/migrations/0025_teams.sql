-- Relay teams: docs/algorithms/relay.md.

-- How many people run a place of the category together; null: everybody runs alone.
alter table categories add column team_size int;
alter table categories add column team_rule text not null default 'any';
-- The names of the legs, one per line; empty: they are numbered.
alter table categories add column legs text not null default '';
alter table categories add constraint categories_team_check
  check (team_size between 2 and 8 and team_rule in ('any', 'men', 'women', 'mixed')) not valid;

-- The last day on which members of teams are substituted and legs change; null: they do not.
alter table events add column teams_until date;

create table teams (
  id bigint generated always as identity primary key,
  category_id bigint not null references categories,
  name text not null,
  captain_user_id bigint not null references users,
  created_at timestamptz not null
);
create index teams_category on teams (category_id);
create index teams_captain on teams (captain_user_id);

create table team_members (
  registration_id bigint primary key references registrations,
  team_id bigint not null references teams,
  leg int not null check (leg >= 1),
  -- Deferrable, so that one statement may exchange legs.
  constraint team_members_leg unique (team_id, leg) deferrable
);
