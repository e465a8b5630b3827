-- Cancels registrations, ends their open changes, and releases the units of both. Skips registrations that are
-- already cancelled. Returns the ids of those it cancelled.
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
      from (
        select unnest(held_level_ids) from registrations where id = any (released)
        union all
        select unnest(held_level_ids) from registration_changes where registration_id = any (released) and state = 'open'
      ) held (level_id) group by level_id
    ) units_by_level;

  perform from stock_levels where id = any (level_ids) order by id for update;
  update stock_levels set held = held - units[array_position(level_ids, id)] where id = any (level_ids);

  update registration_changes set state = 'ended', end_reason = 'cancelled', held_level_ids = '{}', ended_at = at
    where registration_id = any (released) and state = 'open';
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = reason, updated_at = at
    where id = any (released);
  return query select unnest(released);
end $$;
