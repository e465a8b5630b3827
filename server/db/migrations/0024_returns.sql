-- Places that runners give back to be sold: docs/algorithms/transfer.md, "Returned places".

-- The last day on which runners return their places; null: they may not.
alter table events add column returns_until date;
alter table events add column returns_fee_cents int not null default 0;
alter table events add constraint events_returns_check check (returns_fee_cents >= 0) not valid;

-- The registration whose payment ended a return: its money goes back to who paid for the returned place.
alter table refund_choices add column taken_by_registration_id bigint references registrations;
create unique index refund_choices_taken_by on refund_choices (taken_by_registration_id)
  where taken_by_registration_id is not null;
create index refund_choices_returned on refund_choices (registration_id) where kind = 'returned' and choice is null;
alter table refund_choices drop constraint refund_choices_kind_check;
alter table refund_choices add constraint refund_choices_kind_check
  check (kind in ('event_cancelled', 'late', 'deferred', 'returned')) not valid;

alter table registrations drop constraint registrations_cancel_reason_check;
alter table registrations add constraint registrations_cancel_reason_check check (
  cancel_reason in (
    'participant', 'organizer', 'expired', 'refunded', 'event_cancelled', 'yielded', 'disowned', 'guardian_refused',
    'guardian_missing', 'deferred', 'returned'
  )
) not valid;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in (
    'withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway', 'right_rejected',
    'guardian', 'deferred', 'returned'
  )
) not valid;
