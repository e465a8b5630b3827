-- A cheaper choice may leave a credit for another race: docs/algorithms/changes.md.
alter table events drop constraint events_changes_check;
alter table events add constraint events_changes_check
  check (changes_downgrade in ('keep', 'credit', 'refund') and changes_fee_cents >= 0) not valid;
