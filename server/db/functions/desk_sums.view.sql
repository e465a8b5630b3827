-- Both: what was folded, and what came since.
drop view if exists desk_sums;
create view desk_sums as
  select event_id, chunk, status, payment_status, registrations, free, paid, paid_cents from desk_totals
  union all
  select event_id, chunk, status, payment_status, registrations, free, paid, paid_cents from desk_facts where fresh;
