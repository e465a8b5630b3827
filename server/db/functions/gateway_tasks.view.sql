-- What a person has to do about the gateways, as one row. The metrics and Admin's home read it.
drop view if exists gateway_tasks;
create view gateway_tasks as select
  -- When a gateway rejected the API key within the last hour.
  (
    select max(key_rejected_at) from gateway_calls
    where hour > now() - interval '2 hours' and key_rejected_at > now() - interval '1 hour'
  ) as key_rejected_at,
  -- Payments of the last day that only a comparison with the gateway found paid: no message reported it.
  (
    select count(*)::int
    from payment_events e join payments p on p.id = e.payment_id
    where e.at > now() - interval '1 day' and e.kind = 'reconciled' and e.applied
      and e.to_status in (2, 3) and e.from_status not in (1, 2, 3, 12)
      and not exists (
        select from gateway_messages m
        where m.payload -> 'notice' ->> 'chargeId' = p.charge_id and m.provider = p.provider
          and m.payload -> 'notice' ->> 'status' in ('2', '3')
      )
  ) as payments_without_message,
  -- Refunds that wait for the operator's authorization at the gateway.
  (
    select count(*)::int from refunds where status = 'needs_person' and gateway_refund_id is not null
  ) as refunds_to_authorize,
  -- The sum of the refunds that wait because the balance at the gateway is too low.
  (
    select coalesce(sum(amount_cents + interest_cents), 0)::bigint from refunds
    where status = 'approved' and failure_reason is not null
  ) as missing_balance_cents,
  -- Payments whose state at the gateway could not be applied although money moved there.
  (select count(*)::int from payments where refused_status is not null) as refused_payments,
  -- Payments of which the gateway returned more than was owed within the last week.
  (
    select count(distinct payment_id)::int from payment_events
    where kind = 'refund_unmatched' and at > now() - interval '7 days'
  ) as unmatched_refunds,
  -- Differences that the comparisons of the last week could not correct.
  (
    select count(*)::int from reconciliation_differences
    join reconciliations using (provider, day) where started_at > now() - interval '7 days'
  ) as differences;
