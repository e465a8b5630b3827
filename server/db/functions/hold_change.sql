/*
 * Takes the units that a registration needs in addition to hold `wanted_ids`, for an open change. `outcome` is
 * held, with the additional levels, or sold_out, with the level, which changes nothing. The caller has locked the
 * event and the registration.
 */
create or replace function hold_change(
  of_registration_id bigint, wanted_ids bigint[], at timestamptz, out outcome text, out level_id bigint, out extra_ids bigint[]
)
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  own_ids bigint[];
  ended_ids bigint[];
begin
  select held_level_ids into strict own_ids from registrations where id = of_registration_id for no key update;
  perform from stock_levels where id = any (own_ids || wanted_ids) order by id for update;

  select wanted.id into level_id
    from unnest(wanted_ids) with ordinality wanted (id, nth) join stock_levels using (id)
    where not id = any (own_ids) and (closed_at is not null or held >= capacity)
    order by wanted.nth limit 1;
  if found then
    outcome := 'sold_out';
    return;
  end if;

  select coalesce(array_agg(id), '{}') into extra_ids from unnest(wanted_ids) id where not id = any (own_ids);
  update stock_levels set held = held + 1 where id = any (extra_ids);
  select array_agg(id) into ended_ids from stock_levels
    where id = any (extra_ids) and kind = 'tier' and held >= capacity and closed_at is null;
  if ended_ids is not null then
    perform close_tiers(ended_ids, at);
  end if;
  outcome := 'held';
end $$;
