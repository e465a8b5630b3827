-- Folds what was written since the last time: the chunks it touched are counted anew from their entries, which say at one
-- moment what all facts of that moment add up to. What is written meanwhile stays beside it. One at a time, each with a moment of
-- its own.
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
