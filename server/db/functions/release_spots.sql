-- Cancels registrations and releases the units they hold. Skips registrations that are already cancelled.
-- Returns the ids of those it cancelled.
create or replace function release_spots(registration_ids bigint[], reason text, at timestamptz)
  returns setof bigint
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  released bigint[];
  level_ids bigint[];
  units int[];
begin
  select array_agg(r.id) into released
    from (
      select id from registrations where id = any (registration_ids) and status <> 2 order by id for no key update
    ) r;

  select array_agg(level_id order by level_id), array_agg(count order by level_id) into level_ids, units
    from (
      select level_id, count(*)::int
      from registrations r, unnest(r.held_level_ids) level_id
      where r.id = any (released) group by level_id
    ) units_by_level;

  perform from stock_levels where id = any (level_ids) order by id for update;
  update stock_levels set held = held - units[array_position(level_ids, id)] where id = any (level_ids);

  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = reason, updated_at = at
    where id = any (released);
  return query select unnest(released);
end $$;
