/*
 * Decides orders in arrival order, each as a whole or not at all, and writes those it accepts (write_orders). With release_spots and
 * change_spots the only writer of stock_levels.held: docs/algorithms/stock.md. All three plan with enable_seqscan off: a plan made
 * while a table was empty must not be one that reads it from end to end when an opening day has filled it.
 *
 * One element of `orders`, its columns named as those of the tables it is written to:
 *
 *   event_version, has_faster_payment    the offer it was planned with, and whether that takes something faster than a boleto
 *   the columns of orders; ip, provider, due_on
 *   terms         [{ term_id, version }]
 *   answers       [{ questionnaire_id, question, accepted, file_path }]
 *   registrations [the columns of registrations], the buyer's first, held_level_ids in the order in which they are to be asked for
 *
 * A call holds no key twice (the queue sees to it; the unique index would refuse it). Every order gets one row, `place` its
 * position in the call from 1, `outcome` one of
 *
 *   registered, replayed         order_id; for registered also its registrations, and their payments (null: free),
 *                                and until when those hold them (null: to the end of the due day)
 *   key_reused, stale
 *   already_registered           participant: the buyer, or one whom the buyer's account has registered
 *   registered_by_other          participant: one whom another account has registered; said only where everything else would do
 *   contested                    another order of this call has the buyer's CPF: to be sent again, then one of them yields or not
 *   too_many_unpaid              unpaid_limit of the account, and how many of these spots it may still take
 *   sold_out                     participant, level_id and the units left there
 *   boleto_too_slow
 */
create or replace function take_spots(orders jsonb)
  returns table (
    place int, outcome text, order_id bigint, registration_ids bigint[], payment_ids bigint[],
    participant int, level_id bigint, units_left int, unpaid_limit int, held_until timestamptz
  )
  language plpgsql
  set enable_seqscan = off set jit = off set lock_timeout = '1s'
