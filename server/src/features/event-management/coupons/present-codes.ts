import { dayIn, timeIn } from '#contract/dates.ts'
import { CODE_STATUSES, type CouponCode } from '#contract/event-management/coupon-uses.ts'
import type { Table } from '#server/lib/table-file.ts'
import type { CodeRow } from './queries.ts'

interface View {
  eventUrl: string
  timezone: string
  seesParticipants: boolean
}

export const presentCode = (
  { id, code, status, registration_id, used_at }: CodeRow,
  { eventUrl, seesParticipants }: View,
): CouponCode => ({
  id,
  code,
  link: linkOf(code, eventUrl),
  status,
  registration_id: seesParticipants ? registration_id : null,
  used_at: used_at?.toISOString() ?? null,
})

const linkOf = (code: string, eventUrl: string): string => `${eventUrl}?cupom=${encodeURIComponent(code)}`

export const codesTable = (
  couponId: number,
  codes: readonly CodeRow[],
  { eventUrl, timezone, seesParticipants }: View,
): Table => ({
  name: `Codigos-${couponId}`,
  columns: [
    { heading: 'Código', kind: 'text' },
    { heading: 'Link', kind: 'text' },
    { heading: 'Situação', kind: 'text' },
    { heading: 'Inscrição', kind: 'integer' },
    { heading: 'Usado em', kind: 'instant' },
  ],
  rows: codes.map(({ code, status, registration_id, used_at: at }) => [
    code,
    linkOf(code, eventUrl),
    CODE_STATUSES[status],
    seesParticipants ? registration_id : null,
    at && `${dayIn(timezone, at)} ${timeIn(timezone, at)}`,
  ]),
})
