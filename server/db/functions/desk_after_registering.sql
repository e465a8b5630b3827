create or replace function desk_after_registering() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  with written as (
    insert into desk_entries select * from desk_truth where registration_id = any (array(select id from new_rows))
    returning *
  )
  insert into desk_facts (
    event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid, paid_cents,
    members
  )
  select event_id, desk_chunk(registration_id), modality_id, category_id, kit_id, status, payment_status, paid_on, count(*),
    count(*) filter (where total_cents = 0 and status <> 2), count(*) filter (where paid_cents > 0), sum(paid_cents),
    array_agg(desk_place(registration_id))
  from written
  group by 1, 2, 3, 4, 5, 6, 7, 8;

  insert into desk_search (event_id, registration_id, text)
  select r.event_id, r.id, desk_search_text(r.name, u.email, r.cpf)
  from new_rows r join users u on u.id = r.responsible_user_id;
  return null;
end $$;
create or replace trigger registrations_desk_insert after insert on registrations
  referencing new table as new_rows
  for each statement execute function desk_after_registering();
