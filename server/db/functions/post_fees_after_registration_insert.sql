-- Only a free registration owes its fee at once. Any other is inserted unpaid. No fee was booked for it before.
create or replace function post_fees_after_registration_insert() returns trigger language plpgsql as $$
begin
  insert into fee_entries (kind, event_id, registration_id, amount_cents, at)
  select 'service', event_id, id, due.cents, updated_at
  from new_rows cross join lateral (select fee_due(status, total_cents, fee_cents, 0) as cents) due
  where total_cents = 0 and due.cents <> 0
  order by id;
  return null;
end $$;
create or replace trigger registrations_fees_insert after insert on registrations
  referencing new table as new_rows
  for each statement execute function post_fees_after_registration_insert();
