/*
 * The refunds of one item of a payment: those that were decided on (its money does not count as paid any more), of these what has not gone
 * back yet and what was made at the gateway directly, and apart from them what was asked for or refused. A runner's request to cancel that was
 * refused (policy, never approved) withholds nothing: the registration stands, and what it paid too. This is the only definition.
 */
create or replace function item_refunds(payment_id bigint, registration_id bigint)
  returns table (refunded_cents int, refunding_cents int, by_gateway_cents int, withheld_cents int)
  language sql stable
as $$
  select coalesce(sum(amount_cents) filter (where status in ('approved', 'sent', 'needs_person', 'done')), 0)::int,
    coalesce(sum(amount_cents) filter (where status in ('approved', 'sent', 'needs_person')), 0)::int,
    coalesce(sum(amount_cents) filter (where reason = 'gateway' and status <> 'refused'), 0)::int,
    coalesce(sum(amount_cents) filter (
      where status = 'requested' or (status = 'refused' and not (reason = 'policy' and approved_at is null))
    ), 0)::int
  from refunds r where r.payment_id = $1 and r.registration_id = $2
$$;
