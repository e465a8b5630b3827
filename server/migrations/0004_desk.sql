-- What an organizer's desk reads of registrations: docs/algorithms/desk.md says why it is shaped so. All of it follows from
-- registrations, payments and users, and is written by triggers in the transaction that changes those.

create extension if not exists btree_gin;

-- Which payment speaks for a registration that has several: one that can still be paid, else the latest that was paid, else
-- the latest. No row: there never was one. Payments are looked up one by one by their key, whatever the statistics say.
create function effective_payment(registration_id bigint)
  returns table (
    payment_id bigint, status smallint, type smallint, amount_cents int, payment_link text, due_on date, paid_at timestamptz
  )
  language sql stable
as $$
  select p.id, p.status, p.type, i.amount_cents, p.payment_link, p.due_on, p.paid_at
  from payment_items i cross join lateral (select * from payments where id = i.payment_id offset 0) p
  where i.registration_id = $1 and p.duplicate_of is null
  order by case when p.status in (0, 4, 9, 11, 13) then 0 when p.status in (1, 2, 3, 12) then 1 else 2 end, p.id desc
  limit 1
$$;

-- What was paid for a registration and is there: a payment that repeats another is owed back and does not count.
create function money_of(registration_id bigint)
  returns table (paid_cents int, last_paid_at timestamptz)
  language sql stable
as $$
  select coalesce(sum(i.amount_cents), 0)::int, max(p.paid_at)
  from payment_items i cross join lateral (select * from payments where id = i.payment_id offset 0) p
  where i.registration_id = $1 and p.duplicate_of is null and p.status in (1, 2, 3, 12)
$$;

-- The truth behind desk_entries, column by column. Days are those where the race is.
create view desk_truth as
  select r.event_id, r.id as registration_id, r.modality_id, r.category_id, r.kit_id, r.shirt_size_id, r.coupon_id, r.status,
    r.total_cents, r.fee_cents, p.payment_id, p.status as payment_status, p.type as payment_type, money.paid_cents,
    (money.last_paid_at at time zone e.timezone)::date as paid_on, (r.created_at at time zone e.timezone)::date as created_on,
    r.sex, r.birth_on
  from registrations r
  join events e on e.id = r.event_id
  left join lateral effective_payment(r.id) p on true
  cross join lateral money_of(r.id) money;

-- One narrow row a registration. No foreign key: its only writer is a trigger on what it would refer to.
create table desk_entries (
  event_id bigint not null,
  registration_id bigint not null,
  modality_id bigint not null,
  category_id bigint not null,
  kit_id bigint not null,
  shirt_size_id bigint,
  coupon_id bigint,
  status smallint not null,
  total_cents int not null,
  fee_cents int not null,
  -- The payment that speaks for it; null when it costs nothing.
  payment_id bigint,
  payment_status smallint,
  payment_type smallint,
  paid_cents int not null,
  paid_on date,
  created_on date not null,
  sex smallint not null,
  birth_on date not null,
  -- The only index, of columns that never change: a change of status is a heap-only update.
  primary key (event_id, registration_id)
) with (fillfactor = 85);

-- What people search a registration by. Apart from desk_entries, so that a payment never touches the index of words.
create table desk_search (
  event_id bigint not null,
  registration_id bigint not null,
  text text not null,
  primary key (event_id, registration_id)
);
create index desk_search_words on desk_search using gin (event_id, text gin_trgm_ops);
drop index registrations_name;

create function desk_search_text(name text, email text, cpf text) returns text
  language sql immutable parallel safe
  return ' ' || searchable(name) || ' ' || email || ' ' || cpf || ' ';

-- Signed counts by everything the list is filtered by, and by chunk of 8,192 registration ids: sums are exact at any moment,
-- and nobody waits for anybody to write one. `fresh` rows are folded into one a group by fold_desk_facts().
create table desk_facts (
  event_id bigint not null,
  chunk int not null,
  modality_id bigint not null,
  category_id bigint not null,
  kit_id bigint not null,
  status smallint not null,
  payment_status smallint,
  paid_on date,
  registrations int not null,
  -- Not cancelled, and nothing to pay.
  free int not null,
  -- With money that is there.
  paid int not null,
  paid_cents bigint not null,
  -- Where in the chunk they are, at least: desk_slot().
  slots bigint not null,
  fresh boolean not null default true
);
create index desk_facts_event on desk_facts (event_id, chunk);
create index desk_facts_fresh on desk_facts (event_id, chunk) where fresh;

-- What the folded facts add up to by registration status alone, which is most of what is asked.
create table desk_totals (
  event_id bigint not null,
  chunk int not null,
  status smallint not null,
  registrations int not null,
  free int not null,
  paid int not null,
  paid_cents bigint not null,
  slots bigint not null
);
create index desk_totals_event on desk_totals (event_id, chunk);

