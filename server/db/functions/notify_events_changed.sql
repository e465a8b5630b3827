-- Every process caches public pages in memory; this invalidates them all.
create or replace function notify_events_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('events_changed', '');
  return null;
end $$;
create or replace trigger events_changed after insert or update or delete on events
  for each statement execute function notify_events_changed();
