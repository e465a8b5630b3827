import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { countWords } from '../count.ts'
import { agoWords } from '../moment.ts'
import type { Health } from './health-card.tsx'

/** A job that waits longer than that should have begun. */
const LATE_MS = 5 * 60_000

const FINE = { tone: 'success', words: 'Tudo certo' } as const
const LOOK = { tone: 'warning', words: 'Atenção' } as const
const WRONG = { tone: 'error', words: 'Com falhas' } as const

const when = (instant: string | null, now: number) => (instant ? agoWords(instant, now) : 'nunca')

export function jobHealth({ jobs }: AdminOverview, now: number): Health {
  const since = jobs.oldest_waiting_since
  const late = since !== null && now - new Date(since).getTime() > LATE_MS
  const state = jobs.failed > 0 ? WRONG : late || jobs.retrying > 0 ? LOOK : FINE
  return {
    ...state,
    facts: [
      { label: 'Na fila', value: countWords(jobs.queued) },
      { label: 'Vão tentar de novo', value: countWords(jobs.retrying) },
      { label: 'Falharam de vez', value: countWords(jobs.failed), wrong: jobs.failed > 0 },
      { label: 'A mais antiga espera', value: since ? agoWords(since, now) : 'nenhuma', wrong: late },
    ],
  }
}

export function mailHealth({ mail }: AdminOverview, now: number): Health {
  const failing = mail.failing_since_last
  const state = failing ? WRONG : mail.waiting > 0 ? LOOK : FINE
  return {
    ...state,
    facts: [
      { label: 'Último envio', value: when(mail.last_sent_at, now) },
      { label: 'Esperando novo envio', value: countWords(mail.waiting), wrong: mail.waiting > 0 },
      ...(failing ? [{ label: 'Última falha', value: agoWords(failing.at, now), wrong: true }] : []),
    ],
    reason: failing?.reason || undefined,
  }
}

export function gatewayHealth({ gateway }: AdminOverview, now: number): Health {
  const { unhandled_messages: unhandled, odd_messages: odd, charges_without_link: linkless } = gateway
  const state = odd > 0 ? WRONG : unhandled > 0 || linkless > 0 ? LOOK : FINE
  return {
    ...state,
    ...(odd > 0 && { words: 'Pendência' }),
    facts: [
      { label: 'Última mensagem', value: when(gateway.last_message_at, now) },
      { label: 'Mensagens por aplicar', value: countWords(unhandled) },
      { label: 'Precisam de uma pessoa', value: countWords(odd), wrong: odd > 0 },
      { label: 'Cobranças sem link', value: countWords(linkless) },
    ],
  }
}
