/*
 * Makes a registration hold one unit of each level in `wanted_ids` instead of the levels it holds now. A
 * cancelled registration becomes Pendente again. `outcome` is changed, sold_out (with level_id),
 * already_registered or event_cancelled; the last three change nothing. Cancelling an event locks the event's
 * stock level, so no registration becomes active after the cancellation. An open change of the registration ends,
 * and its units count as free. The caller has locked the event if
 * `wanted_ids` contains a price tier that the registration does not hold.
 */
create or replace function change_spots(registration_id bigint, wanted_ids bigint[], at timestamptz, out outcome text, out level_id bigint)
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  registration registrations;
  ended_ids bigint[];
  change_ids bigint[];
begin
  select * into strict registration from registrations where id = registration_id for no key update;
  select held_level_ids into change_ids from registration_changes c
    where c.registration_id = registration.id and state = 'open';
  change_ids := coalesce(change_ids, '{}');
  perform from stock_levels where id = any (registration.held_level_ids || change_ids || wanted_ids) order by id for update;

  if registration.status = 2 and exists (select from events where id = registration.event_id and status = 3) then
    outcome := 'event_cancelled';
    return;
  end if;
  if registration.status = 2 and exists (
    select from registrations
    where event_id = registration.event_id and cpf = registration.cpf and status <> 2
  ) then
    outcome := 'already_registered';
    return;
  end if;

  -- Reports the first sold-out level in the order of `wanted_ids`.
  select wanted.id into level_id
    from unnest(wanted_ids) with ordinality wanted (id, nth) join stock_levels using (id)
    where not id = any (registration.held_level_ids) and (
      closed_at is not null
      or held - (id = any (change_ids))::int + case kind when 'event' then reserved_units(event_id, at, wanted_ids) else 0 end >= capacity
    )
    order by wanted.nth limit 1;
  if found then
    outcome := 'sold_out';
    return;
  end if;

  update stock_levels
    set held = held + (id = any (wanted_ids))::int - (id = any (registration.held_level_ids))::int - (id = any (change_ids))::int
    where id = any (registration.held_level_ids || change_ids || wanted_ids);
  update registration_changes c set state = 'ended', end_reason = 'replaced', held_level_ids = '{}', ended_at = at
    where c.registration_id = registration.id and state = 'open';
  update registrations
    set held_level_ids = wanted_ids, updated_at = at,
      status = case when status = 2 then 0 else status end, cancelled_at = null, cancel_reason = null
    where id = registration_id;
  select array_agg(id) into ended_ids from stock_levels
    where id = any (wanted_ids) and kind = 'tier' and held >= capacity and closed_at is null;
  if ended_ids is not null then
    perform close_tiers(ended_ids, at);
  end if;
  outcome := 'changed';
end $$;
