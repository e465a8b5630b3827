-- Whether the participant of a registration that somebody else made has confirmed it: its answers are then theirs,
-- and not shown to the account that made it.
create or replace function participant_confirmed(of_registration_id bigint)
  returns boolean
  language sql stable
as $$
  select exists (select from confirmations where registration_id = of_registration_id and confirmed_at is not null)
$$;