as $$
#variable_conflict use_column
declare
  yielding bigint[];
  -- The locked levels: ids, units left after the orders accepted so far, and limits (null where reaching it makes no race full).
  level_ids bigint[];
  units int[];
  units_before int[];
  capacities int[];
  -- The accepted orders: their places in the call, buyers, and how long a payment holds their spots.
  accepted int[] := '{}';
  buyers bigint[] := '{}';
  holds interval[] := '{}';
  yielded_ids bigint[] := '{}';
  yielded_to bigint[] := '{}';
  yielded_at timestamptz[] := '{}';
  -- CPFs that several orders of this call want, as event:cpf, once one of them has it, and by whom.
  taken_cpfs text[] := '{}';
  taken_by bigint[] := '{}';
  -- Accounts with several orders in this call, as event:user, and the unpaid spots that those before got.
  busy_accounts text[] := '{}';
  busy_spots int[] := '{}';
  -- Of the order being decided.
  asked record;
  own_participant int;
  others_participant int;
  is_contested boolean;
  account_at int;
  unpaid_before int;
  remaining int[];
  need int;
  fill double precision;
  hold interval;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- An older snapshot would not see what was written while this call waited for its locks.
    raise exception 'take_spots wants read committed';
  end if;

  -- Everybody's lock order: events, registrations, payments, stock levels, accounts.
  perform from events
    where id = any (array(select (o ->> 'event_id')::bigint from jsonb_array_elements(orders) o))
    order by id for no key update;
  yielding := lock_yielding(orders);
  select array_agg(level.id), array_agg(coalesce(level.capacity, 2147483647) - level.held),
      array_agg(case when level.kind not in ('shirt_size', 'coupon') and level.capacity > 0 then level.capacity end)
    into level_ids, units, capacities
    from (
      select id, kind, capacity, held from stock_levels
      where id = any (array(
        select wanted::bigint
        from jsonb_array_elements(orders) o, jsonb_array_elements(o -> 'registrations') r,
          jsonb_array_elements_text(r -> 'held_level_ids') wanted
        union all
        select unnest(held_level_ids) from registrations where id = any (yielding)
      ))
      order by id for update
    ) level;
  units_before := units;

  for asked in select * from facts_of_orders(orders, level_ids, yielding) loop
    place := asked.place;
    outcome := null; order_id := null; participant := null; level_id := null; units_left := null; unpaid_limit := null; held_until := null;
    account_at := array_position(busy_accounts, asked.busy_account);

    <<decide>>
    begin
      if asked.known_order_id is not null then
        order_id := asked.known_order_id;
        outcome := case when asked.same_request then 'replayed' else 'key_reused' end;
        exit decide;
      end if;
      if asked.stale then
        outcome := 'stale';
        exit decide;
      end if;

      own_participant := asked.own_participant;
      others_participant := asked.others_participant;
      is_contested := false;
      if asked.contested_cpfs && taken_cpfs then
        select least(own_participant, min(c.participant) filter (where t.buyer = asked.buyer_user_id)),
          least(others_participant, min(c.participant) filter (where c.participant > 0 and t.buyer <> asked.buyer_user_id)),
          bool_or(c.participant = 0 and t.buyer <> asked.buyer_user_id)
          into own_participant, others_participant, is_contested
          from unnest(asked.contested_cpfs, asked.contested_participants) c (cpf, participant)
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

      unpaid_before := asked.unpaid_before + coalesce(busy_spots[account_at], 0);
      if asked.unpaid > 0 and unpaid_before + asked.unpaid > asked.unpaid_limit then
        outcome := 'too_many_unpaid';
        unpaid_limit := asked.unpaid_limit;
        units_left := greatest(asked.unpaid_limit - unpaid_before, 0);
        exit decide;
      end if;

      -- Counted on a copy: a refused order takes nothing, and what would have yielded to it keeps its units.
      remaining := units;
      for i in 1 .. coalesce(cardinality(asked.freed), 0) loop
        remaining[asked.freed[i]] := remaining[asked.freed[i]] + 1;
      end loop;
      fill := 0;
      for i in 1 .. cardinality(asked.needed) loop
        need := asked.needed[i];
        if remaining[need] <= 0 then
          outcome := 'sold_out';
          participant := asked.needed_by[i];
          level_id := level_ids[need];
          units_left := units[need];
          exit decide;
        end if;
        remaining[need] := remaining[need] - 1;
        if capacities[need] is not null then
          fill := greatest(fill, (capacities[need] - remaining[need]) / capacities[need]::double precision);
        end if;
      end loop;
      hold := unpaid_hold(fill);
      if hold is not null and asked.boleto_by_choice then
        outcome := 'boleto_too_slow';
        exit decide;
      end if;

      -- Last of all: an order that could not be placed anyway learns nothing of strangers.
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
    accepted := accepted || place;
    buyers := buyers || asked.buyer_user_id;
    holds := holds || case when asked.is_fast then hold end;
    if asked.contested_cpfs is not null then
      taken_cpfs := taken_cpfs || asked.contested_cpfs;
      taken_by := taken_by || array_fill(asked.buyer_user_id, array[cardinality(asked.contested_cpfs)]);
    end if;
    if account_at is not null then
      busy_spots[account_at] := busy_spots[account_at] + asked.unpaid;
    elsif asked.busy_account is not null then
      busy_accounts := busy_accounts || asked.busy_account;
      busy_spots := busy_spots || asked.unpaid;
    end if;
    if asked.yielding_id is not null then
      yielded_ids := yielded_ids || asked.yielding_id;
      yielded_to := yielded_to || asked.buyer_user_id;
      yielded_at := yielded_at || asked.created_at;
    end if;
  end loop;

  if cardinality(accepted) = 0 then
    return;
  end if;

  update stock_levels
    set held = held + (units_before[array_position(level_ids, id)] - units[array_position(level_ids, id)])
    where id = any (level_ids) and units_before[array_position(level_ids, id)] <> units[array_position(level_ids, id)];

  -- Accounts come last, in id order. The foreign keys alone would lock them in the order of arrival, and meet who locks two of them.
  perform from users where id = any (buyers) order by id for key share;
  perform yield_registration(yielded.id, yielded.to_user, yielded.at)
    from unnest(yielded_ids, yielded_to, yielded_at) yielded (id, to_user, at);

  return query
    select w.place, 'registered', w.order_id, w.registration_ids, w.payment_ids, null::int, null::bigint, null::int, null::int, w.held_until
    from write_orders(orders, accepted, holds) w;
end $$;
