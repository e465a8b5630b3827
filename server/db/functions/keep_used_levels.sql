-- Release 1.0 deletes all levels of an event that its document does not mention, also those of tables that it
-- does not know.
create or replace function keep_used_levels() returns trigger language plpgsql as $$
begin
  if exists (select from kit_tiers where stock_level_id = old.id)
    or exists (select from right_rules where stock_level_id = old.id)
    or exists (select from coupon_codes where stock_level_id = old.id)
    or exists (select from coupon_accounts where stock_level_id = old.id)
  then
    return null;
  end if;
  return old;
end $$;
create or replace trigger stock_levels_keep_used before delete on stock_levels
  for each row when (old.kind in ('tier', 'right', 'coupon_code', 'coupon_person'))
  execute function keep_used_levels();
