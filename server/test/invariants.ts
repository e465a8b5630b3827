import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/** Invariants of the database between transactions. Each query lists violations. */
const RULES: Record<string, RawBuilder<{ what: string }>> = {
  'held equals the number of registrations and open changes that hold a unit': sql`
    select format('%s level %s holds %s, registrations hold %s', kind, l.id, l.held, count(r.level_id)) as what
    from stock_levels l
    left join (
      select unnest(held_level_ids) as level_id from registrations
      union all select unnest(held_level_ids) from registration_changes
    ) r on r.level_id = l.id
    group by l.id having l.held <> count(r.level_id)`,
  'no stock level is oversold': sql`
    select format('%s level %s holds %s of %s', kind, id, held, capacity) as what
    from stock_levels where held > capacity`,
  'a registration holds exactly the levels of its choice': sql`
    select format('registration %s holds %s', r.id, r.held_level_ids) as what
    from registrations r
    join events e on e.id = r.event_id
    join modalities m on m.id = r.modality_id
    join categories c on c.id = r.category_id
    join kits k on k.id = r.kit_id
    left join shirt_sizes s on s.id = r.shirt_size_id
    left join coupons p on p.id = r.coupon_id
    left join right_rules x on x.id = r.right_rule_id
    left join kit_tiers t on t.id = r.tier_id and t.stock_level_id = any (r.held_level_ids)
    left join coupon_codes d on d.id = r.coupon_code_id and d.coupon_id = r.coupon_id
    -- A registration made before the coupon limited the uses of an account holds no unit of the account's level.
    left join coupon_accounts a on a.coupon_id = r.coupon_id and a.stock_level_id = any (r.held_level_ids)
    where r.status <> 2 and (select array_agg(level_id order by level_id) from unnest(r.held_level_ids) level_id)
      is distinct from (
        select array_agg(level_id order by level_id)
        from unnest(array[e.stock_level_id, m.stock_level_id, c.stock_level_id, k.stock_level_id, s.stock_level_id,
          p.stock_level_id, t.stock_level_id, x.stock_level_id, d.stock_level_id, a.stock_level_id]) level_id
        where level_id is not null
      )`,
  'a tier that is full is closed, and only tiers are': sql`
    select format('%s level %s holds %s of %s', kind, id, held, capacity) as what
    from stock_levels
    where (closed_at is not null and kind <> 'tier') or (kind = 'tier' and held >= capacity and closed_at is null)`,
  'the tier of a registration is one of its kit': sql`
    select format('registration %s, tier %s', r.id, r.tier_id) as what
    from registrations r left join kit_tiers t on t.id = r.tier_id
    where r.tier_id is not null and t.kit_id is distinct from r.kit_id`,
  'a right in a price has a claim that was not rejected, with the amount of its line': sql`
    select format('registration %s, right %s', r.id, r.right_rule_id) as what
    from registrations r
    left join right_claims c on c.registration_id = r.id and c.right_rule_id = r.right_rule_id and c.status <> 'rejected'
    where (r.right_rule_id is not null and c.registration_id is null)
      or coalesce(c.discount_cents, 0) <> (
        select coalesce(-sum((line ->> 'amount_cents')::int), 0) from jsonb_array_elements(r.price_lines) line
        where line ->> 'kind' = 'right'
      )`,
  'units reserved for a level are among those of its event': sql`
    select format('level %s reserves %s of %s', l.id, l.capacity, e.capacity) as what
    from stock_levels l join stock_levels e on e.event_id = l.event_id and e.kind = 'event'
    where l.reserved_until is not null and (l.capacity is null or l.capacity > e.capacity)`,
  'a single-use code is of the coupon of its registration': sql`
    select format('registration %s, code %s', r.id, r.coupon_code_id) as what
    from registrations r left join coupon_codes d on d.id = r.coupon_code_id
    where r.coupon_code_id is not null and d.coupon_id is distinct from r.coupon_id`,
  'a kit is sold in categories of its event': sql`
    select format('kit %s, category %s', k.id, sold.category_id) as what
    from kits k cross join unnest(k.category_ids) sold (category_id)
    where not exists (select from categories c where c.id = sold.category_id and c.event_id = k.event_id)`,
  'a cancelled registration holds no units': sql`
    select format('registration %s', id) as what from registrations
    where (status = 2) <> (cardinality(held_level_ids) = 0)`,
  'one active registration per CPF and event': sql`
    select format('event %s, %s registrations', event_id, count(*)) as what
    from registrations where status <> 2 group by event_id, cpf having count(*) > 1`,
  'an order has all its registrations, from position 0 on, or from 1 without its buyer': sql`
    select format('order %s', o.id) as what
    from orders o left join registrations r on r.order_id = o.id
    group by o.id
    having count(r.id) = 0 or min(r.position) > 1 or max(r.position) - min(r.position) + 1 <> count(r.id) or sum(r.total_cents) < 0`,
  'an order belongs to one event and, until a transfer, to one buyer': sql`
    select format('registration %s', r.id) as what
    from registrations r join orders o on o.id = r.order_id
    where r.event_id <> o.event_id or r.responsible_user_id <> o.buyer_user_id
      and not exists (select from transfers t where t.registration_id = r.id and t.state = 'done')`,
  'the members of a team are of its category, at most its size, one for each leg': sql`
    select format('team %s', t.id) as what
    from teams t join categories c on c.id = t.category_id
    left join team_members w on w.team_id = t.id left join registrations r on r.id = w.registration_id
    group by t.id, c.id
    having c.team_size is null or count(w.registration_id) > c.team_size or max(w.leg) > c.team_size
      or count(distinct w.leg) <> count(w.registration_id) or bool_or(r.category_id <> t.category_id)`,
  'a registration of a relay category is of a team': sql`
    select format('registration %s', r.id) as what
    from registrations r join categories c on c.id = r.category_id
    where c.team_size is not null and not exists (select from team_members w where w.registration_id = r.id)`,
  'a team meets the rule of its category': sql`
    select format('team %s', t.id) as what
    from teams t join categories c on c.id = t.category_id
    join team_members w on w.team_id = t.id join registrations r on r.id = w.registration_id
    group by t.id, c.id
    having c.team_rule = 'men' and max(r.sex) <> 0 or c.team_rule = 'women' and min(r.sex) <> 1
      or c.team_rule = 'mixed' and min(r.sex) = max(r.sex)`,
  'a price is the sum of its lines': sql`
    select format('registration %s', id) as what from registrations
    where total_cents <> (select coalesce(sum((line ->> 'amount_cents')::int), 0) from jsonb_array_elements(price_lines) line)`,
  'the discount of a group price is the sum of its lines and no more than the value': sql`
    select format('registration %s', id) as what from registrations r
    cross join lateral (
      select -sum((line ->> 'amount_cents')::int) as cents, bool_or(line ->> 'kind' like 'group%') as is_of_group
      from jsonb_array_elements(price_lines) line
      where line ->> 'kind' in ('right', 'coupon', 'group', 'group_free')
    ) saved
    where saved.is_of_group and (discount_cents > value_cents or discount_cents <> saved.cents)`,
  'an unpaid registration has a group price only in a group': sql`
    select format('registration %s', r.id) as what from registrations r
    where r.status = 0 and exists (
      select from jsonb_array_elements(r.price_lines) line where line ->> 'kind' in ('group', 'group_free')
    ) and not exists (select from group_members m where m.registration_id = r.id)`,
  'a paid registration has a payment, a free one has none due': sql`
    select format('registration %s', r.id) as what
    from registrations r
    left join payment_items i on i.registration_id = r.id
    left join payments p on p.id = i.payment_id
    group by r.id
    having r.total_cents > 0 and count(i.payment_id) = 0
      or r.total_cents = 0 and count(*) filter (where p.status in (0, 4, 7, 9, 11, 13)) > 0
        and not exists (select from registration_changes c where c.registration_id = r.id and c.state = 'open')`,
  'an open change is of a confirmed registration, and one open payment asks for what it costs more': sql`
    select format('change %s of registration %s', c.id, r.id) as what
    from registration_changes c join registrations r on r.id = c.registration_id
    left join payment_items i on i.registration_id = r.id
    left join payments p on p.id = i.payment_id and p.status in (0, 4, 9, 11, 13)
    where c.state = 'open'
    group by c.id, r.id
    having r.status <> 1 or count(p.id) <> 1 or c.total_cents <= r.total_cents`,
  'an open change holds what its registration lacks': sql`
    select format('change %s', c.id) as what
    from registration_changes c join registrations r on r.id = c.registration_id
    where c.state = 'open' and not c.level_ids <@ (r.held_level_ids || c.held_level_ids)`,
  'the booked service fees of a registration are what is due': sql`
    select format('registration %s: %s booked, %s due', r.id, booked.cents, due.cents) as what
    from registrations r cross join lateral amount_paid(r.id) money
    cross join lateral (select fee_due(r.status, r.total_cents, r.fee_cents, money.paid_cents) as cents) due
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as cents from fee_entries where registration_id = r.id
    ) booked
    where due.cents <> booked.cents`,
  'the booked fees of a payment are what the gateway deducted': sql`
    select format('payment %s: %s', p.id, booked) as what
    from payments p cross join lateral (
      select coalesce(sum(amount_cents) filter (where kind = 'gateway'), 0) as gateway,
        coalesce(sum(amount_cents) filter (where kind = 'card'), 0) as card
      from fee_entries where payment_id = p.id
    ) booked
    cross join lateral (select case when p.paid_at is null then 0 else coalesce(p.gateway_fee_cents, 0) end as cents) due
    where booked.gateway <> due.cents
      or booked.card <> case when p.fee_by_organizer and p.duplicate_of is null then due.cents else 0 end`,
  'a payment’s items add up to its amount': sql`
    select format('payment %s', p.id) as what
    from payments p left join payment_items i on i.payment_id = p.id
    group by p.id having p.amount_cents <> coalesce(sum(i.amount_cents), 0)`,
  'the interest of a payment is that of its items, and goes back with them': sql`
    select format('payment %s', p.id) as what
    from payments p
    where p.interest_cents <> (select sum(interest_cents) from payment_items where payment_id = p.id)
      or exists (
        select from payment_items i join refunds f using (payment_id, registration_id)
        where i.payment_id = p.id and f.status <> 'refused'
        group by i.registration_id, i.amount_cents, i.interest_cents
        having sum(f.interest_cents) > i.interest_cents
          or sum(f.amount_cents) = i.amount_cents and sum(f.interest_cents) <> i.interest_cents
      )`,
  'a payment covers registrations of its payer, or of a group whose captain pays, and of its event': sql`
    select format('payment %s, registration %s', p.id, r.id) as what
    from payments p join payment_items i on i.payment_id = p.id join registrations r on r.id = i.registration_id
    where r.responsible_user_id <> p.payer_user_id and not exists (
      select from groups g where g.event_id = r.event_id and g.captain_user_id = p.payer_user_id
    ) and not exists (
      select from transfers t where t.registration_id = r.id and p.payer_user_id in (t.from_user_id, t.to_user_id)
    ) or r.event_id <> p.event_id and not exists (
      select from payment_moves v where v.payment_id = p.id and v.to_registration_id = r.id
    )`,
  'what was moved to a registration pays for it, or was moved on': sql`
    select format('payment %s, registration %s', v.payment_id, r.id) as what
    from (
      select payment_id, to_registration_id as id, amount_cents, interest_cents from payment_moves
      union all select payment_id, from_registration_id, -amount_cents, -interest_cents from payment_moves
    ) v
    join registrations r using (id) join payments p on p.id = v.payment_id
    join payment_items i on i.payment_id = v.payment_id and i.registration_id = r.id
    where r.event_id <> p.event_id
    group by v.payment_id, r.id, i.amount_cents, i.interest_cents
    having sum(v.amount_cents) <> i.amount_cents or sum(v.interest_cents) <> i.interest_cents`,
  'a credit was used where its runner chose so': sql`
    select format('registration %s', c.registration_id) as what
    from refund_choices c
    where c.choice = 'credit' and not exists (
      select from payment_moves v where v.from_registration_id = c.registration_id
    )
    union all
    select format('registration %s', v.from_registration_id)
    from payment_moves v left join refund_choices c on c.registration_id = v.from_registration_id
    where c.choice is distinct from 'credit' and not exists (
      select from registration_changes x where x.registration_id = v.from_registration_id and x.state = 'applied'
        and x.price_lines @> '[{"kind": "credit"}]'
    )`,
  'the lines of a price add up to it': sql`
    select format('registration %s', id) as what
    from registrations
    where total_cents <> (select coalesce(sum((line ->> 'amount_cents')::int), 0) from jsonb_array_elements(price_lines) line)`,
  'a credit is of a deferred registration, and its fee is all that is kept afterwards': sql`
    select format('registration %s', r.id) as what
    from refund_choices c join registrations r on r.id = c.registration_id
    where c.kind = 'deferred' and (
      r.cancel_reason is distinct from 'deferred' or (c.choice is null) <> (r.kept_cents > c.fee_cents)
    )`,
  'a returned place is of a cancelled registration until somebody buys it, and was bought by a later one': sql`
    select format('registration %s', r.id) as what
    from refund_choices c join registrations r on r.id = c.registration_id
    left join registrations x on x.id = c.taken_by_registration_id
    where c.kind = 'returned' and (
      c.choice is null and (r.cancel_reason is distinct from 'returned' or c.taken_by_registration_id is not null)
      or c.choice = 'place' and r.cancel_reason = 'returned'
      or c.choice not in ('refund', 'place')
      or c.choice = 'refund' and r.kept_cents not in (0, c.fee_cents)
    ) or x.id is not null and (
      c.kind <> 'returned' or c.choice is distinct from 'refund' or x.event_id <> r.event_id or x.created_at < r.cancelled_at
    )`,
  'an accepted transfer waits for an open change, and a completed one is of the present or an earlier runner': sql`
    select format('transfer %s', t.id) as what
    from transfers t left join registration_changes c on c.id = t.change_id
    where (t.state = 'accepted') <> coalesce(c.state = 'open', false)
      or (t.state = 'done') <> coalesce(c.state = 'applied', false)
      or t.state in ('done', 'invited') and t.given is not null
      or t.state = 'done' and not exists (select from transfers later where later.registration_id = t.registration_id and later.state = 'done' and later.id > t.id)
        and (select responsible_user_id from registrations where id = t.registration_id) <> t.to_user_id`,
  'the last ledger entry has the status of the payment': sql`
    select format('payment %s is %s, its ledger ends with %s', p.id, p.status, last.to_status) as what
    from payments p
    left join lateral (
      select to_status from payment_events e
      where e.payment_id = p.id and applied and to_status is not null order by id desc limit 1
    ) last on true
    where last.to_status is distinct from p.status`,
  'a paid registration is confirmed only by a received payment': sql`
    select format('registration %s', r.id) as what
    from registrations r
    where r.status = 1 and r.total_cents > 0 and not exists (
      select from payment_items i join payments p on p.id = i.payment_id
      where i.registration_id = r.id and p.status in (1, 2, 3, 10, 11, 12)
    )`,
  'refunds of an item do not exceed it': sql`
    select format('payment %s, registration %s', i.payment_id, i.registration_id) as what
    from payment_items i join refunds f using (payment_id, registration_id)
    where f.status <> 'refused'
    group by i.payment_id, i.registration_id, i.amount_cents having sum(f.amount_cents) > i.amount_cents`,
  'a payment is refunded when all of it has gone back': sql`
    select format('payment %s', p.id) as what
    from payments p where p.status = 5 and p.amount_cents is distinct from (
      select sum(amount_cents) from refunds f where f.payment_id = p.id and f.status = 'done'
    )`,
  'what was paid for a cancelled registration is kept or refunded': sql`
    select format('registration %s', r.id) as what
    from registrations r
    join payment_items i on i.registration_id = r.id
    join payments p on p.id = i.payment_id and p.status in (1, 2, 3, 12) and p.duplicate_of is null
    cross join lateral item_refunds(i.payment_id, i.registration_id) f
    where r.status = 2
    group by r.id having sum(i.amount_cents - f.refunded_cents - f.withheld_cents) > r.kept_cents`,
  'a duplicate payment is refunded': sql`
    select format('payment %s', p.id) as what
    from payments p
    join payment_items i on i.payment_id = p.id
    cross join lateral item_refunds(i.payment_id, i.registration_id) f
    where p.duplicate_of is not null and p.status in (1, 2, 3, 12)
    group by p.id having sum(i.amount_cents - f.refunded_cents - f.withheld_cents) > 0`,
  'the last ledger entry of a refund has its status': sql`
    select format('refund %s is %s, its ledger ends with %s', f.id, f.status, last.detail ->> 'to') as what
    from refunds f
    left join lateral (
      select detail from payment_events e
      where e.payment_id = f.payment_id and kind like 'refund%' and (detail ->> 'refundId')::bigint = f.id order by id desc limit 1
    ) last on true
    where last.detail ->> 'to' is distinct from f.status`,
  'participant entries equal participant_list_source': sql`
    select format('registration %s', coalesce(t.registration_id, e.registration_id)) as what
    from participant_list_source t
    full join participant_list e on e.event_id = t.event_id and e.registration_id = t.registration_id
    where to_jsonb(t) is distinct from to_jsonb(e)`,
  'participant words match the registration': sql`
    select format('registration %s', coalesce(r.id, w.registration_id)) as what
    from registrations r
    join users u on u.id = r.responsible_user_id
    full join participant_search w on w.event_id = r.event_id and w.registration_id = r.id
    where participant_text(r.name, u.email, r.cpf) is distinct from w.text`,
}

/** Lists all violated invariants. Run it after every load or fault. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await query.execute(db)
    for (const row of rows) broken.push(`${rule}: ${row.what}`)
  }
  return broken
}
