-- Every process caches public pages in memory. This notification invalidates all cached pages.
create or replace function notify_events_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('events_changed', '');
  return null;
end $$;
create or replace trigger events_changed after insert or update or delete on events
  for each statement execute function notify_events_changed();
-- Public pages show the organizer's name and contacts.
create or replace trigger events_changed after update or delete on organizers
  for each statement execute function notify_events_changed();
-- A suspended organizer has no public page.
create or replace trigger events_changed after update of blocked_at on users
  for each row when (old.blocked_at is distinct from new.blocked_at) execute function notify_events_changed();
