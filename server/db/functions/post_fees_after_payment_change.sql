-- The gateway keeps its fee when it refunds, so its entries follow the fee and not the payment's status.
-- Entries of kind 'card' are the fees that the organizer bears.
create or replace function post_fees_after_payment_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- The fee may come from a comparison with the gateway, which changes only checked_at.
  at constant timestamptz := greatest(new.updated_at, new.checked_at);
begin
  perform post_service_fees(array(select registration_id from payment_items where payment_id = new.id), new.updated_at);
  insert into fee_entries (kind, event_id, payment_id, type, amount_cents, at)
  select due.kind, new.event_id, new.id, new.type, due.cents - booked.cents, at
  from (values
    ('gateway', coalesce(new.gateway_fee_cents, 0)),
    ('card', case when new.fee_by_organizer and new.duplicate_of is null then coalesce(new.gateway_fee_cents, 0) else 0 end)
  ) due (kind, cents)
  cross join lateral (
    select coalesce(sum(f.amount_cents), 0)::int as cents from fee_entries f where f.payment_id = new.id and f.kind = due.kind
  ) booked
  where due.cents <> booked.cents;
  return null;
end $$;
-- An order inserts unpaid payments.
create or replace trigger payments_fees_insert after insert on payments
  for each row when (new.paid_at is not null)
  execute function post_fees_after_payment_change();
create or replace trigger payments_fees_update after update on payments
  for each row when (
    new.paid_at is not null
    and row (old.status, old.paid_at, old.duplicate_of, old.gateway_fee_cents, old.fee_by_organizer)
      is distinct from row (new.status, new.paid_at, new.duplicate_of, new.gateway_fee_cents, new.fee_by_organizer)
  )
  execute function post_fees_after_payment_change();
