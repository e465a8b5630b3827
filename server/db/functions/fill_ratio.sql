-- The highest held/capacity ratio of these stock levels, excluding shirt sizes, tiers and coupons; null when none
-- has a capacity.
create or replace function fill_ratio(level_ids bigint[]) returns double precision
  language sql stable parallel safe
  return (
    select max(held / capacity::double precision) from stock_levels
    where id = any (level_ids) and capacity > 0 and kind not in ('shirt_size', 'tier', 'coupon')
  );
