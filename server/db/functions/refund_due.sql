-- What must be refunded: all that was paid for a cancelled registration, the overpaid part of an active one.
create or replace function refund_due(status smallint, total_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case when status = 2 then paid_cents else greatest(paid_cents - total_cents, 0) end;
