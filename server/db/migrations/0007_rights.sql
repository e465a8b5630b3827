-- Discounts by right: docs/algorithms/pricing.md, "Rights".

alter table stock_levels drop constraint stock_levels_kind_check;
alter table stock_levels add constraint stock_levels_kind_check check (
  kind in (
    'event', 'modality', 'category', 'kit', 'shirt_size', 'coupon', 'tier', 'right', 'coupon_code', 'coupon_person'
  )
) not valid;
-- The last day, in the event's time zone, on which nobody else gets the unused units of this level; null: its
-- units are not reserved.
alter table stock_levels add column reserved_until date;
create index stock_levels_reserved on stock_levels (event_id) where reserved_until is not null;
