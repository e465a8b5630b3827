/*
 * Part of take_spots, which holds the locks and moves the units. Cancels an unpaid registration because the owner of its CPF registers.
 * Jobs settle its payments, which cancels or replaces the open one, and tell its account by e-mail.
 */
create or replace function yield_registration(yielded_id bigint, owners_order jsonb)
  returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  at timestamptz := owners_order ->> 'created_at';
  job jsonb := (owners_order -> 'job_origin') || jsonb_build_object('registrationId', yielded_id);
begin
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = 'yielded', updated_at = at
    where id = yielded_id;
  insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, before, after)
    select at, (owners_order ->> 'buyer_user_id')::bigint, 'registration.yielded', 'registration', id, event_id,
      jsonb_build_object('status', 0), jsonb_build_object('status', 2)
    from registrations where id = yielded_id;
  perform graphile_worker.add_job('settle-registration', job::json);
  perform graphile_worker.add_job('registration-yielded', job::json);
end $$;
