-- How many paid registrations the organizer wants (docs/algorithms/report.md).
alter table events add column registration_goal int;
