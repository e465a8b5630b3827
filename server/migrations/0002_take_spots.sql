-- Taking and giving back places: the algorithm of docs/algorithms/stock.md. These functions are the only writers of
-- stock_levels.held.
--
-- All of them plan with enable_seqscan off: a plan made while a table was empty must not be one that reads it from end to
-- end when an opening day has filled it (stock.md, "Why the plans stay good").

/*
 * Takes orders in arrival order, each as a whole or not at all, and writes what was decided. One element of `orders`:
 *
 *   event_id, event_version      the offer it was planned with
 *   buyer_user_id, key, request_hash, at, ip
 *   payment_type, coupon_id, total_cents, provider, due_on
 *   terms         [{ term_id, version }]
 *   answers       [{ questionnaire_id, question, accepted }]
 *   participants  [{ position, name, cpf, phone, birth_on, sex, modality_id, category_id, kit_id, shirt_size_id, coupon_id,
 *                    value_cents, discount_cents, fee_cents, total_cents, price_lines, level_ids }]
 *
 * A call holds no key twice (the queue sees to it; the unique index would refuse it). Every order gets one row, `place` its
 * position in the call from 1, `outcome` one of
 *
 *   registered, replayed         order_id; for registered also its registrations, and their payments (null: free)
 *   key_reused, stale
 *   already_registered           participant
 *   sold_out                     participant, level_id and the units left there
 */
