create or replace function desk_place(registration_id bigint) returns smallint
  language sql immutable parallel safe
  return (registration_id & 8191)::smallint;
