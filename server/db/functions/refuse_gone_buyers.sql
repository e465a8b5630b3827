-- Whoever excluded their account, or was shut out or merged, in the moment between planning an order and writing it registers for
-- nothing. The foreign key has locked the buyers by now: whoever changes an account (`for update`) either committed before and is
-- seen here, or waits and sees the registrations.
create or replace function refuse_gone_buyers() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_orders join users on users.id = new_orders.buyer_user_id
    where users.anonymized_at is not null or users.blocked_at is not null
  ) then
    raise exception 'a buyer has no account any more' using errcode = 'LG001';
  end if;
  return null;
end $$;
create or replace trigger orders_gone_buyers after insert on orders
  referencing new table as new_orders
  for each statement execute function refuse_gone_buyers();
