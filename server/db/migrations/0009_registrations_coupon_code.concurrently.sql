create index concurrently if not exists registrations_coupon_code on registrations (coupon_code_id) where coupon_code_id is not null;
