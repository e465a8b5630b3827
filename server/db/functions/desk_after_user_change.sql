-- A change of e-mail waits for nobody who holds a registration: the words are a table of their own.
create or replace function desk_after_user_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select r.id
    from new_rows u join old_rows was using (id) join registrations r on r.responsible_user_id = u.id
    where u.email <> was.email
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_search(ids);
  end if;
  return null;
end $$;
create or replace trigger users_desk_update after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function desk_after_user_change();
