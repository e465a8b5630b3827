-- The rows that participant_list must contain, with the same columns in the same order. Dates are in the
-- event's time zone.
drop view if exists participant_list_source;
create view participant_list_source as
  select r.event_id, r.id as registration_id, r.modality_id, r.category_id, r.kit_id, p.payment_id, r.total_cents, r.fee_cents,
    money.paid_cents, money.refunding_cents, (money.last_paid_at at time zone e.timezone)::date as paid_on,
    (r.created_at at time zone e.timezone)::date as created_on, r.birth_on, r.status, p.status as payment_status,
    p.type as payment_type, r.sex
  from registrations r
  join events e on e.id = r.event_id
  left join lateral effective_payment(r.id) p on true
  cross join lateral amount_paid(r.id) money;
