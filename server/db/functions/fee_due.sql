-- The platform fee due for a registration: proportional to the paid part of its total, rounded half up; 0
-- when cancelled.
create or replace function fee_due(status smallint, total_cents int, fee_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case
    when status = 2 then 0
    when paid_cents >= total_cents then fee_cents
    else (2::bigint * fee_cents * paid_cents + total_cents) / (2::bigint * total_cents)
  end;
