/*
 * The units of an event that only holders of a reserving level may take (docs/algorithms/stock.md), without the one
 * that a registration takes with each of the levels `taken_ids`.
 */
create or replace function reserved_units(of_event_id bigint, at timestamptz, taken_ids bigint[] default '{}')
  returns int
  language sql stable
as $$
  select coalesce(sum(greatest(capacity - held - (id = any (taken_ids))::int, 0)), 0)::int from stock_levels level
  where event_id = of_event_id and reserved_until is not null and reserves(level, at)
$$;
