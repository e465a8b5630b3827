/*
 * Closes price tiers that have sold their last unit. The prices of their events change, so their versions do:
 * orders planned with an older version are planned again, and pages are rendered again. The caller has locked
 * the events and the levels.
 */
create or replace function close_tiers(level_ids bigint[], at timestamptz)
  returns void
  language sql
begin atomic
  update events set version = version + 1
    where id in (select event_id from stock_levels where id = any (level_ids));
  update stock_levels set closed_at = at where id = any (level_ids);
end;
