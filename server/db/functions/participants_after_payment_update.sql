create or replace function participants_after_payment_update() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_list(array(
    select distinct i.registration_id
    from new_rows p join old_rows was using (id) join payment_items i on i.payment_id = p.id
    where (p.status, p.type, p.paid_at, p.duplicate_of) is distinct from (was.status, was.type, was.paid_at, was.duplicate_of)
  ));
  return null;
end $$;
create or replace trigger payments_participants_update after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function participants_after_payment_update();
