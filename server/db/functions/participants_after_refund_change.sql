-- An update refreshes entries only if it changes a column that `item_refunds` reads. Claims and checks change
-- none. They are made without a lock of the registration, so they must not wait for its entry.
create or replace function participants_after_refund_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_participant_list(array(select distinct registration_id from new_rows));
  else
    perform refresh_participant_list(array(
      select distinct f.registration_id from new_rows f join old_rows was using (id)
      where (f.status, f.amount_cents, f.reason, f.approved_at)
        is distinct from (was.status, was.amount_cents, was.reason, was.approved_at)
    ));
  end if;
  return null;
end $$;
create or replace trigger refunds_participants_insert after insert on refunds
  referencing new table as new_rows
  for each statement execute function participants_after_refund_change();
create or replace trigger refunds_participants_update after update on refunds
  referencing old table as old_rows new table as new_rows
  for each statement execute function participants_after_refund_change();
