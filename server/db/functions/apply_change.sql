-- Gives a registration the units of its open change, releases the units that it no longer needs, and marks the
-- change as applied. The caller has locked the registration.
create or replace function apply_change(change_id bigint, at timestamptz) returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  change registration_changes;
  own_ids bigint[];
begin
  select * into strict change from registration_changes where id = change_id and state = 'open';
  select held_level_ids into strict own_ids from registrations where id = change.registration_id for no key update;
  perform from stock_levels where id = any (own_ids || change.level_ids || change.held_level_ids) order by id for update;
  update stock_levels
    set held = held + (id = any (change.level_ids))::int - (id = any (own_ids))::int - (id = any (change.held_level_ids))::int
    where id = any (own_ids || change.level_ids || change.held_level_ids);
  update registrations set held_level_ids = change.level_ids, updated_at = at where id = change.registration_id;
  update registration_changes set state = 'applied', held_level_ids = '{}', ended_at = at where id = change_id;
end $$;
