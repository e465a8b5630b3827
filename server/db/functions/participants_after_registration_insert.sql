create or replace function participants_after_registration_insert() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  insert into participant_list
  select * from participant_list_source where registration_id = any (array(select id from new_rows));

  insert into participant_search (event_id, registration_id, text)
  select r.event_id, r.id, participant_text(r.name, u.email, r.cpf)
  from new_rows r join lateral (select email from users where id = r.responsible_user_id limit 1) u on true;
  return null;
end $$;
create or replace trigger registrations_participants_insert after insert on registrations
  referencing new table as new_rows
  for each statement execute function participants_after_registration_insert();
