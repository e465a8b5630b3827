/*
 * An unpaid registration makes way for the owner of its CPF, who registers: it is cancelled, what is to be paid for it is cancelled too,
 * here and by jobs at the gateway, and its account is told. Part of take_spots, which holds the locks and hands its units over.
 */
create or replace function yield_registration(yielded_id bigint, owner_user_id bigint, at timestamptz)
  returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  waiting record;
begin
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = 'yielded', updated_at = at
    where id = yielded_id;
  insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, before, after)
    select at, owner_user_id, 'registration.yielded', 'registration', id, event_id,
      jsonb_build_object('status', 0), jsonb_build_object('status', 2)
    from registrations where id = yielded_id;

  for waiting in
    select p.id, p.status, p.charge_id is not null or p.charge_claimed_until is not null as was_tried from payments p join payment_items i on i.payment_id = p.id
    where i.registration_id = yielded_id and p.status in (0, 4, 7, 9, 13)
    order by p.id
  loop
    update payments set status = 6, updated_at = at, charge_closed_at = case when not waiting.was_tried then at end
      where id = waiting.id;
    insert into payment_events (payment_id, at, kind, from_status, to_status, applied, source)
      values (waiting.id, at, 'cancelled', waiting.status, 6, true, 'system');
    if waiting.was_tried then
      perform graphile_worker.add_job('close-payment', json_build_object('paymentId', waiting.id),
        job_key => 'close-payment:' || waiting.id);
    end if;
    -- Whoever else it was to pay for gets a payment of their own.
    perform graphile_worker.add_job('settle-registration', json_build_object('registrationId', r.id))
      from payment_items i join registrations r on r.id = i.registration_id
      where i.payment_id = waiting.id and r.id <> yielded_id and r.status <> 2;
  end loop;
  perform graphile_worker.add_job('registration-yielded', json_build_object('registrationId', yielded_id));
end $$;
