-- What of the platform's fee a registration owes: the part of which it is paid.
create or replace function fee_due(status smallint, total_cents int, fee_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case
    when status = 2 then 0
    when paid_cents >= total_cents then fee_cents
    else (2::bigint * fee_cents * paid_cents + total_cents) / (2::bigint * total_cents)
  end;
