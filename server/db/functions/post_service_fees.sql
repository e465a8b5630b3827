/*
 * Books what the service fees of these registrations have changed by since the last entry: docs/algorithms/
 * report.md, "Fees". Idempotent. The caller holds the locks of the registrations.
 */
create or replace function post_service_fees(ids bigint[], at timestamptz) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  insert into fee_entries (kind, event_id, registration_id, type, amount_cents, at)
  select 'service', r.event_id, r.id, coalesce(p.type, booked.type), due.cents - booked.cents, post_service_fees.at
  from registrations r
  cross join lateral amount_paid(r.id) money
  cross join lateral (select fee_due(r.status, r.total_cents, r.fee_cents, money.paid_cents) as cents) due
  cross join lateral (
    -- A fee is reversed under the method by which it was booked.
    select coalesce(sum(f.amount_cents), 0)::int as cents, (array_agg(f.type order by f.id desc))[1] as type
    from fee_entries f where f.registration_id = r.id
  ) booked
  left join lateral effective_payment(r.id) p on true
  where r.id = any (ids) and due.cents <> booked.cents;
end $$;
