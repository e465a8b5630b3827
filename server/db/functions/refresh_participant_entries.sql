-- Brings the entries of these registrations to what participant_truth says. May be called at any time and repeatedly.
create or replace function refresh_participant_entries(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  -- The next statement sees what was committed before it got this lock: of two transactions that change one registration, the
  -- later one writes the effect of both.
  perform from registrations r
    join participant_entries e on e.event_id = r.event_id and e.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of e;

  update participant_entries e set (
    event_id, registration_id, modality_id, category_id, kit_id, payment_id, total_cents, fee_cents, paid_cents, refunding_cents, paid_on,
    created_on, birth_on, status, payment_status, payment_type, sex
  ) = row (t.*)
  from participant_truth t
  where t.registration_id = any (ids) and e.event_id = t.event_id and e.registration_id = t.registration_id
    and row (e.*) is distinct from row (t.*);
end $$;
