-- The amount paid for a registration and not refunded, and the amount of its refunds that are decided but not done.
-- Duplicate payments are excluded, because they are refunded.
create or replace function amount_paid(registration_id bigint)
  returns table (paid_cents int, refunding_cents int, last_paid_at timestamptz)
  language sql stable
as $$
  select coalesce(sum(i.amount_cents - r.refunded_cents), 0)::int, coalesce(sum(r.refunding_cents), 0)::int, max(greatest(p.paid_at, i.moved_at))
  from payment_items i cross join lateral (select * from payments where id = i.payment_id offset 0) p
  cross join lateral item_refunds(i.payment_id, i.registration_id) r
  where i.registration_id = $1 and p.duplicate_of is null and p.status in (1, 2, 3, 12)
$$;
