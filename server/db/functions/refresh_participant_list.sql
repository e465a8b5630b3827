-- Rewrites the participant_list rows of these registrations from participant_list_source. Idempotent.
create or replace function refresh_participant_list(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  -- The lock makes the update below read data committed before it was granted: when two transactions change
  -- one registration, the later one writes the effect of both.
  perform from registrations r
    join participant_list e on e.event_id = r.event_id and e.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of e;

  update participant_list e set (
    event_id, registration_id, modality_id, category_id, kit_id, payment_id, total_cents, fee_cents, paid_cents, refunding_cents, paid_on,
    created_on, birth_on, status, payment_status, payment_type, sex
  ) = row (t.*)
  from participant_list_source t
  where t.registration_id = any (ids) and e.event_id = t.event_id and e.registration_id = t.registration_id
    and row (e.*) is distinct from row (t.*);
end $$;
