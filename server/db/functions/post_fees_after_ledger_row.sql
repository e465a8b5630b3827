-- Refunds and credits store no time, so the fees are posted at the time of the ledger row that follows them.
-- A payment that is inserted as paid has no items yet; its ledger row follows them.
create or replace function post_fees_after_ledger_row() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform post_service_fees(array(select registration_id from payment_items where payment_id = new.payment_id), new.at);
  return null;
end $$;
create or replace trigger payment_events_fees after insert on payment_events
  for each row when (
    new.kind like 'refund\_%' or new.kind = 'credit_used' or new.from_status is null and new.to_status in (1, 2, 3, 12)
  )
  execute function post_fees_after_ledger_row();
