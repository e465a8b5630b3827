/*
 * Part of take_spots, which holds the locks and moves the units. Cancels an unpaid registration because the owner of its CPF registers.
 * Jobs settle its payments, which cancels or replaces the open one, and tell its account by e-mail.
 */
create or replace function yield_registration(yielded_id bigint, owner_user_id bigint, at timestamptz)
  returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
begin
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = 'yielded', updated_at = at
    where id = yielded_id;
  insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, before, after)
    select at, owner_user_id, 'registration.yielded', 'registration', id, event_id,
      jsonb_build_object('status', 0), jsonb_build_object('status', 2)
    from registrations where id = yielded_id;
  perform graphile_worker.add_job('settle-registration', json_build_object('registrationId', yielded_id));
  perform graphile_worker.add_job('registration-yielded', json_build_object('registrationId', yielded_id));
end $$;
