-- Adds a job for each subscription that matches one of these events (docs/algorithms/outbox.md). A payload
-- may contain the context of a job.
create or replace function publish_events(events domain_event[])
  returns void
  language plpgsql
as $$
begin
  perform graphile_worker.add_jobs(jobs, keeps_time)
    from (
      select s.keeps_time, array_agg(
        row (
          s.task, e.payload::json, null, e.at + s.delay_ms * interval '1 ms', null,
          s.task || ':' || (e.payload ->> s.once_per), s.priority, null
        )::graphile_worker.job_spec
      ) as jobs
      from unnest(events) e join outbox_subscriptions s on s.event = e.name and e.payload @> s.condition
      group by s.keeps_time
    ) subscribed;
end $$;