create function take_spots(orders jsonb)
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
  -- CPFs wanted by several orders of this call, as event:cpf, once one of them has it.
  taken_cpfs text[] := '{}';
  asked record;
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
      select o.place, (o.value ->> 'event_id')::bigint as event_id, p.value ->> 'cpf' as cpf, p.value -> 'level_ids' as level_ids,
        (p.place - 1)::int as participant
      from jsonb_array_elements(orders) with ordinality o (value, place),
        jsonb_array_elements(o.value -> 'participants') with ordinality p (value, place)
    ),
    checked as (
      select place, participant, event_id || ':' || cpf as cpf, level_ids,
        count(*) over (partition by event_id, cpf) > 1 as contested,
        row_number() over (partition by place, cpf order by participant) > 1
          or (
            -- Limit 1 keeps it a look-up by the unique index for each person.
            select true from registrations r
            where r.event_id = person.event_id and r.cpf = person.cpf and r.status <> 2 limit 1
          ) is not null as active
      from person
    ),
    person_facts as (
      select place,
        min(participant) filter (where active) as active_participant,
        array_agg(cpf) filter (where contested) as contested_cpfs,
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
      person_facts.active_participant, person_facts.contested_cpfs, person_facts.contested_participants,
      needs.positions, needs.participants
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
    elsif asked.active_participant is not null then
      outcome := 'already_registered';
      participant := asked.active_participant;
    elsif asked.contested_cpfs && taken_cpfs then
      outcome := 'already_registered';
      select min(c.participant) into participant
        from unnest(asked.contested_cpfs, asked.contested_participants) c (cpf, participant)
        where c.cpf = any (taken_cpfs);
    else
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
        for i in 1 .. refused_at - 1 loop
          free[asked.positions[i]] := free[asked.positions[i]] + 1;
        end loop;
        outcome := 'sold_out';
        participant := asked.participants[refused_at];
        level_id := locked_ids[need];
        units_left := free[need];
      end if;
    end if;

    if outcome is null then
      accepted := accepted || place;
      taken_cpfs := taken_cpfs || asked.contested_cpfs;
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

-- Writes the orders at the places that take_spots accepted, with everything that belongs to them.
create function write_orders(orders jsonb, accepted int[])
  returns table (place int, order_id bigint, registration_ids bigint[], payment_ids bigint[])
  language plpgsql
as $$
#variable_conflict use_column
declare
  charges bigint[] := '{}';
  confirmed bigint[] := '{}';
begin
  for place, order_id, registration_ids, payment_ids in
    with asked as materialized (
      select o.place::int, fields.*
      from jsonb_array_elements(orders) with ordinality o (value, place),
        jsonb_to_record(o.value) as fields (
          event_id bigint, buyer_user_id bigint, key text, request_hash text, at timestamptz, ip inet,
          payment_type smallint, coupon_id bigint, total_cents int, provider text, due_on date, terms jsonb, answers jsonb, participants jsonb
        )
      where o.place = any (accepted)
    ),
    new_order as (
      insert into orders as o (
        event_id, buyer_user_id, idempotency_key, request_hash, payment_type, coupon_id, total_cents, created_at
      )
      select event_id, buyer_user_id, key, request_hash, payment_type, coupon_id, total_cents, at
      from asked order by place
      returning o.id, o.buyer_user_id, o.idempotency_key
    ),
    written as materialized (
      select asked.*, new_order.id as order_id
      from asked
      join new_order on new_order.buyer_user_id = asked.buyer_user_id and new_order.idempotency_key = asked.key
    ),
    audited as (
      insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, after, ip)
      select at, buyer_user_id, 'order.created', 'order', order_id, event_id,
        jsonb_build_object('registrations', jsonb_array_length(participants), 'total_cents', total_cents), ip
      from written
    ),
    registration as (
      insert into registrations as r (
        order_id, event_id, responsible_user_id, position, name, cpf, phone, birth_on, sex, modality_id, category_id,
        kit_id, shirt_size_id, coupon_id, value_cents, discount_cents, fee_cents, total_cents, price_lines, status,
        confirmed_at, held_level_ids, created_at, updated_at
      )
      select written.order_id, written.event_id, written.buyer_user_id, p.position, p.name, p.cpf, p.phone, p.birth_on,
        p.sex, p.modality_id, p.category_id, p.kit_id, p.shirt_size_id, p.coupon_id, p.value_cents, p.discount_cents,
        p.fee_cents, p.total_cents, p.price_lines,
        -- Nothing to pay: confirmed at once, without a payment.
        case when p.total_cents = 0 then 1 else 0 end, case when p.total_cents = 0 then written.at end, p.level_ids, written.at,
        written.at
      from written, jsonb_to_recordset(written.participants) as p (
        position smallint, name text, cpf text, phone text, birth_on date, sex smallint, modality_id bigint,
        category_id bigint, kit_id bigint, shirt_size_id bigint, coupon_id bigint, value_cents int, discount_cents int,
        fee_cents int, total_cents int, price_lines jsonb, level_ids bigint[]
      )
      order by written.order_id, p.position
      returning r.id, r.order_id, r.position, r.total_cents
    ),
    acceptance as (
      insert into term_acceptances (registration_id, term_id, version, accepted_at)
      select registration.id, t.term_id, t.version, written.at
      from registration join written using (order_id),
        jsonb_to_recordset(written.terms) as t (term_id bigint, version int)
    ),
    answer as (
      insert into questionnaire_answers (registration_id, questionnaire_id, question, accepted)
      select registration.id, a.questionnaire_id, a.question, a.accepted
      from registration join written using (order_id),
        jsonb_to_recordset(written.answers) as a (questionnaire_id bigint, question text, accepted boolean)
    ),
    payment as (
      insert into payments as p (
        event_id, order_id, provider, external_reference, type, amount_cents, due_on, created_at, updated_at
      )
      select written.event_id, order_id, written.provider, 'reg:' || registration.id || ':pay:1', written.payment_type,
        registration.total_cents, written.due_on, written.at, written.at
      from registration join written using (order_id)
      where registration.total_cents > 0
      order by registration.id
      returning p.id, p.external_reference, p.amount_cents, p.created_at
    ),
    paid_registration as materialized (
      select payment.id as payment_id, registration.id as registration_id, payment.amount_cents, payment.created_at
      from registration join payment on payment.external_reference = 'reg:' || registration.id || ':pay:1'
    ),
    item as (
      insert into payment_items (payment_id, registration_id, amount_cents)
      select payment_id, registration_id, amount_cents from paid_registration
    ),
    ledger as (
      insert into payment_events (payment_id, at, kind, to_status, applied, source)
      select payment_id, created_at, 'created', 0, true, 'system' from paid_registration
    )
    select written.place, written.order_id, array_agg(registration.id order by registration.position),
      array_agg(paid_registration.payment_id order by registration.position)
    from written
    join registration using (order_id)
    left join paid_registration on paid_registration.registration_id = registration.id
    group by written.place, written.order_id
  loop
    charges := charges || array_remove(payment_ids, null);
    confirmed := confirmed || array(
      select u.registration_id from unnest(registration_ids, payment_ids) u (registration_id, payment_id)
      where u.payment_id is null
    );
    return next;
  end loop;

  -- The process that took the order tries its charges at once; the job waits for it to be done, or to have died.
  perform graphile_worker.add_jobs(array(
    select row (
      'create-charge', json_build_object('paymentId', id), null, now() + interval '5 seconds', null, null, null, null
    )::graphile_worker.job_spec
    from unnest(charges) id
    union all
    select row (
      'registration-confirmed', json_build_object('registrationId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec
    from unnest(confirmed) id
  ));
end $$;

-- Gives back what registrations hold, each exactly once, and cancels them. Answers those that were not cancelled before.
create function release_spots(registration_ids bigint[], reason text, at timestamptz)
  returns setof bigint
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  released bigint[];
  level_ids bigint[];
  units int[];
begin
  select array_agg(r.id) into released
    from (
      select id from registrations where id = any (registration_ids) and status <> 2 order by id for no key update
    ) r;

  select array_agg(level_id order by level_id), array_agg(count order by level_id) into level_ids, units
    from (
      select level_id, count(*)::int
      from registrations r, unnest(r.held_level_ids) level_id
      where r.id = any (released) group by level_id
    ) held_by_them;

  perform from stock_levels where id = any (level_ids) order by id for update;
  update stock_levels set held = held - units[array_position(level_ids, id)] where id = any (level_ids);

  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = reason, updated_at = at
    where id = any (released);
  return query select unnest(released);
end $$;

/*
 * Lets a registration hold other levels than it does, or the same again after it was cancelled (then it is Pendente).
 * All or nothing: `outcome` is changed, sold_out (with the level) or already_registered.
 */
create function change_spots(registration_id bigint, wanted_ids bigint[], at timestamptz, out outcome text, out level_id bigint)
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  registration registrations;
begin
  select * into strict registration from registrations where id = registration_id for no key update;
  perform from stock_levels where id = any (registration.held_level_ids || wanted_ids) order by id for update;

  if registration.status = 2 and exists (
    select from registrations
    where event_id = registration.event_id and cpf = registration.cpf and status <> 2
  ) then
    outcome := 'already_registered';
    return;
  end if;

  -- In the order given: the caller says what to name first.
  select wanted.id into level_id
    from unnest(wanted_ids) with ordinality wanted (id, place) join stock_levels using (id)
    where held >= capacity and not id = any (registration.held_level_ids)
    order by wanted.place limit 1;
  if found then
    outcome := 'sold_out';
    return;
  end if;

  update stock_levels
    set held = held + (id = any (wanted_ids))::int - (id = any (registration.held_level_ids))::int
    where id = any (registration.held_level_ids || wanted_ids);
  update registrations
    set held_level_ids = wanted_ids, updated_at = at,
      status = case when status = 2 then 0 else status end, cancelled_at = null, cancel_reason = null
    where id = registration_id;
  outcome := 'changed';
end $$;
