-- Rewrites the search text of these registrations from name, e-mail and CPF. It locks the rows first, for the
-- reason given in refresh_participant_list().
create or replace function refresh_participant_search(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from registrations r
    join participant_search w on w.event_id = r.event_id and w.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of w;

  update participant_search w set text = participant_text(r.name, u.email, r.cpf)
  from registrations r join users u on u.id = r.responsible_user_id
  where r.id = any (ids) and w.event_id = r.event_id and w.registration_id = r.id
    and w.text <> participant_text(r.name, u.email, r.cpf);
end $$;
