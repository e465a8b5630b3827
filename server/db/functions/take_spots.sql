/*
 * With release_spots and change_spots the only writer of stock_levels.held: docs/algorithms/stock.md. All three plan with
 * enable_seqscan off: a plan made while a table was empty must not be one that reads it from end to end when an opening day
 * has filled it.
 *
 * Takes orders in arrival order, each as a whole or not at all, and writes what was decided. One element of `orders`:
 *
 *   event_id, event_version      the offer it was planned with
 *   buyer_user_id, key, request_hash, at, ip
 *   payment_type, coupon_id, total_cents, provider, due_on
 *   terms         [{ term_id, version }]
 *   answers       [{ questionnaire_id, question, accepted, file_path }]
 *   participants  [{ position, name, cpf, phone, birth_on, sex, modality_id, category_id, kit_id, shirt_size_id, coupon_id,
 *                    value_cents, discount_cents, fee_cents, total_cents, price_lines, level_ids }]
 *
 * A call holds no key twice (the queue sees to it; the unique index would refuse it). Every order gets one row, `place` its
 * position in the call from 1, `outcome` one of
 *
 *   registered, replayed         order_id; for registered also its registrations, and their payments (null: free)
 *   key_reused, stale
 *   already_registered           participant: the buyer, or one whom the buyer's account has registered
 *   registered_by_other          participant: one whom another account has registered; said only where everything else would do
 *   sold_out                     participant, level_id and the units left there
 */
create or replace function take_spots(orders jsonb)
  returns table (
    place int, outcome text, order_id bigint, registration_ids bigint[], payment_ids bigint[],
    participant int, level_id bigint, units_left int
  )
  language plpgsql
  set enable_seqscan = off set jit = off set lock_timeout = '1s'
