-- Writes participant_search only, which payments never lock. Changing an e-mail address therefore locks no
-- registration.
create or replace function participants_after_user_update() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_search(array(
    select r.id
    from new_rows u join old_rows was using (id) join registrations r on r.responsible_user_id = u.id
    where u.email <> was.email
  ));
  return null;
end $$;
create or replace trigger users_participants_update after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function participants_after_user_update();
