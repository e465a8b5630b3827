-- Refuses an order if the buyer's account was deleted, blocked or merged between planning the order and
-- writing it. The foreign key has already locked the buyer's row, so a concurrent change of the account (`for
-- update`) either committed before and is visible here, or waits and sees the new registrations.
create or replace function refuse_inactive_buyers() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_orders join users on users.id = new_orders.buyer_user_id
    where users.anonymized_at is not null or users.blocked_at is not null
  ) then
    raise exception 'a buyer has no account any more' using errcode = 'LG001';
  end if;
  return null;
end $$;
create or replace trigger orders_inactive_buyers after insert on orders
  referencing new table as new_orders
  for each statement execute function refuse_inactive_buyers();
