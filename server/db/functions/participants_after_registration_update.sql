create or replace function participants_after_registration_update() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_list(array(select id from new_rows));
  perform refresh_participant_search(array(
    select id from new_rows r join old_rows was using (id)
    where (r.name, r.cpf, r.responsible_user_id) is distinct from (was.name, was.cpf, was.responsible_user_id)
  ));
  return null;
end $$;
create or replace trigger registrations_participants_update after update on registrations
  referencing old table as old_rows new table as new_rows
  for each statement execute function participants_after_registration_update();
