/*
 * The refunds of one item of a payment. refunded: refunds that were approved, whether finished or not; this
 * money no longer counts as paid. refunding: those of them that are not finished. by_gateway: refunds made at
 * the gateway directly. withheld: amounts that are requested or refused. A refused request of a runner to
 * cancel (policy, never approved) withholds nothing, because the registration and its payment stand. This is
 * the only definition.
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
