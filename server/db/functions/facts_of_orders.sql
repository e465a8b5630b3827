/*
 * Part of take_spots. What is to be known of each order before any of them is decided, one row an order, in their order. Levels are
 * named by their positions in `level_ids`, all of which are locked.
 */
create or replace function facts_of_orders(orders jsonb, level_ids bigint[], yielding bigint[])
  returns table (
    place int, buyer_user_id bigint, created_at timestamptz,
    -- An order written before under the same key, and whether it asked for the same.
    known_order_id bigint, same_request boolean,
    -- Planned with another version of the event than today's.
    stale boolean,
    -- A boleto although the event takes something faster; a payment that can be made within hours.
    boleto_by_choice boolean, is_fast boolean,
    -- Unpaid spots: of the order, of its account before, and the event's limit. The account is named if it has several orders here.
    unpaid int, unpaid_before int, unpaid_limit int, busy_account text,
    -- The first participant whom the buyer's account, or the order itself, has registered already; the first whom another account has.
    own_participant int, others_participant int,
    -- CPFs that other orders of the call want as well, and whose they are.
    contested_cpfs text[], contested_participants int[],
    -- The registration that makes way for the buyer, and the units it holds.
    yielding_id bigint, freed int[],
    -- The units it needs, in the order in which they are to be asked for, and for whom.
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
      registrations, place
    )
  ),
  person as (
    select o.place, event_id, buyer_user_id, cpf, held_level_ids, (nth - 1)::int as participant,
      total_cents > 0 or coupon_id is null as unpaid
    from ordered o, rows from (
      jsonb_to_recordset(o.registrations) as (cpf text, held_level_ids bigint[], total_cents int, coupon_id bigint)
    ) with ordinality r (cpf, held_level_ids, total_cents, coupon_id, nth)
  ),
  checked as (
    select place, participant, event_id || ':' || cpf as cpf, unpaid,
      count(*) over (partition by event_id, cpf) > 1 as contested,
      row_number() over (partition by place, cpf order by participant) > 1 as repeated, buyer_user_id,
      active.responsible_user_id as registered_by,
      case when participant = 0 and active.id = any (yielding) then active.id end as yielding_id
    from person
    left join lateral (
      -- Limit 1 keeps it a look-up by the unique index for each person.
      select id, responsible_user_id from registrations r
      where r.event_id = person.event_id and r.cpf = person.cpf and r.status <> 2 limit 1
    ) active on true
  ),
  people as (
    select place,
      min(participant) filter (
        where repeated or registered_by = buyer_user_id or (participant = 0 and registered_by is not null and yielding_id is null)
      ) as own_participant,
      min(participant) filter (where participant > 0 and registered_by <> buyer_user_id) as others_participant,
      count(*) filter (where unpaid)::int as unpaid,
      max(yielding_id) as yielding_id,
      array_agg(cpf order by participant) filter (where contested) as contested_cpfs,
      array_agg(participant order by participant) filter (where contested) as contested_participants
    from checked group by place
  ),
  needs as (
    select place, array_agg(array_position(level_ids, wanted.id) order by participant, nth) as needed,
      array_agg(participant order by participant, nth) as needed_by
    from person, unnest(held_level_ids) with ordinality wanted (id, nth)
    group by place
  )
  select o.place::int, o.buyer_user_id, o.created_at, known.id, known.request_hash = o.request_hash,
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
  join people using (place)
  join needs using (place)
  left join lateral (
    select id, request_hash from orders
    where buyer_user_id = o.buyer_user_id and idempotency_key = o.idempotency_key limit 1
  ) known on true
  left join lateral (select version, max_unpaid_per_account from events where id = o.event_id limit 1) event on true
  cross join lateral (
    select count(*)::int as spots
    from (
      select from registrations r
      where r.event_id = o.event_id and r.responsible_user_id = o.buyer_user_id
        and (r.status = 0 or (r.status = 1 and r.total_cents = 0 and r.coupon_id is null))
      -- Beyond the limit it does not matter how many.
      limit event.max_unpaid_per_account
    ) unpaid
  ) unpaid_before
  order by o.place;
end $$;
