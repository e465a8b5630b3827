/*
 * How long a place is held for a Pix or card payment where `fill` of the places is taken, this one included. Null: to the end of its
 * due day, the race is far from full. docs/algorithms/stock.md, "Spots nobody has paid for".
 */
create or replace function unpaid_hold(fill double precision) returns interval
  language sql immutable parallel safe
  return case
    when fill >= 0.95 then interval '2 hours'
    when fill >= 0.9 then interval '6 hours'
    when fill >= 0.8 then interval '12 hours'
  end;