as $$
#variable_conflict use_column
declare
  locked_ids bigint[];
  free int[];
  free_before int[];
  accepted int[] := '{}';
  -- CPFs wanted by several orders of this call, as event:cpf, once one of them has it, and by whom.
  taken_cpfs text[] := '{}';
  taken_by bigint[] := '{}';
  asked record;
  own_participant int;
  others_participant int;
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

  select array_agg(level.id), array_agg(coalesce(level.capacity, 2147483647) - level.held)
    into locked_ids, free
    from (
      select id, capacity, held from stock_levels
      where id = any (array(
        select wanted::bigint
        from jsonb_array_elements(orders) o, jsonb_array_elements(o -> 'participants') p,
          jsonb_array_elements_text(p -> 'level_ids') wanted
      ))
      order by id for update
    ) level;
  free_before := free;

  for asked in
    with person as (
      select o.place, (o.value ->> 'event_id')::bigint as event_id, (o.value ->> 'buyer_user_id')::bigint as buyer_user_id,
        p.value ->> 'cpf' as cpf, p.value -> 'level_ids' as level_ids,
        (p.place - 1)::int as participant
      from jsonb_array_elements(orders) with ordinality o (value, place),
        jsonb_array_elements(o.value -> 'participants') with ordinality p (value, place)
    ),
    checked as (
      select place, participant, event_id || ':' || cpf as cpf, level_ids,
        count(*) over (partition by event_id, cpf) > 1 as contested,
        row_number() over (partition by place, cpf order by participant) > 1 as repeated, buyer_user_id,
        (
          -- Limit 1 keeps it a look-up by the unique index for each person.
          select r.responsible_user_id from registrations r
          where r.event_id = person.event_id and r.cpf = person.cpf and r.status <> 2 limit 1
        ) as registered_by
      from person
    ),
    person_facts as (
      select place,
        min(participant) filter (
          where repeated or registered_by = buyer_user_id or (participant = 0 and registered_by is not null)
        ) as own_participant,
        min(participant) filter (where participant > 0 and registered_by <> buyer_user_id) as others_participant,
        array_agg(cpf order by participant) filter (where contested) as contested_cpfs,
        array_agg(participant order by participant) filter (where contested) as contested_participants
      from checked group by place
    ),
    needs as (
      select place,
        -- Where in the locked levels each wanted unit is, in the order they are to be asked for.
        array_agg(array_position(locked_ids, wanted.id::bigint) order by participant, nth) as positions,
        array_agg(participant order by participant, nth) as participants
      from checked, jsonb_array_elements_text(level_ids) with ordinality wanted (id, nth)
      group by place
    )
    select o.place::int, known.id as known_order_id, known.request_hash = o.value ->> 'request_hash' as same_words,
      event.version is distinct from (o.value ->> 'event_version')::int
        or array_position(needs.positions, null) is not null as stale,
      (o.value ->> 'buyer_user_id')::bigint as buyer_user_id, person_facts.own_participant, person_facts.others_participant,
      person_facts.contested_cpfs, person_facts.contested_participants, needs.positions, needs.participants
    from jsonb_array_elements(orders) with ordinality o (value, place)
    join person_facts using (place)
    join needs using (place)
    left join lateral (
      select id, request_hash from orders
      where buyer_user_id = (o.value ->> 'buyer_user_id')::bigint and idempotency_key = o.value ->> 'key' limit 1
    ) known on true
    left join lateral (select version from events where id = (o.value ->> 'event_id')::bigint limit 1) event on true
    order by o.place
  loop
    place := asked.place;
    outcome := null; order_id := null; participant := null; level_id := null; units_left := null;

    if asked.known_order_id is not null then
      order_id := asked.known_order_id;
      outcome := case when asked.same_words then 'replayed' else 'key_reused' end;
    elsif asked.stale then
      outcome := 'stale';
    else
      own_participant := asked.own_participant;
      others_participant := asked.others_participant;
      if asked.contested_cpfs && taken_cpfs then
        select least(own_participant, min(c.participant) filter (where c.participant = 0 or t.buyer = asked.buyer_user_id)),
          least(others_participant, min(c.participant) filter (where c.participant > 0 and t.buyer <> asked.buyer_user_id))
          into own_participant, others_participant
          from unnest(asked.contested_cpfs, asked.contested_participants) c (cpf, participant)
          join unnest(taken_cpfs, taken_by) t (cpf, buyer) using (cpf);
      end if;
    end if;

    if outcome is null and own_participant is not null then
      outcome := 'already_registered';
      participant := own_participant;
    elsif outcome is null then
      refused_at := null;
      for i in 1 .. cardinality(asked.positions) loop
        need := asked.positions[i];
        if free[need] <= 0 then
          refused_at := i;
          exit;
        end if;
        free[need] := free[need] - 1;
      end loop;
      if refused_at is not null then
        outcome := 'sold_out';
        participant := asked.participants[refused_at];
        level_id := locked_ids[need];
      elsif others_participant is not null then
        -- Last of all: an order that could not be placed anyway learns nothing of strangers.
        outcome := 'registered_by_other';
        participant := others_participant;
      end if;
      if outcome is not null then
        for i in 1 .. coalesce(refused_at - 1, cardinality(asked.positions)) loop
          free[asked.positions[i]] := free[asked.positions[i]] + 1;
        end loop;
        units_left := case when outcome = 'sold_out' then free[need] end;
      end if;
    end if;

    if outcome is null then
      accepted := accepted || place;
      if asked.contested_cpfs is not null then
        taken_cpfs := taken_cpfs || asked.contested_cpfs;
        taken_by := taken_by || array_fill(asked.buyer_user_id, array[cardinality(asked.contested_cpfs)]);
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
    where id = any (locked_ids) and free_before[array_position(locked_ids, id)] > free[array_position(locked_ids, id)];

  return query
    select w.place, 'registered', w.order_id, w.registration_ids, w.payment_ids, null::int, null::bigint, null::int
    from write_orders(orders, accepted) w;
end $$;
