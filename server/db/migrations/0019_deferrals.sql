-- Deferrals to a later race of the organizer: docs/algorithms/changes.md, "Deferral".

-- The last day on which runners may defer; null: they may not.
alter table events add column deferral_until date;
alter table events add column deferral_fee_cents int not null default 0;
alter table events add constraint events_deferral_check check (deferral_fee_cents >= 0) not valid;

-- The part of the money that stays with the organizer, whatever the runner chooses.
alter table refund_choices add column fee_cents int not null default 0;
-- Why the runner deferred.
alter table refund_choices add column reason text;
alter table refund_choices drop constraint refund_choices_kind_check;
alter table refund_choices add constraint refund_choices_kind_check
  check (kind in ('event_cancelled', 'late', 'deferred')) not valid;

alter table registrations drop constraint registrations_cancel_reason_check;
alter table registrations add constraint registrations_cancel_reason_check check (
  cancel_reason in (
    'participant', 'organizer', 'expired', 'refunded', 'event_cancelled', 'yielded', 'disowned', 'guardian_refused',
    'guardian_missing', 'deferred'
  )
) not valid;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in (
    'withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway', 'right_rejected',
    'guardian', 'deferred'
  )
) not valid;
