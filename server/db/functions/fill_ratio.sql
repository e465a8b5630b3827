-- The highest held/capacity ratio of the event, modality, category and kit among these stock levels; null when
-- none has a capacity.
create or replace function fill_ratio(level_ids bigint[]) returns double precision
  language sql stable parallel safe
  return (
    select max(held / capacity::double precision) from stock_levels
    where id = any (level_ids) and capacity > 0 and kind in ('event', 'modality', 'category', 'kit')
  );
