-- Writes the orders at the places that take_spots accepted, with everything that belongs to them. `holds`: how long each one's places
-- wait for their payment, null where that is until the end of the due day.
create or replace function write_orders(orders jsonb, accepted int[], holds interval[])
  returns table (place int, order_id bigint, registration_ids bigint[], payment_ids bigint[], held_until timestamptz)
  language plpgsql
as $$
#variable_conflict use_column
declare
  charges bigint[] := '{}';
  confirmed bigint[] := '{}';
  named_ids bigint[];
  named bigint[] := '{}';
begin
  for place, order_id, registration_ids, payment_ids, held_until, named_ids in
    with asked as materialized (
      select o.place::int, fields.*,
        case when hold is not null then least(at + hold, (due_on + 1)::timestamp at time zone 'America/Sao_Paulo') end as expires_at
      from unnest(accepted, holds) decided (place, hold)
        join jsonb_array_elements(orders) with ordinality o (value, place) on o.place = decided.place,
        jsonb_to_record(o.value) as fields (
          event_id bigint, buyer_user_id bigint, key text, request_hash text, at timestamptz, ip inet,
          payment_type smallint, coupon_id bigint, total_cents int, provider text, due_on date, terms jsonb, answers jsonb, participants jsonb
        )
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
        order_id, event_id, responsible_user_id, position, name, cpf, phone, email, birth_on, sex, modality_id, category_id,
        kit_id, shirt_size_id, coupon_id, value_cents, discount_cents, fee_cents, total_cents, price_lines, status,
        confirmed_at, held_level_ids, created_at, updated_at
      )
      select written.order_id, written.event_id, written.buyer_user_id, p.position, p.name, p.cpf, p.phone, p.email, p.birth_on,
        p.sex, p.modality_id, p.category_id, p.kit_id, p.shirt_size_id, p.coupon_id, p.value_cents, p.discount_cents,
        p.fee_cents, p.total_cents, p.price_lines,
        -- Nothing to pay: confirmed at once, without a payment.
        case when p.total_cents = 0 then 1 else 0 end, case when p.total_cents = 0 then written.at end, p.level_ids, written.at,
        written.at
      from written, jsonb_to_recordset(written.participants) as p (
        position smallint, name text, cpf text, phone text, email text, birth_on date, sex smallint, modality_id bigint,
        category_id bigint, kit_id bigint, shirt_size_id bigint, coupon_id bigint, value_cents int, discount_cents int,
        fee_cents int, total_cents int, price_lines jsonb, level_ids bigint[]
      )
      order by written.order_id, p.position
      returning r.id, r.order_id, r.position, r.total_cents, r.email
    ),
    acceptance as (
      insert into term_acceptances (registration_id, term_id, version, accepted_at)
      select registration.id, t.term_id, t.version, written.at
      from registration join written using (order_id),
        jsonb_to_recordset(written.terms) as t (term_id bigint, version int)
    ),
    answer as (
      insert into questionnaire_answers (registration_id, questionnaire_id, question, accepted, file_path)
      select registration.id, a.questionnaire_id, a.question, a.accepted, a.file_path
      from registration join written using (order_id),
        jsonb_to_recordset(written.answers) as a (questionnaire_id bigint, question text, accepted boolean, file_path text)
    ),
    payment as (
      insert into payments as p (
        event_id, order_id, provider, external_reference, type, amount_cents, due_on, expires_at, created_at, updated_at
      )
      select written.event_id, order_id, written.provider, 'reg:' || registration.id || ':pay:1', written.payment_type,
        registration.total_cents,
        least(written.due_on, (written.expires_at at time zone 'America/Sao_Paulo')::date), written.expires_at, written.at, written.at
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
      array_agg(paid_registration.payment_id order by registration.position),
      max(written.expires_at),
      array_agg(registration.id) filter (where registration.email is not null)
    from written
    join registration using (order_id)
    left join paid_registration on paid_registration.registration_id = registration.id
    group by written.place, written.order_id
  loop
    named := named || named_ids;
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
    union all
    select row (
      'tell-participant', json_build_object('registrationId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec
    from unnest(named) id
  ));
end $$;
