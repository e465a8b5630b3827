create or replace function participants_after_refund_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_list(array(select distinct registration_id from new_rows));
  return null;
end $$;
create or replace trigger refunds_participants_insert after insert on refunds
  referencing new table as new_rows
  for each statement execute function participants_after_refund_change();
create or replace trigger refunds_participants_update after update on refunds
  referencing new table as new_rows
  for each statement execute function participants_after_refund_change();
