-- The refunds of the last days, of all events.
create index concurrently if not exists refunds_done_at on refunds (done_at) where done_at is not null;
