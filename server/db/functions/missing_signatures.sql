-- Who has not signed for a participant who is not of age on race day: 'guardian', and from 16 years on
-- 'participant' (`requiredSigners`). Empty: nobody, or nobody has to.
create or replace function missing_signatures(of_registration_id bigint)
  returns text[]
  language sql stable
as $$
  select coalesce(array_agg(role order by role), '{}')
  from registrations r join events e on e.id = r.event_id
    cross join (values ('guardian'), ('participant')) signer (role)
  where r.id = of_registration_id
    and r.birth_on > (e.event_on - interval '18 years')::date
    and (role = 'guardian' or r.birth_on <= (e.event_on - interval '16 years')::date)
    and not exists (select from guardian_signatures s where s.registration_id = r.id and s.role = signer.role)
$$;
