/*
 * Counts calls to a gateway (docs/algorithms/gateway-calls.md) and returns how many of them may be made: as many as are
 * left of `most` in this hour and the twelve before it, and none while the gateway's pause lasts.
 */
create or replace function count_gateway_calls(of_provider text, at timestamptz, most int, wanted int) returns int
  language plpgsql
as $$
declare
  counted int;
begin
  select case when max(paused_until) > at then 0 else greatest(0, least(wanted, most - coalesce(sum(calls), 0))) end
    into counted
    from gateway_calls where provider = of_provider and hour > at - interval '13 hours';
  if counted > 0 then
    insert into gateway_calls as earlier (provider, hour, calls) values (of_provider, date_trunc('hour', at), counted)
      on conflict (provider, hour) do update set calls = earlier.calls + counted;
  end if;
  return counted;
end $$;

/* For release 1.0.0, which counts one call at a time. */
create or replace function count_gateway_call(of_provider text, at timestamptz, most int) returns boolean
  language plpgsql
as $$
begin
  return count_gateway_calls(of_provider, at, most, 1) = 1;
end $$;
