/*
 * Part of take_spots. Writes the orders with the indexes `accepted` (from 1) and their dependent rows.
 * `holds` is how long the unpaid spots of each order are held, null for the end of the due day. Ids are drawn
 * from the sequences first, so that each table is filled by a plain insert. A registration is inserted with
 * the keys that were sent, and the defaults of the other columns.
 */
create or replace function write_orders(orders jsonb, accepted int[], holds interval[])
  returns table (order_index int, order_id bigint, registration_ids bigint[], payment_ids bigint[], payment_tokens text[], held_until timestamptz)
  language plpgsql
as $$
#variable_conflict use_column
declare
  jobs graphile_worker.job_spec[] := '{}';
  jobs_of_order graphile_worker.job_spec[];
  events domain_event[] := '{}';
  events_of_order domain_event[];
begin
  -- All inserts are one statement, so that the triggers of the participant list see the payments of the new
  -- registrations.
  for order_index, order_id, registration_ids, payment_ids, payment_tokens, held_until, jobs_of_order, events_of_order in
    with new_order as materialized (
      select decided.order_index, nextval('orders_id_seq') as id, o.*,
        case when pay_together and total_cents > 0 then nextval('payments_id_seq') end as shared_payment_id,
        case when hold is not null then least(created_at + hold, (due_on + 1)::timestamp at time zone 'America/Sao_Paulo') end as expires_at
      from unnest(accepted, holds) decided (order_index, hold), jsonb_to_record(orders -> (decided.order_index - 1)) as o (
        event_id bigint, buyer_user_id bigint, idempotency_key text, request_hash text, payment_type smallint, coupon_id bigint, group_id bigint,
        total_cents int, created_at timestamptz, ip inet, provider text, due_on date, pay_together boolean, terms jsonb, answers jsonb,
        teams jsonb, registrations jsonb, job_origin jsonb
      )
    ),
    numbered as materialized (
      select o.id as order_id, r.value, nextval('registrations_id_seq') as id,
        case when (r.value ->> 'total_cents')::int > 0 then coalesce(shared_payment_id, nextval('payments_id_seq')) end as payment_id
      from new_order o, jsonb_array_elements(o.registrations) r
    ),
    new_registration as materialized (
      select n.id, n.order_id, payment_id, value ->> 'email' as email,
        jsonb_populate_record(default_registration(), value || jsonb_build_object('id', id, 'order_id', order_id)) as columns
      from numbered n
    ),
    new_payment as materialized (
      select r.payment_id as id, gen_random_uuid()::text as token, o.id as order_id, event_id, buyer_user_id, provider, payment_type, o.created_at, expires_at,
        sum((r.columns).total_cents) as amount_cents, least(due_on, (expires_at at time zone 'America/Sao_Paulo')::date) as due_on
      from new_registration r join new_order o on o.id = r.order_id
      where r.payment_id is not null
      group by r.payment_id, o.id, event_id, buyer_user_id, provider, payment_type, o.created_at, expires_at, due_on
    ),
    order_insert as (
      insert into orders (
        id, event_id, buyer_user_id, idempotency_key, request_hash, payment_type, coupon_id, total_cents, created_at
      ) overriding system value
      select id, event_id, buyer_user_id, idempotency_key, request_hash, payment_type, coupon_id, total_cents, created_at from new_order
    ),
    audit_insert as (
      insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, after, ip)
      select created_at, buyer_user_id, 'order.created', 'order', id, event_id,
        jsonb_build_object('registrations', jsonb_array_length(registrations), 'total_cents', total_cents), ip
      from new_order
    ),
    registration_insert as (
      insert into registrations overriding system value select (columns).* from new_registration
    ),
    acceptance_insert as (
      insert into term_acceptances (registration_id, term_id, version, accepted_at)
      select r.id, t.term_id, t.version, o.created_at
      from new_registration r join new_order o on o.id = r.order_id,
        jsonb_to_recordset(o.terms) as t (term_id bigint, version int, kind text)
      -- Nobody consents for somebody else.
      where t.kind = 'contract' or (r.columns).position = 0
    ),
    confirmation_insert as (
      insert into confirmations (registration_id, created_at)
      select r.id, o.created_at from new_registration r join new_order o on o.id = r.order_id where (r.columns).position > 0
    ),
    guardian_insert as (
      insert into guardian_requests (registration_id, created_at, due_at)
      select r.id, o.created_at, guardian_deadline(o.created_at, e.event_on, e.start_time, e.timezone)
      from new_registration r join new_order o on o.id = r.order_id join events e on e.id = o.event_id
      where (r.columns).birth_on > (e.event_on - interval '18 years')::date
    ),
    member_insert as (
      insert into group_members (registration_id, group_id, joined_at)
      select r.id, o.group_id, o.created_at from new_registration r join new_order o on o.id = r.order_id where o.group_id is not null
    ),
    new_team as materialized (
      select nextval('teams_id_seq') as id, o.id as order_id, t.category_id, t.name, o.buyer_user_id, o.created_at
      from new_order o, jsonb_to_recordset(o.teams) as t (category_id bigint, name text)
    ),
    team_insert as (
      insert into teams (id, category_id, name, captain_user_id, created_at) overriding system value
      select id, category_id, name, buyer_user_id, created_at from new_team
    ),
    team_member_insert as (
      insert into team_members (registration_id, team_id, leg)
      select r.id, t.id, row_number() over (partition by t.id order by r.id)
      from new_team t join new_registration r on r.order_id = t.order_id and (r.columns).category_id = t.category_id
    ),
    claim_insert as (
      insert into right_claims (
        registration_id, right_rule_id, version, is_companion, discount_cents, status, proof_due_on, proof_path, proof_sent_at, created_at
      )
      select n.id, c.right_rule_id, c.version, c.is_companion, c.discount_cents, c.status, c.proof_due_on, c.proof_path,
        case when c.proof_path is not null then o.created_at end, o.created_at
      from numbered n join new_order o on o.id = n.order_id,
        jsonb_to_record(nullif(n.value -> 'right_claim', 'null')) as c (
          right_rule_id bigint, version int, is_companion boolean, discount_cents int, status text, proof_due_on date, proof_path text
        )
      where c.right_rule_id is not null
    ),
    answer_insert as (
      insert into questionnaire_answers (registration_id, questionnaire_id, question, accepted, value, file_path)
      select r.id, a.questionnaire_id, a.question, a.accepted, a.value, a.file_path
      from new_registration r join new_order o on o.id = r.order_id,
        jsonb_to_recordset(o.answers) as a (
          questionnaire_id bigint, question text, modality_id bigint, category_id bigint, kit_id bigint, accepted boolean, value text,
          file_path text
        )
      where (a.modality_id is null or a.modality_id = (r.columns).modality_id)
        and (a.category_id is null or a.category_id = (r.columns).category_id)
        and (a.kit_id is null or a.kit_id = (r.columns).kit_id)
    ),
    payment_insert as (
      insert into payments (
        id, token, event_id, payer_user_id, provider, type, amount_cents, due_on, expires_at, created_at, updated_at
      ) overriding system value
      select id, token, event_id, buyer_user_id, provider, payment_type, amount_cents, due_on, expires_at, created_at, created_at
      from new_payment
    ),
    item_insert as (
      insert into payment_items (payment_id, registration_id, amount_cents)
      select payment_id, id, (columns).total_cents from new_registration where payment_id is not null
    ),
    ledger_insert as (
      insert into payment_events (payment_id, at, kind, to_status, applied, source)
      select id, created_at, 'created', 0, true, 'system' from new_payment
    ),
    charge_job as (
      -- The process that received the order creates its charges at once, unless many people register. This job
      -- creates those that are missing.
      select order_id, array_agg(
        row (
          'create-charge', (job_origin || jsonb_build_object('paymentId', p.id))::json, null, now() + interval '2 seconds', null, null, null, null
        )::graphile_worker.job_spec
      ) as jobs
      from new_payment p join new_order o on o.id = order_id group by order_id
    ),
    event as (
      select order_id, 'registration.created' as name, jsonb_build_object('registrationId', id, 'hasEmail', email is not null) as payload
      from new_registration
      union all
      select order_id, 'registration.confirmed', jsonb_build_object('registrationId', id) from new_registration where payment_id is null
    )
    select o.order_index, o.id, written.ids, written.payment_ids, written.tokens, o.expires_at, charge_job.jobs, published.events
    from new_order o
    join (
      select r.order_id, array_agg(r.id order by r.id) as ids, array_agg(payment_id order by r.id) as payment_ids,
        array_agg(token order by r.id) as tokens
      from new_registration r left join new_payment p on p.id = r.payment_id group by r.order_id
    ) written on written.order_id = o.id
    left join charge_job on charge_job.order_id = o.id
    join (
      select order_id, array_agg(row (name, job_origin || payload, created_at)::domain_event) as events
      from event join (select id, job_origin, created_at from new_order) o on o.id = order_id group by order_id
    ) published on published.order_id = o.id
    order by o.order_index
  loop
    jobs := jobs || jobs_of_order;
    events := events || events_of_order;
    return next;
  end loop;
  if cardinality(jobs) > 0 then
    perform graphile_worker.add_jobs(jobs);
  end if;
  perform publish_events(events);
end $$;
