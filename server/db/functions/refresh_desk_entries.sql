-- Brings the entries of these registrations to the truth, and the facts with them. Right whatever happened, and however often.
create or replace function refresh_desk_entries(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  -- The truth is read after this lock, so that of two who change one registration the later one writes what both did.
  perform from registrations r
    join desk_entries e on e.event_id = r.event_id and e.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of e;

  with truth as materialized (
    select * from desk_truth where registration_id = any (ids)
  ),
  was as materialized (
    select e.* from truth join desk_entries e using (event_id, registration_id)
  ),
  changed as materialized (
    select truth.event_id, truth.registration_id, truth.modality_id, truth.category_id, truth.kit_id, truth.shirt_size_id,
      truth.coupon_id, truth.status, truth.total_cents, truth.fee_cents, truth.payment_id, truth.payment_status,
      truth.payment_type, truth.paid_cents, truth.paid_on, truth.created_on, truth.sex, truth.birth_on
    from truth left join was using (registration_id)
    where was.registration_id is null or (truth.*) is distinct from (
      was.event_id, was.registration_id, was.modality_id, was.category_id, was.kit_id, was.shirt_size_id, was.coupon_id,
      was.status, was.total_cents, was.fee_cents, was.payment_id, was.payment_status, was.payment_type, was.paid_cents,
      was.paid_on, was.created_on, was.sex, was.birth_on
    )
  ),
  written as (
    insert into desk_entries as e select * from changed
    on conflict (event_id, registration_id) do update set
      modality_id = excluded.modality_id, category_id = excluded.category_id, kit_id = excluded.kit_id,
      shirt_size_id = excluded.shirt_size_id, coupon_id = excluded.coupon_id, status = excluded.status,
      total_cents = excluded.total_cents, fee_cents = excluded.fee_cents, payment_id = excluded.payment_id,
      payment_status = excluded.payment_status, payment_type = excluded.payment_type, paid_cents = excluded.paid_cents,
      paid_on = excluded.paid_on, created_on = excluded.created_on, sex = excluded.sex, birth_on = excluded.birth_on
  )
  insert into desk_facts (
    event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid, paid_cents,
    members
  )
  select event_id, desk_chunk(registration_id), modality_id, category_id, kit_id, status, payment_status, paid_on,
    sum(sign), sum(sign * (total_cents = 0 and status <> 2)::int), sum(sign * (paid_cents > 0)::int), sum(sign * paid_cents),
    coalesce(array_agg(desk_place(registration_id)) filter (where arrives), '{}')
  from (
    select changed.*, 1 as sign,
      (changed.modality_id, changed.category_id, changed.kit_id, changed.status, changed.payment_status, changed.paid_on)
        is distinct from (was.modality_id, was.category_id, was.kit_id, was.status, was.payment_status, was.paid_on) as arrives
    from changed left join was using (event_id, registration_id)
    union all
    select was.*, -1, false from was join changed using (event_id, registration_id)
  ) step
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(sign) <> 0 or sum(sign * (total_cents = 0 and status <> 2)::int) <> 0
    or sum(sign * (paid_cents > 0)::int) <> 0 or sum(sign * paid_cents) <> 0
    -- Two that change places are the same sums with other members.
    or bool_or(arrives);
end $$;
