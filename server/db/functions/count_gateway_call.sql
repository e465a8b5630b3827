/*
 * Counts a call to a gateway (docs/algorithms/gateway-calls.md). Returns false, and counts nothing, when `most` calls
 * were made in this hour and the twelve before it, or while the gateway's pause lasts.
 */
create or replace function count_gateway_call(of_provider text, at timestamptz, most int) returns boolean
  language plpgsql
as $$
begin
  if exists (
    select from gateway_calls
    where provider = of_provider and hour > at - interval '13 hours'
    having sum(calls) >= most or max(paused_until) > at
  ) then
    return false;
  end if;
  insert into gateway_calls as counted (provider, hour, calls) values (of_provider, date_trunc('hour', at), 1)
    on conflict (provider, hour) do update set calls = counted.calls + 1;
  return true;
end $$;
