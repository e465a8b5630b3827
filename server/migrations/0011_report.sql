-- What dashboards and the statement add up: docs/algorithms/report.md.

-- When the money of a payment left again: refunded, disputed, or a receipt by hand that was undone. Null while it is there.
alter table payments add column returned_at timestamptz;
update payments p set returned_at = left_at.at
from (
  select payment_id, max(at) as at from payment_events
  where applied and from_status in (1, 2, 3, 12) and to_status not in (1, 2, 3, 12)
  group by payment_id
) left_at
where left_at.payment_id = p.id and p.paid_at is not null and p.status not in (1, 2, 3, 12);

-- Every column that is summed, so that the payments themselves are not read.
drop index payments_paid;
create index payments_money on payments (event_id, paid_at)
  include (returned_at, type, status, amount_cents, duplicate_of) where paid_at is not null;
create index payments_returned on payments (event_id, returned_at)
  include (type, amount_cents, duplicate_of) where returned_at is not null;

-- What of the platform's fee a registration owes: the part of which it is paid.
create function fee_due(status smallint, total_cents int, fee_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case
    when status = 2 then 0
    when paid_cents >= total_cents then fee_cents
    else (2::bigint * fee_cents * paid_cents + total_cents) / (2::bigint * total_cents)
  end;

-- What was paid and bought nothing.
create function owed_back(status smallint, total_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case when status = 2 then paid_cents else greatest(paid_cents - total_cents, 0) end;
