-- Where the race starts within its city, such as a park and its gate.
alter table events add column start_place text;
