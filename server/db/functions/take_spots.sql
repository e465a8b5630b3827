/*
 * Decides orders in the order of the call and writes the accepted ones (write_orders). An order is accepted or refused
 * as a whole. Only this function, release_spots and change_spots write stock_levels.held: docs/algorithms/stock.md.
 * All three disable sequential scans: a plan cached while a table was empty would scan the whole table after an
 * opening day has filled it. take_spots keeps its plans (plan_cache_mode, which also holds for the functions it calls),
 * because planning takes a quarter of a call with one order.
 *
 * One element of `orders` has these keys, named like the columns they are written to:
 *
 *   event_version         version of the event with which the order was planned
 *   has_faster_payment    whether the event accepts a payment method faster than a boleto
 *   pay_together          one payment for all registrations that cost something; otherwise one for each
 *   the columns of orders; ip, provider, due_on
 *   terms                 [{ term_id, version }]
 *   answers               [{ questionnaire_id, question, modality_id, category_id, kit_id, accepted, value, file_path }]
 *   teams                 [{ category_id, name }]: the registrations of the category become a team
 *   registrations         [the columns of registrations], the buyer's first; held_level_ids in the order in which
 *                         they are checked
 *
 * A call must not contain an idempotency key twice: the queue ensures it, and the unique index would refuse it.
 * Returns one row per order. `order_index` is the index of the order in the call, from 1. `outcome` is one of
 *
 *   registered            with order_id, registration_ids, payment_ids, payment_tokens (null for a free registration)
 *                         and held_until, when unpaid spots are released (null: at the end of the due day)
 *   replayed              the order was written by an earlier call; with order_id
 *   key_reused            the key belongs to an order with other content
 *   stale                 the event's version has changed
 *   already_registered    participant is the buyer, or was registered by the buyer's account
 *   registered_by_other   participant was registered by another account; only if nothing else refuses the order
 *   contested             another buyer's order in this call contains the buyer's CPF: the caller sends the order again
 *   too_many_unpaid       unpaid_limit is the account's limit, units_left how many unpaid spots it may still take
 *   sold_out              level_id has only units_left units, and participant needs one more
 *   tier_ended            the same for the level of a price tier: the order is planned again with the next tier
 *   boleto_too_slow       the race is nearly full and the event accepts a faster payment
 */
