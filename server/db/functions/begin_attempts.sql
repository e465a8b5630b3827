/*
 * Counts one failed attempt under each key and returns 0. While any key is blocked, counts nothing and
 * returns the seconds until all keys are free. Each key's count falls by one every `forget` seconds. The
 * first failure beyond `free` blocks the key for one second; each further failure doubles the block, up to
 * `longest` seconds.
 * An attempt is counted as failed before its outcome is known, and a success takes it back, so that
 * concurrent attempts are limited as well.
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
    set failures = counted.failures, counted_at = at,
      free_at = at + case when counted.failures > counted.free
        then least(counted.longest, 2 ^ (ceil(counted.failures - counted.free) - 1)) * interval '1 second'
        else interval '0' end
    from (
      select key, settings.free, settings.longest,
        -- The count is capped where the block reaches its longest duration, so that a long attack does not
        -- delay recovery further.
        least(
          greatest(0, attempts.failures - extract(epoch from at - counted_at) / settings.forget) + 1,
          settings.free + ceil(log(2, settings.longest)) + 1
        ) failures
      from attempts join unnest(keys, free, forget, longest) settings (key, free, forget, longest) using (key)
    ) counted
    where attempts.key = counted.key;
  return 0;
end $$;
