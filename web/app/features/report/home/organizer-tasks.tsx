import { missingWords } from '#contract/event/sellable.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { RefundStatus } from '#contract/payment/refund.ts'
import type { OrganizerToday } from '#contract/report/home.ts'
import { countWords, listWords, plural } from '#contract/words.ts'
import { PRODUCTS_STEP } from '#web/features/event-management/form/steps.ts'
import { participantsPath } from '#web/navigation/staff-paths.ts'
import { EVENT_PANEL_PATH, EVENT_REFUNDS_PATH, MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { InboxTask } from '#web/ui/inbox.tsx'
import { RetryMails } from './retry-mails.tsx'

const PRODUCTS = `?etapa=${PRODUCTS_STEP + 1}`
const NAMED_SIZES = 3

/** What waits for the organizer: money first, then what cannot be sold, then messages. */
export function organizerTasks(data: OrganizerToday, session: Session): InboxTask[] {
  const participants = (id: number, filter: string) => `${participantsPath(session, id)}?${filter}`
  const refunds = (id: number, status: RefundStatus) => `${pathTo(EVENT_REFUNDS_PATH, id)}?situacao=${status}`
  const editor = (id: number, step = ''): InboxTask['action'] =>
    session.permissions.includes('view-event')
      ? { to: pathTo(MANAGE_EVENT_PATH, id) + step, label: 'Abrir o editor' }
      : { to: pathTo(EVENT_PANEL_PATH, id), label: 'Ver painel' }
  const seesMoney = session.permissions.includes('view-event-finances')
  return [
    ...data.stuck_refunds.map(({ event_id: id, title, registrations }) => ({
      key: `refunds-${id}`,
      words: plural(registrations, 'devolução parada', 'devoluções paradas'),
      note: title,
      action: { to: refunds(id, 'needs_person'), label: 'Ver devoluções' },
    })),
    ...data.cancellations.map(({ event_id: id, title, registrations }) => ({
      key: `cancellations-${id}`,
      words: plural(registrations, 'pedido de cancelamento', 'pedidos de cancelamento'),
      note: title,
      action: seesMoney
        ? { to: refunds(id, 'requested'), label: 'Ver pedidos' }
        : { to: participantsPath(session, id), label: 'Ver participantes' },
    })),
    ...data.unpaid_differences.map(({ event_id: id, title, registrations }) => ({
      key: `differences-${id}`,
      words: plural(registrations, 'diferença não paga', 'diferenças não pagas'),
      note: title,
      action: { to: participants(id, 'money=owing'), label: 'Ver participantes' },
    })),
    ...data.failed_payments.map(({ event_id: id, title, registrations }) => ({
      key: `payments-${id}`,
      words: plural(registrations, 'cobrança que falhou', 'cobranças que falharam'),
      note: title,
      action: {
        to: participants(id, `payment_status=${PAYMENT_STATUS.failed}`),
        label: 'Ver participantes',
      },
    })),
    ...byEvent(data.low_sizes).map(([id, low]) => ({
      key: `sizes-${id}`,
      words: plural(low.length, 'tamanho acabando', 'tamanhos acabando'),
      note: `${low[0]?.title}: ${sizeWords(low)}`,
      action: editor(id, PRODUCTS),
    })),
    ...data.incomplete.flatMap(({ event_id: id, title, missing, categories_without_kit: bare }) => {
      const others = missing.filter((one) => one !== 'category_kit')
      return [
        missing.includes('category_kit') && {
          key: `categories-${id}`,
          words: plural(bare, 'categoria sem kit', 'categorias sem kit'),
          note: title,
          action: editor(id, PRODUCTS),
        },
        others.length > 0 && {
          key: `incomplete-${id}`,
          words: plural(others.length, 'item falta para vender', 'itens faltam para vender'),
          note: `${title}: falta ${missingWords(others)}`,
          action: editor(id),
        },
      ].filter((task) => task !== false)
    }),
    ...byEvent(data.failed_mails).map(([id, failed]) => ({
      key: `mails-${id}`,
      words: plural(failed.length, 'e-mail não chegou', 'e-mails não chegaram'),
      note: `${failed[0]?.title}: confira o endereço de ${listWords(failed.map(({ name }) => name))}`,
      action: {
        to: participants(id, `ids=${failed.map(({ registration_id }) => registration_id).join()}`),
        label: 'Ver participantes',
      },
      ...(session.permissions.includes('edit-registration-participant-event') && {
        button: <RetryMails eventId={id} title={failed[0]?.title ?? ''} />,
      }),
    })),
  ]
}

/** `Map.groupBy` is too new for some browsers. */
function byEvent<Row extends { event_id: number }>(rows: readonly Row[]): [id: number, rows: Row[]][] {
  const ids = [...new Set(rows.map(({ event_id }) => event_id))]
  return ids.map((id) => [id, rows.filter(({ event_id }) => event_id === id)])
}

function sizeWords(sizes: OrganizerToday['low_sizes']): string {
  const named = sizes
    .slice(0, NAMED_SIZES)
    .map(({ kit, size, left }) => `${kit} ${size} (${left === 0 ? 'esgotado' : leftWords(left)})`)
  const more = sizes.length - named.length
  return listWords(more > 0 ? [...named, `mais ${countWords(more)}`] : named)
}

const leftWords = (left: number): string => (left === 1 ? 'resta 1' : `restam ${countWords(left)}`)