-- Both: what was folded, and what came since.
create view desk_sums as
  select event_id, chunk, status, registrations, free, paid, paid_cents, slots from desk_totals
  union all
  select event_id, chunk, status, registrations, free, paid, paid_cents, slots from desk_facts where fresh;

create function desk_chunk(registration_id bigint) returns int
  language sql immutable parallel safe
  return (registration_id >> 13)::int;

-- A chunk has 64 slots of 128 ids, and a number of 64 bits says in which of them something is.
create function desk_slot(registration_id bigint) returns bigint
  language sql immutable parallel safe
  return 1::bigint << (registration_id >> 7 & 63)::int;

-- Brings the entries of these registrations to the truth, and the facts with them. Right whatever happened, and however often.
create function refresh_desk_entries(ids bigint[]) returns void
  language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  -- The truth is read after this lock, so that of two who change one registration the later one writes what both did.
  perform from registrations r
    join desk_entries e on e.event_id = r.event_id and e.registration_id = r.id
    where r.id = any (ids) order by r.id for no key update of e;

  with truth as materialized (
    select * from desk_truth where registration_id = any (ids)
  ),
  was as materialized (
    select e.* from truth join desk_entries e using (event_id, registration_id)
  ),
  changed as materialized (
    select truth.event_id, truth.registration_id, truth.modality_id, truth.category_id, truth.kit_id, truth.shirt_size_id,
      truth.coupon_id, truth.status, truth.total_cents, truth.fee_cents, truth.payment_id, truth.payment_status,
      truth.payment_type, truth.paid_cents, truth.paid_on, truth.created_on, truth.sex, truth.birth_on
    from truth left join was using (registration_id)
    where was.registration_id is null or (truth.*) is distinct from (
      was.event_id, was.registration_id, was.modality_id, was.category_id, was.kit_id, was.shirt_size_id, was.coupon_id,
      was.status, was.total_cents, was.fee_cents, was.payment_id, was.payment_status, was.payment_type, was.paid_cents,
      was.paid_on, was.created_on, was.sex, was.birth_on
    )
  ),
  written as (
    insert into desk_entries as e select * from changed
    on conflict (event_id, registration_id) do update set
      modality_id = excluded.modality_id, category_id = excluded.category_id, kit_id = excluded.kit_id,
      shirt_size_id = excluded.shirt_size_id, coupon_id = excluded.coupon_id, status = excluded.status,
      total_cents = excluded.total_cents, fee_cents = excluded.fee_cents, payment_id = excluded.payment_id,
      payment_status = excluded.payment_status, payment_type = excluded.payment_type, paid_cents = excluded.paid_cents,
      paid_on = excluded.paid_on, created_on = excluded.created_on, sex = excluded.sex, birth_on = excluded.birth_on
  )
  insert into desk_facts (
    event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid, paid_cents,
    slots
  )
  select event_id, desk_chunk(registration_id), modality_id, category_id, kit_id, status, payment_status, paid_on,
    sum(sign), sum(sign * (total_cents = 0 and status <> 2)::int), sum(sign * (paid_cents > 0)::int), sum(sign * paid_cents),
    bit_or(desk_slot(registration_id))
  from (
    select changed.*, 1 as sign from changed
    union all
    select was.*, -1 from was join changed using (event_id, registration_id)
  ) step
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(sign) <> 0 or sum(sign * (total_cents = 0 and status <> 2)::int) <> 0
    or sum(sign * (paid_cents > 0)::int) <> 0 or sum(sign * paid_cents) <> 0
    -- Two that change places are the same sums in other slots.
    or bit_or(desk_slot(registration_id)) filter (where sign > 0)
      is distinct from bit_or(desk_slot(registration_id)) filter (where sign < 0);
end $$;

-- Brings the words of these registrations to the truth. Two transactions may change what one text is made of, a name and an
-- e-mail: as above, whoever comes second reads after the lock what the first one wrote.
create function refresh_desk_search(ids bigint[]) returns void
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

-- Folds what was written since the last time: the chunks it touched are counted anew from their entries, which say at one
-- moment what all facts of that moment add up to. What is written meanwhile stays beside it. One at a time, each with a moment of
-- its own.
create function fold_desk_facts() returns void
  language plpgsql
  set enable_seqscan = off set jit = off
