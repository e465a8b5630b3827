create or replace function post_fees_after_registration_change() returns trigger language plpgsql as $$
begin
  perform post_service_fees(array[new.id], new.updated_at);
  return null;
end $$;
create or replace trigger registrations_fees_update after update on registrations
  for each row when (row (old.status, old.total_cents, old.fee_cents) is distinct from row (new.status, new.total_cents, new.fee_cents))
  execute function post_fees_after_registration_change();
