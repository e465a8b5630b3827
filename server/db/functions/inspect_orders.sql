/*
 * Part of take_spots. Reads the data on which the decision about each order depends. Returns one row per
 * order, in the order of the call. Levels are given as indexes into `level_ids`, which the caller has locked.
 */
create or replace function inspect_orders(orders jsonb, level_ids bigint[], yielding bigint[])
  returns table (
    order_index int, buyer_user_id bigint, created_at timestamptz,
    -- An earlier order with the same idempotency key, and whether its content is the same.
    known_order_id bigint, same_request boolean,
    -- The order was planned with a version of the event that is no longer current.
    stale boolean,
    -- The buyer chose a boleto although the event accepts a faster payment; the payment is by Pix or card.
    boleto_by_choice boolean, is_fast boolean,
    -- Number of unpaid spots in this order and in the account's earlier orders, and the event's limit.
    -- busy_account is event:user if the account has several orders in this call, otherwise null.
    unpaid int, unpaid_before int, unpaid_limit int, busy_account text,
    -- The first participant already registered by the buyer's account or listed earlier in this order, and
    -- the first one registered by another account.
    own_participant int, others_participant int,
    -- CPFs that the call contains more than once, as event:cpf, and their participants in this order.
    contested_cpfs text[], contested_participants int[],
    -- The registration to cancel in favour of the buyer, and the levels of which it holds a unit.
    yielding_id bigint, freed int[],
    -- The levels of which the order needs a unit, in the order of the checks, and the participant who needs
    -- each.
    needed int[], needed_by int[]
  )
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with ordered as materialized (
    select o.*, count(*) over (partition by event_id, buyer_user_id) > 1 as is_busy
    from rows from (jsonb_to_recordset(orders) as (
      event_id bigint, event_version int, buyer_user_id bigint, idempotency_key text, request_hash text, created_at timestamptz,
      payment_type int, has_faster_payment boolean, registrations jsonb
    )) with ordinality o (
      event_id, event_version, buyer_user_id, idempotency_key, request_hash, created_at, payment_type, has_faster_payment,
      registrations, order_index
    )
  ),
  person as (
    select o.order_index, event_id, buyer_user_id, cpf, held_level_ids, position as participant,
      total_cents > 0 or coupon_id is null as unpaid
    from ordered o, rows from (
      jsonb_to_recordset(o.registrations) as (position int, cpf text, held_level_ids bigint[], total_cents int, coupon_id bigint)
    ) r (position, cpf, held_level_ids, total_cents, coupon_id)
  ),
  checked as (
    select order_index, participant, event_id || ':' || cpf as cpf, unpaid,
      count(*) over (partition by event_id, cpf) > 1 as contested,
      row_number() over (partition by order_index, cpf order by participant) > 1 as repeated, buyer_user_id,
      active.responsible_user_id as registered_by,
      case when participant = 0 and active.id = any (yielding) then active.id end as yielding_id
    from person
    left join lateral (
      -- `+ 0` keeps the planner on the index by CPF, which finds few rows. A plan cached while the table was
      -- empty could read the whole event.
      select id, responsible_user_id from registrations r
      where r.event_id + 0 = person.event_id and r.cpf = person.cpf and r.status <> 2 limit 1
    ) active on true
  ),
  people as (
    select order_index,
      min(participant) filter (
        where repeated or registered_by = buyer_user_id or (participant = 0 and registered_by is not null and yielding_id is null)
      ) as own_participant,
      min(participant) filter (where participant > 0 and registered_by <> buyer_user_id) as others_participant,
      count(*) filter (where unpaid)::int as unpaid,
      max(yielding_id) as yielding_id,
      array_agg(cpf order by participant) filter (where contested) as contested_cpfs,
      array_agg(participant order by participant) filter (where contested) as contested_participants
    from checked group by order_index
  ),
  needs as (
    select order_index, array_agg(array_position(level_ids, wanted.id) order by participant, nth) as needed,
      array_agg(participant order by participant, nth) as needed_by
    from person, unnest(held_level_ids) with ordinality wanted (id, nth)
    group by order_index
  )
  select o.order_index::int, o.buyer_user_id, o.created_at, known.id, known.request_hash = o.request_hash,
    event.version is distinct from o.event_version or array_position(needs.needed, null) is not null,
    o.payment_type = 1 and o.has_faster_payment, o.payment_type in (0, 2),
    people.unpaid, unpaid_before.spots, event.max_unpaid_per_account, case when o.is_busy then o.event_id || ':' || o.buyer_user_id end,
    people.own_participant, people.others_participant, people.contested_cpfs, people.contested_participants,
    people.yielding_id,
    case when people.yielding_id is not null then array(
      select array_position(level_ids, held) from registrations r, unnest(r.held_level_ids) held where r.id = people.yielding_id
    ) end,
    needs.needed, needs.needed_by
  from ordered o
  join people using (order_index)
  join needs using (order_index)
  left join lateral (
    select id, request_hash from orders
    where buyer_user_id = o.buyer_user_id and idempotency_key = o.idempotency_key limit 1
  ) known on true
  left join lateral (select version, max_unpaid_per_account from events where id = o.event_id limit 1) event on true
  cross join lateral (
    select count(*)::int as spots
    from (
      select from registrations r
      where r.event_id + 0 = o.event_id and r.responsible_user_id = o.buyer_user_id
        and (r.status = 0 or (r.status = 1 and r.total_cents = 0 and r.coupon_id is null))
        -- A free registration does not count against a paid order.
        and (r.status = 0 or o.payment_type is null)
      -- Counting beyond the limit would not change the decision.
      limit event.max_unpaid_per_account
    ) unpaid
  ) unpaid_before
  order by o.order_index;
end $$;
