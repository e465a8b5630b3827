import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { plural } from '#contract/words.ts'
import { DAILY_MONEY_PATH, JOBS_PATH, MESSAGES_PATH, REFUNDS_PATH } from '#web/paths.ts'
import { agoWords } from '../ago-words.ts'

export interface AdminTask {
  words: string
  /** What to do next. */
  step: string
  details?: string[]
  link: { to: string; label: string }
}

/** A job that failed once or twice usually succeeds when it is tried again. */
const FAILING_MS = 15 * 60_000

/** What somebody has to do now, the most urgent first. */
export function adminTasks({ jobs, gateway }: AdminOverview, now: number): AdminTask[] {
  const failingSince = jobs.failing_since
  const isFailing = failingSince !== null && now - new Date(failingSince).getTime() > FAILING_MS
  const { payments_without_message: silent, refunds_to_authorize: unauthorized, differences } = gateway
  const { refused_payments: refused, unmatched_refunds: unmatched } = gateway
  const tasks: (AdminTask | false)[] = [
    gateway.key_rejected_at !== null && {
      words: `O gateway recusou a chave de API ${agoWords(gateway.key_rejected_at, now)}`,
      step: 'Crie outra chave no painel do Asaas, coloque-a em ASAAS_API_KEY e reinicie. Até lá nada é cobrado, confirmado ou devolvido.',
      link: { to: JOBS_PATH, label: 'Ver tarefas' },
    },
    silent > 0 && {
      words: `${plural(silent, 'pagamento chegou', 'pagamentos chegaram')} sem aviso do gateway desde ontem`,
      step: 'Só a conferência os encontrou, e quem pagou esperou por ela. No painel do Asaas, em Webhooks, veja se a fila está pausada e reative-a.',
      link: { to: MESSAGES_PATH, label: 'Ver mensagens' },
    },
    isFailing && {
      words: `Uma tarefa falha: a primeira vez foi ${agoWords(failingSince, now)}`,
      step: 'O motivo está na lista. Ela será tentada de novo sozinha assim que ele acabar.',
      link: { to: `${JOBS_PATH}?estado=retrying`, label: 'Ver tarefas' },
    },
    unauthorized > 0 && {
      words: `${plural(unauthorized, 'devolução espera', 'devoluções esperam')} a sua autorização no gateway`,
      step: 'No painel do Asaas, autorize cada uma com o código que ele envia ao celular do responsável pela conta.',
      link: { to: REFUNDS_PATH, label: 'Ver devoluções' },
    },
    gateway.missing_balance !== '0.00' && {
      words: `Faltam ${formatDecimal(gateway.missing_balance)} de saldo para devoluções`,
      step: 'Transfira o valor para a conta do gateway. As devoluções são tentadas de novo todos os dias.',
      link: { to: REFUNDS_PATH, label: 'Ver devoluções' },
    },
    refused.length > 0 && {
      words: `O gateway informa outra situação para ${plural(refused.length, 'pagamento', 'pagamentos')}`,
      step: 'Procure a cobrança no painel do Asaas. Conteste com o comprovante o que já foi devolvido, e devolva por lá o que foi pago e aqui já terminou.',
      details: refused.map(
        ({ payment_id, charge_id, status_code, reported_code }) =>
          `Pagamento ${payment_id}, cobrança ${charge_id ?? '—'}: aqui ${labelOf(status_code)}, no gateway ${labelOf(reported_code)}`,
      ),
      link: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
    unmatched.length > 0 && {
      words: `O gateway devolveu mais do que era devido de ${plural(unmatched.length, 'pagamento', 'pagamentos')}`,
      step: 'Uma devolução foi feita duas vezes, e nenhuma inscrição foi cancelada por isso. Confira a cobrança no painel do Asaas e peça o valor de volta a quem o recebeu.',
      details: unmatched.map(
        ({ payment_id, charge_id, amount }) =>
          `Pagamento ${payment_id}, cobrança ${charge_id ?? '—'}: ${formatDecimal(amount)} a mais`,
      ),
      link: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
    differences > 0 && {
      words: `${plural(differences, 'cobrança difere', 'cobranças diferem')} do gateway`,
      step: 'A conferência não pôde corrigir. O movimento diário mostra o motivo de cada uma: resolva no painel do Asaas e confira o dia de novo.',
      link: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
  ]
  return tasks.filter((task) => task !== false)
}

const labelOf = (code: number): string => PAYMENT_STATUSES[code]?.label ?? String(code)
