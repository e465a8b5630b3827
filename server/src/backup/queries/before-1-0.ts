/*
 * How the rows of databases from before 1.0 become rows of 1.0. Their 0001_schema.sql was edited in place, so
 * no migration leads from one to the other. Nothing is added here after 1.0: migrations change those schemas.
 */

/** Tables that 1.0 fills from other tables. */
export const DERIVED = new Set(
  ['participant_entries', 'participant_list', 'participant_words', 'participant_search', 'fee_entries'].map(
    (name) => `public.${name}`,
  ),
)

export const RENAMED: Readonly<Record<string, string>> = { shown_coupons: 'validated_coupons' }

/** A column that has another name or type in 1.0, as an expression over the columns of the copy. */
interface Conversion {
  column: string
  /** The column of the copy. */
  from: string
  value: string
}

export const CONVERSIONS: Readonly<Record<string, readonly Conversion[]>> = {
  validated_coupons: [{ column: 'validated_at', from: 'shown_at', value: 'shown_at::timestamptz' }],
  organizer_payout_settings: [
    { column: 'destination_saved_at', from: 'updated_at', value: 'updated_at::timestamptz' },
  ],
  // Why a person had to handle a refund was stored only as the gateway's text.
  refunds: [
    { column: 'obstacle', from: 'status', value: `case when status = 'needs_person' then 'refused' end` },
  ],
  // Before 1.0 a kit was sold in one category or in all categories.
  kits: [
    {
      column: 'category_ids',
      from: 'category_id',
      value: `case when category_id is null then '{}' else array[category_id::bigint] end`,
    },
  ],
}

/** Statements that complete the restored rows. */
export const COMPLETE = [
  // Before 1.0 the price line of a coupon had the kind `discount`.
  `update registrations set price_lines = replace(price_lines::text, '"kind": "discount"', '"kind": "coupon"')::jsonb
    where price_lines::text like '%"discount"%'`,
  'insert into participant_list select * from participant_list_source',
  `insert into fee_entries (kind, event_id, registration_id, type, amount_cents, at)
    select 'service', e.event_id, e.registration_id, e.payment_type, d.cents, d.day::timestamp at time zone v.timezone
    from participant_list e join events v on v.id = e.event_id cross join lateral (
      select fee_due(e.status, e.total_cents, e.fee_cents, e.paid_cents) as cents, coalesce(e.paid_on, e.created_on) as day
    ) d
    where d.cents <> 0`,
  `insert into fee_entries (kind, event_id, payment_id, type, amount_cents, at)
    select kind, event_id, id, type, gateway_fee_cents, paid_at
    from payments cross join (values ('gateway'), ('card')) kinds (kind)
    where paid_at is not null and gateway_fee_cents > 0
      and (kind = 'gateway' or fee_by_organizer and duplicate_of is null)`,
  `insert into participant_search (event_id, registration_id, text)
    select r.event_id, r.id, participant_text(r.name, u.email, r.cpf)
    from registrations r join users u on u.id = r.responsible_user_id`,
]
