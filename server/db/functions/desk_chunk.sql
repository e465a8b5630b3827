create or replace function desk_chunk(registration_id bigint) returns int
  language sql immutable parallel safe
  return (registration_id >> 13)::int;
