/*
 * How long a spot is held for a Pix or card payment when the fraction `fill` of the spots is taken, including
 * this one. Null means until the end of the due day (docs/algorithms/stock.md, "Unpaid spots").
 */
create or replace function unpaid_hold(fill double precision) returns interval
  language sql immutable parallel safe
  return case
    when fill >= 0.95 then interval '2 hours'
    when fill >= 0.9 then interval '6 hours'
    when fill >= 0.8 then interval '12 hours'
  end;
