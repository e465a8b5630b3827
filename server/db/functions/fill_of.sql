-- How full the fullest of these levels is; null when none has a limit. A size or a coupon that runs out does not make a race full.
create or replace function fill_of(level_ids bigint[]) returns double precision
  language sql stable parallel safe
  return (
    select max(held / capacity::double precision) from stock_levels
    where id = any (level_ids) and capacity > 0 and kind not in ('shirt_size', 'coupon')
  );
