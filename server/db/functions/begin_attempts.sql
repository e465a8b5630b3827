/*
 * Counts one attempt under each key, or under none and answers for how many seconds to wait first. Failures fade, one each
 * `forget` seconds; the first beyond `free` is followed by a pause of a second, each further one by a pause twice as long, up to
 * `longest`. In a pause nothing is counted, so that whoever waits as told gets a turn.
 * Counted before its outcome is known: any number of attempts at once get no further than one after the other.
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
        -- No more than what makes the pause the longest: after a long attack the owner is forgiven as soon as after a short one.
        least(
          greatest(0, attempts.failures - extract(epoch from at - counted_at) / pace.forget) + 1,
          pace.free + ceil(log(2, pace.longest)) + 1
        ) failures
      from attempts join unnest(keys, free, forget, longest) pace (key, free, forget, longest) using (key)
    ) given
    where attempts.key = given.key;
  return 0;
end $$;
