-- What was paid and bought nothing.
create or replace function owed_back(status smallint, total_cents int, paid_cents int) returns int
  language sql immutable parallel safe
  return case when status = 2 then paid_cents else greatest(paid_cents - total_cents, 0) end;
