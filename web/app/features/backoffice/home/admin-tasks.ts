import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { plural } from '#contract/words.ts'
import { DAILY_MONEY_PATH, JOBS_PATH, MESSAGES_PATH, REFUNDS_PATH } from '#web/paths.ts'
import type { InboxTask } from '#web/ui/inbox.tsx'
import { agoWords } from '../ago-words.ts'

/** A job that failed once or twice usually succeeds when it is tried again. */
const FAILING_MS = 15 * 60_000

/** What somebody has to do now, the most urgent first. */
export function adminTasks({ jobs, gateway }: AdminOverview, now: number): InboxTask[] {
  const failingSince = jobs.failing_since
  const isFailing = failingSince !== null && now - new Date(failingSince).getTime() > FAILING_MS
  const { payments_without_message: silent, refunds_to_authorize: unauthorized, differences } = gateway
  const { refused_payments: refused, unmatched_refunds: unmatched } = gateway
  const tasks: (InboxTask | false)[] = [
    gateway.key_rejected_at !== null && {
      key: 'key',
      words: `O gateway recusou a chave de API ${agoWords(gateway.key_rejected_at, now)}`,
      note: 'Crie outra chave no painel do Asaas, coloque-a em ASAAS_API_KEY e reinicie. Até lá nada é cobrado, confirmado ou devolvido.',
      action: { to: JOBS_PATH, label: 'Ver tarefas' },
    },
    silent > 0 && {
      key: 'silent',
      words: `${plural(silent, 'pagamento chegou', 'pagamentos chegaram')} sem aviso do gateway desde ontem`,
      note: 'Só a conferência os encontrou, e quem pagou esperou por ela. No painel do Asaas, em Webhooks, veja se a fila está pausada e reative-a.',
      action: { to: MESSAGES_PATH, label: 'Ver mensagens' },
    },
    isFailing && {
      key: 'failing',
      words: `${plural(jobs.retrying, 'tarefa falha', 'tarefas falham')}: a primeira vez foi ${agoWords(failingSince, now)}`,
      note: 'O motivo está na lista. São tentadas de novo sozinhas assim que ele acabar.',
      action: { to: `${JOBS_PATH}?estado=retrying`, label: 'Ver tarefas' },
    },
    jobs.failed > 0 && {
      key: 'failed',
      words: plural(jobs.failed, 'tarefa falhou de vez', 'tarefas falharam de vez'),
      note: 'Ninguém tenta de novo sem você: veja o motivo, e repita ou apague cada uma.',
      action: { to: `${JOBS_PATH}?estado=failed`, label: 'Ver tarefas' },
    },
    gateway.odd_messages > 0 && {
      key: 'messages',
      words: `${plural(gateway.odd_messages, 'mensagem precisa', 'mensagens precisam')} de uma pessoa`,
      note: 'O gateway avisou de um pagamento que não combina com nenhum daqui.',
      action: { to: `${MESSAGES_PATH}?estado=odd`, label: 'Ver mensagens' },
    },
    gateway.refunds_for_a_person > 0 && {
      key: 'refunds',
      words: plural(gateway.refunds_for_a_person, 'devolução parada', 'devoluções paradas'),
      note: 'Falharam ou estão atrasadas.',
      action: { to: `${REFUNDS_PATH}?prazo=stuck`, label: 'Ver devoluções' },
    },
    unauthorized > 0 && {
      key: 'unauthorized',
      words: `${plural(unauthorized, 'devolução espera', 'devoluções esperam')} a sua autorização no gateway`,
      note: 'No painel do Asaas, autorize cada uma com o código que ele envia ao celular do responsável pela conta.',
      action: { to: REFUNDS_PATH, label: 'Ver devoluções' },
    },
    gateway.missing_balance !== '0.00' && {
      key: 'balance',
      words: `Faltam ${formatDecimal(gateway.missing_balance)} de saldo para devoluções`,
      note: 'Transfira o valor para a conta do gateway. As devoluções são tentadas de novo todos os dias.',
      action: { to: REFUNDS_PATH, label: 'Ver devoluções' },
    },
    refused.length > 0 && {
      key: 'refused',
      words: `O gateway informa outra situação para ${plural(refused.length, 'pagamento', 'pagamentos')}`,
      note: 'Procure a cobrança no painel do Asaas. Conteste com o comprovante o que já foi devolvido, e devolva por lá o que foi pago e aqui já terminou.',
      details: refused.map(
        ({ payment_id, charge_id, status_code, reported_code }) =>
          `Pagamento ${payment_id}, cobrança ${charge_id ?? '—'}: aqui ${labelOf(status_code)}, no gateway ${labelOf(reported_code)}`,
      ),
      action: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
    unmatched.length > 0 && {
      key: 'unmatched',
      words: `O gateway devolveu mais do que era devido de ${plural(unmatched.length, 'pagamento', 'pagamentos')}`,
      note: 'Uma devolução foi feita duas vezes, e nenhuma inscrição foi cancelada por isso. Confira a cobrança no painel do Asaas e peça o valor de volta a quem o recebeu.',
      details: unmatched.map(
        ({ payment_id, charge_id, amount }) =>
          `Pagamento ${payment_id}, cobrança ${charge_id ?? '—'}: ${formatDecimal(amount)} a mais`,
      ),
      action: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
    differences > 0 && {
      key: 'differences',
      words: `${plural(differences, 'cobrança difere', 'cobranças diferem')} do gateway`,
      note: 'A conferência não pôde corrigir. O movimento diário mostra o motivo de cada uma: resolva no painel do Asaas e confira o dia de novo.',
      action: { to: DAILY_MONEY_PATH, label: 'Ver movimento diário' },
    },
  ]
  return tasks.filter((task) => task !== false)
}

const labelOf = (code: number): string => PAYMENT_STATUSES[code]?.label ?? String(code)
