-- Where and when kits are picked up, from `kit_delivery_on` on; all of it is optional.
alter table events add column kit_place text;
alter table events add column kit_address text;
alter table events add column kit_opens_at time;
-- The last day; null: only `kit_delivery_on`.
alter table events add column kit_until date;
alter table events add column kit_closes_at time;
alter table events add column kit_note text;
