/*
 * A rate limit with fixed windows. Adds points under each key (negative points are subtracted) and returns
 * each key's sum and the milliseconds until its window ends. A window begins with the first point and lasts
 * `seconds`. A key may be given several times. Rows are locked in the order of their keys.
 */
create or replace function count_points(keys text[], added int[], seconds int[])
  returns table (key text, points int, wait_ms float8)
  language sql
begin atomic
  insert into rate_limits as counted (key, points, expires_at)
    select given.key, sum(given.added), clock_timestamp() + max(given.seconds) * interval '1 second'
    from unnest(keys, added, seconds) given (key, added, seconds)
    group by given.key order by given.key
    on conflict (key) do update set
      points = case when counted.expires_at <= clock_timestamp() then excluded.points else counted.points + excluded.points end,
      expires_at = case when counted.expires_at <= clock_timestamp() then excluded.expires_at else counted.expires_at end
    returning counted.key, counted.points,
      greatest(0, extract(epoch from counted.expires_at - clock_timestamp()) * 1000)::float8;
end;
