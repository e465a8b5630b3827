/*
 * Whether a level keeps its unused units from everybody who does not hold one of it. The last day is one in the
 * event's time zone.
 */
create or replace function reserves(of_level stock_levels, at timestamptz)
  returns boolean
  language sql stable
as $$
  select of_level.capacity is not null and of_level.reserved_until >= (at at time zone timezone)::date
  from events where id = of_level.event_id
$$;