create or replace function take_spots(orders jsonb)
  returns table (
    order_index int, outcome text, order_id bigint, registration_ids bigint[], payment_ids bigint[], payment_tokens text[],
    participant int, level_id bigint, units_left int, unpaid_limit int, held_until timestamptz
  )
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan set lock_timeout = '1s'
as $$
#variable_conflict use_column
declare
  yielding bigint[];
  -- The locked levels: ids, units left after the orders accepted so far, and capacities (null for levels that
  -- do not count towards the fill ratio).
  level_ids bigint[];
  units int[];
  units_before int[];
  capacities int[];
  -- Whether a price tier has sold its last unit, which stays so when units are released; null for other levels.
  ended boolean[];
  ended_ids bigint[] := '{}';
  -- For a level that reserves units of its event: the event's level; null for other levels. Until they are
  -- written, `units` of an event excludes the unused units of these levels.
  reserved_from bigint[];
  parent int;
  -- The accepted orders: their indexes, their buyers, and how long their unpaid spots are held.
  accepted int[] := '{}';
  buyers bigint[] := '{}';
  holds interval[] := '{}';
  yielded_ids bigint[] := '{}';
  yielded_by int[] := '{}';
  -- CPFs that several orders of this call contain, as event:cpf, and for each the buyer of the accepted order
  -- that contains it.
  taken_cpfs text[] := '{}';
  taken_by bigint[] := '{}';
  -- Accounts with several orders in this call, as event:user, and the unpaid spots of their orders accepted
  -- so far.
  busy_accounts text[] := '{}';
  busy_spots int[] := '{}';
  -- Variables of the order being decided.
  candidate record;
  own_participant int;
  others_participant int;
  is_contested boolean;
  account_index int;
  unpaid_before int;
  remaining int[];
  need int;
  fill double precision;
  hold interval;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- In other isolation levels the snapshot is taken before the locks and misses what other transactions
    -- commit while this call waits for them.
    raise exception 'take_spots wants read committed';
  end if;

  -- The lock order of the whole application: events, registrations, payments, stock levels, accounts.
  perform from events
    where id = any (array(select (o ->> 'event_id')::bigint from jsonb_array_elements(orders) o))
    order by id for no key update;
  yielding := lock_yielding(orders);
  select array_agg(level.id), array_agg(coalesce(level.capacity, 2147483647) - level.held),
      array_agg(case when level.kind in ('event', 'modality', 'category', 'kit') and level.capacity > 0 then level.capacity end),
      array_agg(case when level.kind = 'tier' then level.closed_at is not null end),
      array_agg(case when level.reserves then (select stock_level_id from events where id = level.event_id) end)
    into level_ids, units, capacities, ended, reserved_from
    from (
      select id, event_id, kind, capacity, held, closed_at,
        case when reserved_until is not null then reserves(stock_levels, (orders -> 0 ->> 'created_at')::timestamptz) end as reserves
      from stock_levels
      where id = any (array(
        select wanted::bigint
        from jsonb_array_elements(orders) o, jsonb_array_elements(o -> 'registrations') r,
          jsonb_array_elements_text(r -> 'held_level_ids') wanted
        union all
        select unnest(held_level_ids) from registrations where id = any (yielding)
        union all
        select id from stock_levels
        where reserved_until is not null and event_id = any (array(select (o ->> 'event_id')::bigint from jsonb_array_elements(orders) o))
      ))
      order by id for update
    ) level;
  units_before := units;
  for i in 1 .. coalesce(cardinality(reserved_from), 0) loop
    parent := array_position(level_ids, reserved_from[i]);
    if parent is not null then
      units[parent] := units[parent] - units[i];
    end if;
  end loop;

  for candidate in select * from inspect_orders(orders, level_ids, yielding) loop
    order_index := candidate.order_index;
    outcome := null; order_id := null; participant := null; level_id := null; units_left := null; unpaid_limit := null; held_until := null;
    account_index := array_position(busy_accounts, candidate.busy_account);

    <<decide>>
    begin
      if candidate.known_order_id is not null then
        order_id := candidate.known_order_id;
        outcome := case when candidate.same_request then 'replayed' else 'key_reused' end;
        exit decide;
      end if;
      if candidate.stale then
        outcome := 'stale';
        exit decide;
      end if;

      own_participant := candidate.own_participant;
      others_participant := candidate.others_participant;
      is_contested := false;
      if candidate.contested_cpfs && taken_cpfs then
        select least(own_participant, min(c.participant) filter (where t.buyer = candidate.buyer_user_id)),
          least(others_participant, min(c.participant) filter (where c.participant > 0 and t.buyer <> candidate.buyer_user_id)),
          bool_or(c.participant = 0 and t.buyer <> candidate.buyer_user_id)
          into own_participant, others_participant, is_contested
          from unnest(candidate.contested_cpfs, candidate.contested_participants) c (cpf, participant)
          join unnest(taken_cpfs, taken_by) t (cpf, buyer) using (cpf);
      end if;
      if own_participant is not null then
        outcome := 'already_registered';
        participant := own_participant;
        exit decide;
      end if;
      if is_contested then
        outcome := 'contested';
        exit decide;
      end if;

      unpaid_before := candidate.unpaid_before + coalesce(busy_spots[account_index], 0);
      if candidate.unpaid > 0 and unpaid_before + candidate.unpaid > candidate.unpaid_limit then
        outcome := 'too_many_unpaid';
        unpaid_limit := candidate.unpaid_limit;
        units_left := greatest(candidate.unpaid_limit - unpaid_before, 0);
        exit decide;
      end if;

      -- Units are subtracted from a copy, so a refused order changes nothing, and a registration that would
      -- yield keeps its units.
      remaining := units;
      for i in 1 .. coalesce(cardinality(candidate.freed), 0) loop
        remaining[candidate.freed[i]] := remaining[candidate.freed[i]] + 1;
        parent := array_position(level_ids, reserved_from[candidate.freed[i]]);
        if parent is not null then
          remaining[parent] := remaining[parent] - 1;
        end if;
      end loop;
      -- With a unit of a reserving level, a registration gets a reserved unit of the event.
      for i in 1 .. cardinality(candidate.needed) loop
        parent := array_position(level_ids, reserved_from[candidate.needed[i]]);
        if parent is not null then
          remaining[parent] := remaining[parent] + 1;
        end if;
      end loop;
      fill := 0;
      for i in 1 .. cardinality(candidate.needed) loop
        need := candidate.needed[i];
        if remaining[need] <= 0 or ended[need] then
          outcome := case when ended[need] is null then 'sold_out' else 'tier_ended' end;
          participant := candidate.needed_by[i];
          level_id := level_ids[need];
          units_left := case when ended[need] then 0 else greatest(units[need], 0) end;
          exit decide;
        end if;
        remaining[need] := remaining[need] - 1;
        if capacities[need] is not null then
          fill := greatest(fill, (capacities[need] - remaining[need]) / capacities[need]::double precision);
        end if;
      end loop;
      hold := unpaid_hold(fill);
      if hold is not null and candidate.boleto_by_choice then
        outcome := 'boleto_too_slow';
        exit decide;
      end if;

      -- Checked last, so that an order refused for another reason does not reveal other accounts'
      -- registrations.
      if others_participant is not null then
        outcome := 'registered_by_other';
        participant := others_participant;
      end if;
    end decide;

    if outcome is not null then
      return next;
      continue;
    end if;
    units := remaining;
    foreach need in array candidate.needed loop
      if not ended[need] and units[need] <= 0 then
        ended[need] := true;
        ended_ids := ended_ids || level_ids[need];
      end if;
    end loop;
    accepted := accepted || order_index;
    buyers := buyers || candidate.buyer_user_id;
    holds := holds || case when candidate.is_fast then hold end;
    if candidate.contested_cpfs is not null then
      taken_cpfs := taken_cpfs || candidate.contested_cpfs;
      taken_by := taken_by || array_fill(candidate.buyer_user_id, array[cardinality(candidate.contested_cpfs)]);
    end if;
    if account_index is not null then
      busy_spots[account_index] := busy_spots[account_index] + candidate.unpaid;
    elsif candidate.busy_account is not null then
      busy_accounts := busy_accounts || candidate.busy_account;
      busy_spots := busy_spots || candidate.unpaid;
    end if;
    if candidate.yielding_id is not null then
      yielded_ids := yielded_ids || candidate.yielding_id;
      yielded_by := yielded_by || order_index;
    end if;
  end loop;

  if cardinality(accepted) = 0 then
    return;
  end if;

  for i in 1 .. cardinality(reserved_from) loop
    parent := array_position(level_ids, reserved_from[i]);
    if parent is not null then
      units[parent] := units[parent] + units[i];
    end if;
  end loop;
  update stock_levels
    set held = held + (units_before[array_position(level_ids, id)] - units[array_position(level_ids, id)])
    where id = any (level_ids) and units_before[array_position(level_ids, id)] <> units[array_position(level_ids, id)];

  if cardinality(ended_ids) > 0 then
    perform close_tiers(ended_ids, (orders -> (accepted[1] - 1) ->> 'created_at')::timestamptz);
  end if;

  -- Accounts are locked last and in id order. The foreign keys would lock them in the order of the inserts
  -- and could deadlock with a merge of two accounts.
  perform from users where id = any (buyers) order by id for key share;
  perform yield_registration(yielded.id, orders -> (yielded.by_order - 1))
    from unnest(yielded_ids, yielded_by) yielded (id, by_order);

  return query
    select w.order_index, 'registered', w.order_id, w.registration_ids, w.payment_ids, w.payment_tokens, null::int, null::bigint, null::int, null::int, w.held_until
    from write_orders(orders, accepted, holds) w;
end $$;
