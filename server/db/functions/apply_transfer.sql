/*
 * Makes a registration the new runner's: person, account, terms, answers. A person other than the account's own
 * confirms later, as an additional participant does. Everything that belonged to the runner before ends: links,
 * confirmation, signatures, claims, group. The place in a relay team stays. The caller has locked the event and the
 * registration, and checked that the new runner may take it (`mayTake`).
 */
create or replace function apply_transfer(of_transfer_id bigint, at timestamptz) returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
declare
  transfer transfers;
  is_own boolean;
begin
  select * into strict transfer from transfers where id = of_transfer_id for no key update;
  select cpf is not distinct from transfer.given -> 'person' ->> 'cpf' into strict is_own
    from users where id = transfer.to_user_id;
  delete from term_acceptances where registration_id = transfer.registration_id;
  delete from questionnaire_answers where registration_id = transfer.registration_id;
  delete from right_claims where registration_id = transfer.registration_id;
  delete from confirmations where registration_id = transfer.registration_id;
  delete from confirmation_links where registration_id = transfer.registration_id;
  delete from disownment_links where registration_id = transfer.registration_id;
  delete from guardian_signatures where registration_id = transfer.registration_id;
  delete from guardian_links where registration_id = transfer.registration_id;
  delete from guardian_requests where registration_id = transfer.registration_id;
  delete from group_members where registration_id = transfer.registration_id;

  update registrations r
    set responsible_user_id = transfer.to_user_id, name = given.name, cpf = given.cpf, phone = given.phone, email = null,
      birth_on = given.birth_on, sex = given.sex, disowned_at = null, registered_name = null, registered_birth_on = null,
      updated_at = at
    from jsonb_to_record(transfer.given -> 'person') as given (name text, cpf text, phone text, birth_on date, sex smallint)
    where r.id = transfer.registration_id;
  -- The new runner becomes the captain of the team when its captain has no place left in it.
  update teams t set captain_user_id = transfer.to_user_id
    from team_members own
    where own.registration_id = transfer.registration_id and t.id = own.team_id and t.captain_user_id = transfer.from_user_id
      and not exists (
        select from team_members other join registrations r on r.id = other.registration_id
        where other.team_id = t.id and r.responsible_user_id = transfer.from_user_id and r.status <> 2
      );
  insert into term_acceptances (registration_id, term_id, version, accepted_at, by_participant)
    select transfer.registration_id, id, version, transfer.accepted_at, is_own
    from jsonb_to_recordset(transfer.given -> 'terms') as term (id bigint, version int);
  -- A file may have been deleted while a late payment was on its way.
  insert into questionnaire_answers (registration_id, questionnaire_id, question, accepted, value, file_path)
    select transfer.registration_id, questionnaire_id, question, accepted, value, (select path from uploads where path = file_path)
    from jsonb_to_recordset(transfer.given -> 'answers') as answer (
      questionnaire_id bigint, question text, accepted boolean, value text, file_path text
    )
    where exists (select from questionnaires where id = questionnaire_id);
  insert into confirmations (registration_id, created_at) select transfer.registration_id, at where not is_own;
  insert into guardian_requests (registration_id, created_at, due_at)
    select r.id, at, guardian_deadline(at, e.event_on, e.start_time, e.timezone)
    from registrations r join events e on e.id = r.event_id
    where r.id = transfer.registration_id and r.birth_on > (e.event_on - interval '18 years')::date;
  update transfers set state = 'done', given = null, ended_at = at where id = of_transfer_id;
  update transfers set state = 'ended', ended_at = at
    where registration_id = transfer.registration_id and state in ('invited', 'accepted');
end $$;
