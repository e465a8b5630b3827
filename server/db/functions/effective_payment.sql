/*
 * The payment shown for a registration: the latest open one, otherwise the latest paid, otherwise the latest
 * refunded or disputed, otherwise the latest. No row if the registration never had a payment, or if it costs
 * nothing now (it is shown as Gratuito), unless its payment is disputed. This is the only definition. `offset
 * 0` keeps the planner on key lookups.
 */
create or replace function effective_payment(registration_id bigint)
  returns table (
    payment_id bigint, status smallint, type smallint, amount_cents int, token text, due_on date, paid_at timestamptz
  )
  language sql stable
as $$
  select p.id, p.status, p.type, i.amount_cents, p.token, p.due_on, p.paid_at
  from payment_items i cross join lateral (select * from payments where id = i.payment_id offset 0) p
  where i.registration_id = $1 and p.duplicate_of is null
    and (p.status = 10 or (select total_cents from registrations where id = $1) > 0)
  order by
    case
      when p.status in (0, 4, 9, 11, 13) then 0
      when p.status in (1, 2, 3, 12) then 1
      when p.status in (5, 10) then 2
      else 3
    end,
    p.id desc
  limit 1
$$;
