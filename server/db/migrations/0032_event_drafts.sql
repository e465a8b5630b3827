-- What is typed in the editor before it is saved: docs/algorithms/saving-an-event.md.
create table event_drafts (
  -- Chosen by the browser, so that a repeated first save makes no second draft.
  id uuid primary key,
  -- Null while Admin or Empresa have not chosen one.
  organizer_id bigint references organizers on delete cascade,
  -- The event whose unsaved changes these are; null: an event that does not exist yet.
  event_id bigint constraint event_drafts_event unique references events on delete cascade,
  title text not null,
  -- The values of the form. Not jsonb, because nothing reads inside.
  document json not null,
  -- The uploads that the document refers to, for file_references.
  file_paths text[] not null,
  version int not null default 1,
  updated_by_user_id bigint references users on delete set null,
  updated_at timestamptz not null
);
create index event_drafts_organizer on event_drafts (organizer_id) where event_id is null;
create index event_drafts_user on event_drafts (updated_by_user_id);
