-- Brings the words of these registrations to the name, the e-mail and the CPF they follow from; locks first, as
-- refresh_participant_entries() does and for the same reason.
create or replace function refresh_participant_words(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from registrations r
    join participant_words w on w.event_id = r.event_id and w.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of w;

  update participant_words w set text = participant_text(r.name, u.email, r.cpf)
  from registrations r join users u on u.id = r.responsible_user_id
  where r.id = any (ids) and w.event_id = r.event_id and w.registration_id = r.id
    and w.text <> participant_text(r.name, u.email, r.cpf);
end $$;
