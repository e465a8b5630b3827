-- An order inserts registrations and payments in one statement, whose triggers run afterwards in any order.
-- The insert trigger of registrations writes complete rows, so this trigger skips rows that are missing or
-- already right.
create or replace function participants_after_payment_item_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_list(array(
    select i.registration_id
    from new_rows i join lateral (select id, event_id from registrations where id = i.registration_id limit 1) r on true
    where tg_op = 'UPDATE' or exists (
      select from participant_list e
      where e.event_id = r.event_id and e.registration_id = r.id and e.payment_id is distinct from i.payment_id
    )
  ));
  return null;
end $$;
create or replace trigger payment_items_participants_insert after insert on payment_items
  referencing new table as new_rows
  for each statement execute function participants_after_payment_item_change();
create or replace trigger payment_items_participants_update after update on payment_items
  referencing new table as new_rows
  for each statement execute function participants_after_payment_item_change();
