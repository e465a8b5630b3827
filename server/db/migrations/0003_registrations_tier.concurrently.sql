create index concurrently if not exists registrations_tier on registrations (tier_id) where tier_id is not null;
