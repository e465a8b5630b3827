-- Who was registered, before any correction; null: nothing was corrected. Corrections are compared with it, so
-- that several small ones cannot put another person in the place of the participant.
alter table registrations add column registered_name text;
alter table registrations add column registered_birth_on date;
