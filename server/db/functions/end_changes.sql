-- Ends the open changes of registrations and releases the units that they hold. Returns the registrations.
create or replace function end_changes(registration_ids bigint[], reason text, at timestamptz)
  returns setof bigint
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  change_ids bigint[];
begin
  perform from registrations where id = any (registration_ids) order by id for no key update;
  select array_agg(id) into change_ids from registration_changes
    where registration_id = any (registration_ids) and state = 'open';
  -- Locking the event's level protects the units reserved in it.
  perform from stock_levels where id in (
    select unnest(c.held_level_ids || r.held_level_ids)
    from registration_changes c join registrations r on r.id = c.registration_id where c.id = any (change_ids)
  ) order by id for update;
  update stock_levels set held = held - units.count
    from (
      select level_id, count(*)::int as count
      from registration_changes c, unnest(c.held_level_ids) level_id where c.id = any (change_ids) group by level_id
    ) units
    where stock_levels.id = units.level_id;
  return query
    update registration_changes c set state = 'ended', end_reason = reason, held_level_ids = '{}', ended_at = at
    where c.id = any (change_ids) returning c.registration_id;
end $$;
