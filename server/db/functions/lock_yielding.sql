/*
 * Part of take_spots. Locks the unpaid registrations that other accounts made with the CPFs of the buyers.
 * Returns those that yield: take_spots cancels them if it accepts the buyer's order.
 */
create or replace function lock_yielding(orders jsonb) returns bigint[]
  language plpgsql
as $$
declare
  unpaid_ids bigint[];
begin
  select array_agg(active.id) into unpaid_ids
    from jsonb_to_recordset(orders) o (event_id bigint, buyer_user_id bigint, registrations jsonb)
    join lateral (
      select id, status, responsible_user_id from registrations r
      where r.event_id + 0 = o.event_id and r.cpf = o.registrations #>> '{0,cpf}' and r.status <> 2
        -- Only if the buyer is a participant of the order (position 0).
        and o.registrations #>> '{0,position}' = '0'
      limit 1
    ) active on active.status = 0 and active.responsible_user_id <> o.buyer_user_id;
  if unpaid_ids is null then
    return '{}';
  end if;

  -- Payments of these registrations change only under this lock, so the statuses read below are final.
  perform from registrations where id = any (unpaid_ids) order by id for no key update;

  -- A registration whose payment was paid, is disputed or is under analysis does not yield.
  return array(
    select id from registrations
    where id = any (unpaid_ids) and status = 0 and not exists (
      select from payment_items i join payments p on p.id = i.payment_id
      where i.registration_id = registrations.id and p.status in (1, 2, 3, 10, 11, 12)
    )
  );
end $$;
