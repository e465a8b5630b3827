create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end $$;
create or replace trigger payment_events_append_only before update or delete on payment_events
  for each row execute function refuse_change();
create or replace trigger fee_entries_append_only before update or delete on fee_entries
  for each row execute function refuse_change();
create or replace trigger payment_moves_append_only before update or delete on payment_moves
  for each row execute function refuse_change();
-- Deletes are allowed: rows are removed when their retention period ends.
create or replace trigger security_events_append_only before update on security_events
  for each row execute function refuse_change();