as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_desk_facts'));

  with touched as materialized (
    select distinct event_id, chunk from desk_facts where fresh
  ),
  taken as (
    delete from desk_facts f using touched t where f.event_id = t.event_id and f.chunk = t.chunk
  ),
  taken_totals as (
    delete from desk_totals d using touched t where d.event_id = t.event_id and d.chunk = t.chunk
  ),
  counted as materialized (
    select e.event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, count(*) as registrations,
      count(*) filter (where total_cents = 0 and status <> 2) as free, count(*) filter (where paid_cents > 0) as paid,
      sum(paid_cents) as paid_cents, bit_or(desk_slot(registration_id)) as slots
    -- The offset keeps it a look at each chunk, one after the other, however many.
    from touched t cross join lateral (
      select * from desk_entries
      where event_id = t.event_id and registration_id >= t.chunk::bigint << 13 and registration_id < (t.chunk + 1)::bigint << 13
      offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2
  ),
  folded as (
    insert into desk_facts select *, false from counted
  )
  insert into desk_totals
  select event_id, chunk, status, sum(registrations), sum(free), sum(paid), sum(paid_cents), bit_or(slots)
  from counted group by 1, 2, 3 order by 1, 2;
end $$;

-- Who tells it ------------------------------------------------------------------------------------------------------

create function desk_after_registering() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  with written as (
    insert into desk_entries select * from desk_truth where registration_id = any (array(select id from new_rows))
    returning *
  )
  insert into desk_facts (
    event_id, chunk, modality_id, category_id, kit_id, status, payment_status, paid_on, registrations, free, paid, paid_cents,
    slots
  )
  select event_id, desk_chunk(registration_id), modality_id, category_id, kit_id, status, payment_status, paid_on, count(*),
    count(*) filter (where total_cents = 0 and status <> 2), count(*) filter (where paid_cents > 0), sum(paid_cents),
    bit_or(desk_slot(registration_id))
  from written
  group by 1, 2, 3, 4, 5, 6, 7, 8;

  insert into desk_search (event_id, registration_id, text)
  select r.event_id, r.id, desk_search_text(r.name, u.email, r.cpf)
  from new_rows r join users u on u.id = r.responsible_user_id;
  return null;
end $$;
create trigger registrations_desk_insert after insert on registrations
  referencing new table as new_rows
  for each statement execute function desk_after_registering();

create function desk_after_registration_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  renamed bigint[] := array(
    select id from new_rows r join old_rows was using (id)
    where (r.name, r.cpf, r.responsible_user_id) is distinct from (was.name, was.cpf, was.responsible_user_id)
  );
begin
  perform refresh_desk_entries(array(select id from new_rows));
  if cardinality(renamed) > 0 then
    perform refresh_desk_search(renamed);
  end if;
  return null;
end $$;
create trigger registrations_desk_update after update on registrations
  referencing old table as old_rows new table as new_rows
  for each statement execute function desk_after_registration_change();

-- The write path inserts registrations and their payments in one statement: by now the entries know.
create function desk_after_paying_for() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select i.registration_id from new_rows i join registrations r on r.id = i.registration_id
    where tg_op = 'UPDATE' or not exists (
      select from desk_entries e
      where e.event_id = r.event_id and e.registration_id = r.id and e.payment_id = i.payment_id
    )
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_entries(ids);
  end if;
  return null;
end $$;
create trigger payment_items_desk_insert after insert on payment_items
  referencing new table as new_rows
  for each statement execute function desk_after_paying_for();
create trigger payment_items_desk_update after update on payment_items
  referencing new table as new_rows
  for each statement execute function desk_after_paying_for();

create function desk_after_payment_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select distinct i.registration_id
    from new_rows p join old_rows was using (id) join payment_items i on i.payment_id = p.id
    where (p.status, p.type, p.paid_at, p.duplicate_of) is distinct from (was.status, was.type, was.paid_at, was.duplicate_of)
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_entries(ids);
  end if;
  return null;
end $$;
create trigger payments_desk_update after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function desk_after_payment_change();

-- A change of e-mail waits for nobody who holds a registration: the words are a table of their own.
create function desk_after_user_change() returns trigger language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  ids bigint[] := array(
    select r.id
    from new_rows u join old_rows was using (id) join registrations r on r.responsible_user_id = u.id
    where u.email <> was.email
  );
begin
  if cardinality(ids) > 0 then
    perform refresh_desk_search(ids);
  end if;
  return null;
end $$;
create trigger users_desk_update after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function desk_after_user_change();

-- What is there already ---------------------------------------------------------------------------------------------

insert into desk_entries select * from desk_truth;
insert into desk_search
  select r.event_id, r.id, desk_search_text(r.name, u.email, r.cpf)
  from registrations r join users u on u.id = r.responsible_user_id;
insert into desk_facts
  select event_id, desk_chunk(registration_id), modality_id, category_id, kit_id, status, payment_status, paid_on, count(*),
    count(*) filter (where total_cents = 0 and status <> 2), count(*) filter (where paid_cents > 0), sum(paid_cents),
    bit_or(desk_slot(registration_id))
  from desk_entries
  group by 1, 2, 3, 4, 5, 6, 7, 8;
select fold_desk_facts();
