-- The truth behind desk_entries, column by column. Days are those where the race is.
drop view if exists desk_truth;
create view desk_truth as
  select r.event_id, r.id as registration_id, r.modality_id, r.category_id, r.kit_id, r.shirt_size_id, r.coupon_id, r.status,
    r.total_cents, r.fee_cents, p.payment_id, p.status as payment_status, p.type as payment_type, money.paid_cents,
    (money.last_paid_at at time zone e.timezone)::date as paid_on, (r.created_at at time zone e.timezone)::date as created_on,
    r.sex, r.birth_on
  from registrations r
  join events e on e.id = r.event_id
  left join lateral effective_payment(r.id) p on true
  cross join lateral money_of(r.id) money;
