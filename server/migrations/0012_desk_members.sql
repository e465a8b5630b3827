-- The desk's facts say which registrations they count, not only near which: docs/algorithms/desk.md.

create function desk_place(registration_id bigint) returns smallint
  language sql immutable parallel safe
  return (registration_id & 8191)::smallint;

drop view desk_sums;
alter table desk_facts drop column slots;
-- The places in the chunk of those that are there, and perhaps of some that were: desk_place().
alter table desk_facts add column members smallint[] not null default '{}';
alter table desk_totals drop column slots;
alter table desk_totals add column payment_status smallint;
create view desk_sums as
  select event_id, chunk, status, payment_status, registrations, free, paid, paid_cents from desk_totals
  union all
  select event_id, chunk, status, payment_status, registrations, free, paid, paid_cents from desk_facts where fresh;

-- As before, with members.
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

-- As before, with members, and totals by payment status as well.
create or replace function fold_desk_facts() returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_desk_facts'));

  with touched as materialized (
    select distinct event_id, chunk from desk_facts where fresh
  ),
  taken as (
    delete from desk_facts f using touched t where f.event_id = t.event_id and f.chunk = t.chunk
  ),
  taken_totals as (
    delete from desk_totals d using touched t where d.event_id = t.event_id and d.chunk = t.chunk
  ),
  counted as materialized (
    select e.event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, count(*) as registrations,
      count(*) filter (where total_cents = 0 and status <> 2) as free, count(*) filter (where paid_cents > 0) as paid,
      sum(paid_cents) as paid_cents, array_agg(desk_place(registration_id)) as members
    -- The offset keeps it a look at each chunk, one after the other, however many.
    from touched t cross join lateral (
      select * from desk_entries
      where event_id = t.event_id and registration_id >= t.chunk::bigint << 13 and registration_id < (t.chunk + 1)::bigint << 13
      offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2
  ),
  folded as (
    insert into desk_facts (
      event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid, paid_cents,
      members, fresh
    )
    select event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid,
      paid_cents, members, false
    from counted
  )
  insert into desk_totals (event_id, chunk, status, payment_status, registrations, free, paid, paid_cents)
  select event_id, chunk, status, payment_status, sum(registrations), sum(free), sum(paid), sum(paid_cents)
  from counted group by 1, 2, 3, 4 order by 1, 2;
end $$;

-- As before, with members.
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

drop function desk_slot(bigint);

-- All of it is counted anew.
update desk_facts set fresh = true;
select fold_desk_facts();
