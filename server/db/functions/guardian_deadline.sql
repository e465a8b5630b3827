-- The deadline for the signatures of a minor's registration: docs/algorithms/people.md, "Minors".
create or replace function guardian_deadline(asked_at timestamptz, event_on date, start_time time, timezone text)
  returns timestamptz
  language sql stable
as $$
  select greatest(
    least(asked_at + interval '7 days', event_on::timestamp at time zone timezone),
    least(((asked_at at time zone timezone)::date + 2)::timestamp at time zone timezone, (event_on + start_time) at time zone timezone)
  )
$$;
