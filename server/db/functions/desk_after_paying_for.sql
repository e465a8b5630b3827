-- The write path inserts registrations and their payments in one statement: by now the entries know.
create or replace function desk_after_paying_for() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select i.registration_id from new_rows i join registrations r on r.id = i.registration_id
    where tg_op = 'UPDATE' or not exists (
      select from desk_entries e
      where e.event_id = r.event_id and e.registration_id = r.id and e.payment_id = i.payment_id
    )
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_entries(ids);
  end if;
  return null;
end $$;
create or replace trigger payment_items_desk_insert after insert on payment_items
  referencing new table as new_rows
  for each statement execute function desk_after_paying_for();
create or replace trigger payment_items_desk_update after update on payment_items
  referencing new table as new_rows
  for each statement execute function desk_after_paying_for();
