/*
 * Part of take_spots, which holds the locks and moves the units. Cancels an unpaid registration because the owner of its CPF registers.
 * Cancels its open payments, enqueues the cancellation of their charges at the gateway, and enqueues an e-mail to its account.
 */
create or replace function yield_registration(yielded_id bigint, owner_user_id bigint, at timestamptz)
  returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  open_payment record;
begin
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = 'yielded', updated_at = at
    where id = yielded_id;
  insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, before, after)
    select at, owner_user_id, 'registration.yielded', 'registration', id, event_id,
      jsonb_build_object('status', 0), jsonb_build_object('status', 2)
    from registrations where id = yielded_id;

  for open_payment in
    select p.id, p.status, p.charge_id is not null or p.charge_claimed_until is not null as may_have_charge
    from payments p join payment_items i on i.payment_id = p.id
    where i.registration_id = yielded_id and p.status in (0, 4, 7, 9, 13)
    order by p.id
  loop
    update payments set status = 6, updated_at = at, charge_closed_at = case when not open_payment.may_have_charge then at end
      where id = open_payment.id;
    insert into payment_events (payment_id, at, kind, from_status, to_status, applied, source)
      values (open_payment.id, at, 'cancelled', open_payment.status, 6, true, 'system');
    if open_payment.may_have_charge then
      perform graphile_worker.add_job('close-payment', json_build_object('paymentId', open_payment.id),
        job_key => 'close-payment:' || open_payment.id);
    end if;
    -- The other registrations of a cancelled payment get payments of their own.
    perform graphile_worker.add_job('settle-registration', json_build_object('registrationId', r.id))
      from payment_items i join registrations r on r.id = i.registration_id
      where i.payment_id = open_payment.id and r.id <> yielded_id and r.status <> 2;
  end loop;
  perform graphile_worker.add_job('registration-yielded', json_build_object('registrationId', yielded_id));
end $$;
