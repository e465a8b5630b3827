-- Dates in participant_list are in the event's time zone.
create or replace function participants_after_event_update() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform refresh_participant_list(array(
    select r.id
    from new_rows e join old_rows was using (id) join registrations r on r.event_id = e.id
    where e.timezone <> was.timezone
  ));
  return null;
end $$;
create or replace trigger events_participants_update after update on events
  referencing old table as old_rows new table as new_rows
  for each statement execute function participants_after_event_update();
