/*
 * Counts one failed attempt under every key and returns 0; or, while any key is in a pause, counts none and returns the seconds
 * left of it. One failure is forgotten every `forget` seconds. The first failure beyond `free` starts a pause of one second, each
 * further one a pause twice as long, up to `longest`.
 * An attempt counts as failed before its outcome is known (a success takes it back), so that concurrent attempts gain nothing.
 */
create or replace function begin_attempts(keys text[], free int[], forget int[], longest int[], at timestamptz) returns int
  language plpgsql
as $$
declare
  wait int;
begin
  insert into attempts (key, failures, counted_at, free_at)
    select key, 0, at, at from unnest(keys) key order by key
    on conflict do nothing;
  perform from attempts where key = any (keys) order by key for update;

  select ceil(extract(epoch from max(free_at) - at)) into wait from attempts where key = any (keys);
  if wait > 0 then return wait; end if;

  update attempts
    set failures = given.failures, counted_at = at,
      free_at = at + case when given.failures > given.free
        then least(given.longest, 2 ^ (ceil(given.failures - given.free) - 1)) * interval '1 second'
        else interval '0' end
    from (
      select key, pace.free, pace.longest,
        -- Capped at what gives the longest pause, so that recovery after a long attack takes no longer than after a short one.
        least(
          greatest(0, attempts.failures - extract(epoch from at - counted_at) / pace.forget) + 1,
          pace.free + ceil(log(2, pace.longest)) + 1
        ) failures
      from attempts join unnest(keys, free, forget, longest) pace (key, free, forget, longest) using (key)
    ) given
    where attempts.key = given.key;
  return 0;
end $$;
