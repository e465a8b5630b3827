-- A transfer whose change ends has ended too. What the new runner gave is kept for a late payment.
create or replace function transfers_after_change_end() returns trigger language plpgsql as $$
begin
  update transfers set state = 'ended', ended_at = new.ended_at, given = case when new.end_reason = 'expired' then given end
    where change_id = new.id and state in ('accepted', 'ended');
  return null;
end $$;
create or replace trigger registration_changes_transfers after update on registration_changes
  for each row when (new.state = 'ended') execute function transfers_after_change_end();
