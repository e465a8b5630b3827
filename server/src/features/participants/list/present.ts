import { canCancel } from '#contract/can-cancel.ts'
import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { ParticipantRow } from '#contract/participants.ts'
import { presentPayment, presentStatus } from '../present.ts'
import type { ListedRow } from './queries.ts'

interface ListedEvent {
  title: string
  registration_ends_on: string
  timezone: string
}

export function presentRow(row: ListedRow, event: ListedEvent, now: Date): ParticipantRow {
  const payment = presentPayment({ ...row, type: row.payment_type, status: row.payment_status })
  return {
    id: row.id,
    ...presentStatus(row.status),
    participant: { name: row.name, cpf: row.cpf, emailResponsible: row.email, phone: row.phone },
    category: { id: row.category_id, name: row.category_name, modality: row.modality_name },
    products: [
      {
        id: row.kit_id,
        name: row.kit_name,
        quantity: 1,
        shirt_size_id: row.shirt_size_id,
        shirt_size: row.size_name,
      },
    ],
    value: toDecimal(row.total_cents),
    credit: toDecimal(row.credit_cents),
    payment,
    payments: payment ? [payment] : [],
    event: { title: event.title, end_date: toBrazilianDate(event.registration_ends_on), payment },
    created_at: row.created_at.toISOString(),
    can_cancel: canCancel({
      status: row.status,
      hasPayment: payment !== null,
      registrationEndsOn: event.registration_ends_on,
      today: dayIn(event.timezone, now),
    }),
  }
}
