/*
 * Part of take_spots, which holds the locks and updates the stock levels. Cancels an unpaid registration
 * because the owner of its CPF registers. Jobs that subscribe to the event settle its payments, which cancels
 * or replaces the open one, and notify its account by e-mail.
 */
create or replace function yield_registration(yielded_id bigint, owners_order jsonb)
  returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  at timestamptz := owners_order ->> 'created_at';
  payload jsonb := (owners_order -> 'job_origin') || 
    jsonb_build_object('registrationId', yielded_id, 'reason', 'yielded', 'byPerson', true);
begin
  update registrations
    set status = 2, held_level_ids = '{}', cancelled_at = at, cancel_reason = 'yielded', updated_at = at
    where id = yielded_id;
  insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id, before, after)
    select at, (owners_order ->> 'buyer_user_id')::bigint, 'registration.yielded', 'registration', id, event_id,
      jsonb_build_object('status', 0), jsonb_build_object('status', 2)
    from registrations where id = yielded_id;
  perform publish_events(array[row ('registration.cancelled', payload, at)::domain_event]);
end $$;
