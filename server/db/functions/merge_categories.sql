/*
 * Moves all registrations of a category, with their units of its stock level, to another one. `moved` is the
 * number of units. Open changes move with them. If the other category lacks units, `missing` is their number
 * and nothing changes. Locks the registrations of both. Questions of the category are asked in the other one. The
 * caller has locked the event.
 */
create or replace function merge_categories(from_id bigint, into_id bigint, at timestamptz, out moved int, out missing int)
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  from_level_id bigint;
  into_level_id bigint;
begin
  select stock_level_id into strict from_level_id from categories where id = from_id;
  select stock_level_id into strict into_level_id from categories where id = into_id;
  perform from registrations where id in (
    select id from registrations where category_id in (from_id, into_id)
    union select registration_id from registration_changes where category_id in (from_id, into_id)
  ) order by id for no key update;
  perform from stock_levels where id in (from_level_id, into_level_id) order by id for update;

  select held into moved from stock_levels where id = from_level_id;
  select greatest(0, held + moved - capacity) into missing from stock_levels where id = into_level_id;
  if missing > 0 then
    return;
  end if;

  update stock_levels set held = held + case id when into_level_id then moved else -moved end
    where id in (from_level_id, into_level_id);
  update registrations
    set category_id = into_id, held_level_ids = array_replace(held_level_ids, from_level_id, into_level_id),
      updated_at = at
    where category_id = from_id;
  update registration_changes
    set category_id = case category_id when from_id then into_id else category_id end,
      from_level_ids = array_replace(from_level_ids, from_level_id, into_level_id),
      level_ids = array_replace(level_ids, from_level_id, into_level_id),
      held_level_ids = array_replace(held_level_ids, from_level_id, into_level_id)
    where category_id = from_id or from_level_ids @> array[from_level_id];
  update questionnaires set category_id = into_id where category_id = from_id;
end $$;
