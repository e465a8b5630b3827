-- Brings the words of these registrations to the truth. Two transactions may change what one text is made of, a name and an
-- e-mail: as above, whoever comes second reads after the lock what the first one wrote.
create or replace function refresh_desk_search(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform from registrations r
    join desk_search s on s.event_id = r.event_id and s.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of s;

  update desk_search s set text = desk_search_text(r.name, u.email, r.cpf)
  from registrations r join users u on u.id = r.responsible_user_id
  where r.id = any (ids) and s.event_id = r.event_id and s.registration_id = r.id
    and s.text <> desk_search_text(r.name, u.email, r.cpf);
end $$;
