/*
 * With release_spots and change_spots the only writer of stock_levels.held: docs/algorithms/stock.md. All three plan with
 * enable_seqscan off: a plan made while a table was empty must not be one that reads it from end to end when an opening day
 * has filled it. Long, for everything about an order is decided in one place, under one set of locks.
 *
 * Takes orders in arrival order, each as a whole or not at all, and writes what was decided. One element of `orders`:
 *
 *   event_id, event_version      the offer it was planned with
 *   buyer_user_id, key, request_hash, at, ip
 *   payment_type, coupon_id, total_cents, provider, due_on
 *   has_faster_payment           whether the event takes something faster than a boleto
 *   terms         [{ term_id, version }]
 *   answers       [{ questionnaire_id, question, accepted, file_path }]
 *   participants  [{ position, name, cpf, phone, email, birth_on, sex, modality_id, category_id, kit_id, shirt_size_id, coupon_id,
 *                    value_cents, discount_cents, fee_cents, total_cents, price_lines, level_ids }]
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
 *   too_many_unpaid              unpaid_limit of the account, and how many of these places it may still take
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
  -- Unpaid registrations that others made of buyers' own CPFs; and those of them that yield to the buyer.
  in_the_way bigint[];
  yielding bigint[] := '{}';
  locked_ids bigint[];
  free int[];
  free_before int[];
  -- Null where there is no limit, or one that makes no race full.
  capacities int[];
  accepted int[] := '{}';
  -- Of the accepted orders; what yields to one of them, and when.
  buyers bigint[] := '{}';
  yielded_ids bigint[] := '{}';
  yielded_to bigint[] := '{}';
  yielded_at timestamptz[] := '{}';
  holds interval[] := '{}';
  -- CPFs wanted by several orders of this call, as event:cpf, once one of them has it, and by whom.
  taken_cpfs text[] := '{}';
  taken_by bigint[] := '{}';
  -- Accounts with several orders in this call, as event:user, and the unpaid places that those before got.
  busy_accounts text[] := '{}';
  busy_places int[] := '{}';
  asked record;
  own_participant int;
  others_participant int;
  is_contested boolean;
  account_at int;
  filled double precision;
  hold interval;
  freed int[];
  refused_at int;
  need int;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- An older snapshot would not see what was written while this call waited for its locks.
    raise exception 'take_spots wants read committed';
  end if;

  perform from events
    where id = any (array(select (o ->> 'event_id')::bigint from jsonb_array_elements(orders) o))
    order by id for no key update;

  select array_agg(standing.id) into in_the_way
    from jsonb_to_recordset(orders) o (event_id bigint, buyer_user_id bigint, participants jsonb)
    join lateral (
      select id, status, responsible_user_id from registrations r
      where r.event_id = o.event_id and r.cpf = o.participants #>> '{0,cpf}' and r.status <> 2 limit 1
    ) standing on standing.status = 0 and standing.responsible_user_id <> o.buyer_user_id;
  if in_the_way is not null then
    -- With what is paid together with them, as everybody: docs/algorithms/stock.md.
    perform from registrations
      where id = any (array(
        select unnest(in_the_way)
        union
        select beside.registration_id from payment_items mine join payment_items beside using (payment_id)
        where mine.registration_id = any (in_the_way)
      ))
      order by id for no key update;
    perform from payments
      where id in (select payment_id from payment_items where registration_id = any (in_the_way))
      order by id for no key update;
    -- Money that is there, or under analysis, is not pushed aside.
    yielding := array(
      select id from registrations
      where id = any (in_the_way) and status = 0 and not exists (
        select from payment_items i join payments p on p.id = i.payment_id
        where i.registration_id = registrations.id and p.status in (1, 2, 3, 10, 11, 12)
      )
    );
  end if;

  select array_agg(level.id), array_agg(coalesce(level.capacity, 2147483647) - level.held),
      array_agg(case when level.kind not in ('shirt_size', 'coupon') and level.capacity > 0 then level.capacity end)
    into locked_ids, free, capacities
    from (
      select id, kind, capacity, held from stock_levels
      where id = any (array(
        select wanted::bigint
        from jsonb_array_elements(orders) o, jsonb_array_elements(o -> 'participants') p,
          jsonb_array_elements_text(p -> 'level_ids') wanted
        union all
        select unnest(held_level_ids) from registrations where id = any (yielding)
      ))
      order by id for update
    ) level;
  free_before := free;

  for asked in
    with ordered as materialized (
      select o.*, count(*) over (partition by event_id, buyer_user_id) > 1 as is_busy
      from rows from (jsonb_to_recordset(orders) as (
        event_id bigint, event_version int, buyer_user_id bigint, key text, request_hash text, at timestamptz, payment_type int,
        has_faster_payment boolean, participants jsonb
      )) with ordinality o (
        event_id, event_version, buyer_user_id, key, request_hash, at, payment_type, has_faster_payment, participants, place
      )
    ),
    person as (
      select o.place, event_id, buyer_user_id, cpf, level_ids, (nth - 1)::int as participant, total_cents > 0 or coupon_id is null as unpaid
      from ordered o, rows from (
        jsonb_to_recordset(o.participants) as (cpf text, level_ids bigint[], total_cents int, coupon_id bigint)
      ) with ordinality p (cpf, level_ids, total_cents, coupon_id, nth)
    ),
    checked as (
      select place, participant, event_id || ':' || cpf as cpf, unpaid,
        count(*) over (partition by event_id, cpf) > 1 as contested,
        row_number() over (partition by place, cpf order by participant) > 1 as repeated, buyer_user_id,
        standing.responsible_user_id as registered_by,
        case when participant = 0 and standing.id = any (yielding) then standing.id end as yielding_id
      from person
      left join lateral (
        -- Limit 1 keeps it a look-up by the unique index for each person.
        select id, responsible_user_id from registrations r
        where r.event_id = person.event_id and r.cpf = person.cpf and r.status <> 2 limit 1
      ) standing on true
    ),
    person_facts as (
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
      select place,
        -- Where in the locked levels each wanted unit is, in the order they are to be asked for.
        array_agg(array_position(locked_ids, wanted.id) order by participant, nth) as positions,
        array_agg(participant order by participant, nth) as participants
      from person, unnest(level_ids) with ordinality wanted (id, nth)
      group by place
    )
    select o.place::int, o.buyer_user_id, o.at, known.id as known_order_id, known.request_hash = o.request_hash as same_words,
      event.version is distinct from o.event_version or array_position(needs.positions, null) is not null as stale,
      o.payment_type = 1 and o.has_faster_payment as boleto_by_choice, o.payment_type in (0, 2) as is_fast,
      -- Null for an account with one order in this call, as most have.
      case when o.is_busy then o.event_id || ':' || o.buyer_user_id end as busy_account,
      event.max_unpaid_per_account as unpaid_limit, unpaid_before.places as unpaid_before, person_facts.unpaid, person_facts.yielding_id,
      person_facts.own_participant, person_facts.others_participant, person_facts.contested_cpfs, person_facts.contested_participants,
      needs.positions, needs.participants
    from ordered o
    join person_facts using (place)
    join needs using (place)
    left join lateral (
      select id, request_hash from orders
      where buyer_user_id = o.buyer_user_id and idempotency_key = o.key limit 1
    ) known on true
    left join lateral (select version, max_unpaid_per_account from events where id = o.event_id limit 1) event on true
    cross join lateral (
      select count(*)::int as places
      from (
        select from registrations r
        where r.event_id = o.event_id and r.responsible_user_id = o.buyer_user_id
          and (r.status = 0 or (r.status = 1 and r.total_cents = 0 and r.coupon_id is null))
        -- Beyond the limit it does not matter how many.
        limit event.max_unpaid_per_account
      ) unpaid
    ) unpaid_before
    order by o.place
  loop
    place := asked.place;
    outcome := null; order_id := null; participant := null; level_id := null; units_left := null; unpaid_limit := null; held_until := null;
    account_at := array_position(busy_accounts, asked.busy_account);

    if asked.known_order_id is not null then
      order_id := asked.known_order_id;
      outcome := case when asked.same_words then 'replayed' else 'key_reused' end;
    elsif asked.stale then
      outcome := 'stale';
    else
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
      elsif is_contested then
        outcome := 'contested';
      end if;
    end if;

    if outcome is not null then
      null;
    elsif asked.unpaid > 0 and asked.unpaid_before + coalesce(busy_places[account_at], 0) + asked.unpaid > asked.unpaid_limit then
      outcome := 'too_many_unpaid';
      unpaid_limit := asked.unpaid_limit;
      units_left := greatest(asked.unpaid_limit - asked.unpaid_before - coalesce(busy_places[account_at], 0), 0);
    else
      freed := '{}';
      if asked.yielding_id is not null then
        freed := array(
          select array_position(locked_ids, held) from registrations, unnest(held_level_ids) held where id = asked.yielding_id
        );
        for i in 1 .. cardinality(freed) loop
          free[freed[i]] := free[freed[i]] + 1;
        end loop;
      end if;

      refused_at := null;
      filled := 0;
      for i in 1 .. cardinality(asked.positions) loop
        need := asked.positions[i];
        if free[need] <= 0 then
          refused_at := i;
          outcome := 'sold_out';
          participant := asked.participants[i];
          level_id := locked_ids[need];
          exit;
        end if;
        free[need] := free[need] - 1;
        if capacities[need] is not null then
          filled := greatest(filled, (capacities[need] - free[need]) / capacities[need]::double precision);
        end if;
      end loop;
      hold := unpaid_hold(filled);
      if outcome is null and hold is not null and asked.boleto_by_choice then
        outcome := 'boleto_too_slow';
      elsif outcome is null and others_participant is not null then
        -- Last of all: an order that could not be placed anyway learns nothing of strangers.
        outcome := 'registered_by_other';
        participant := others_participant;
      end if;

      if outcome is not null then
        for i in 1 .. coalesce(refused_at - 1, cardinality(asked.positions)) loop
          free[asked.positions[i]] := free[asked.positions[i]] + 1;
        end loop;
        for i in 1 .. cardinality(freed) loop
          free[freed[i]] := free[freed[i]] - 1;
        end loop;
        if outcome = 'sold_out' then
          units_left := free[need];
        end if;
      end if;
    end if;

    if outcome is null then
      accepted := accepted || place;
      buyers := buyers || asked.buyer_user_id;
      holds := holds || case when asked.is_fast then hold end;
      if asked.contested_cpfs is not null then
        taken_cpfs := taken_cpfs || asked.contested_cpfs;
        taken_by := taken_by || array_fill(asked.buyer_user_id, array[cardinality(asked.contested_cpfs)]);
      end if;
      if account_at is not null then
        busy_places[account_at] := busy_places[account_at] + asked.unpaid;
      elsif asked.busy_account is not null then
        busy_accounts := busy_accounts || asked.busy_account;
        busy_places := busy_places || asked.unpaid;
      end if;
      if asked.yielding_id is not null then
        yielded_ids := yielded_ids || asked.yielding_id;
        yielded_to := yielded_to || asked.buyer_user_id;
        yielded_at := yielded_at || asked.at;
      end if;
    else
      return next;
    end if;
  end loop;

  if cardinality(accepted) = 0 then
    return;
  end if;

  update stock_levels
    set held = held + (free_before[array_position(locked_ids, id)] - free[array_position(locked_ids, id)])
    where id = any (locked_ids) and free_before[array_position(locked_ids, id)] <> free[array_position(locked_ids, id)];

  -- Accounts come last, in id order. The foreign keys alone would lock them in the order of arrival, and meet who locks two of them.
  perform from users where id = any (buyers) order by id for key share;
  perform yield_registration(yielded.id, yielded.to_user, yielded.at)
    from unnest(yielded_ids, yielded_to, yielded_at) yielded (id, to_user, at);

  return query
    select w.place, 'registered', w.order_id, w.registration_ids, w.payment_ids, null::int, null::bigint, null::int, null::int, w.held_until
    from write_orders(orders, accepted, holds) w;
end $$;
