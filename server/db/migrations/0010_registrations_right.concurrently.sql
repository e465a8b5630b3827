create index concurrently if not exists registrations_right on registrations (right_rule_id) where right_rule_id is not null;
