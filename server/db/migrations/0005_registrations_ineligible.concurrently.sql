create index concurrently if not exists registrations_ineligible on registrations (event_id, id) where ineligible_reason is not null;
