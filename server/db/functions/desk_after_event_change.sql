-- The days of an entry are those where the race is: a race that moves to another time zone has other days.
create or replace function desk_after_event_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select r.id
    from new_rows e join old_rows was using (id) join registrations r on r.event_id = e.id
    where e.timezone <> was.timezone
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_entries(ids);
  end if;
  return null;
end $$;
create or replace trigger events_desk_update after update on events
  referencing old table as old_rows new table as new_rows
  for each statement execute function desk_after_event_change();
