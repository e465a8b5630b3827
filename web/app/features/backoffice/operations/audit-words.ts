import { formatCnpj } from '#contract/documents.ts'
import { formatBasisPoints, formatCents } from '#contract/money.ts'
import { EVENT_ACTION_WORDS } from '../../event/manage/event-actions.ts'
import { outcomeLook } from './outcome-look.ts'
import { taskWords } from './task-words.ts'

/** Actions in words, in the order of the filter; an unlisted action is shown by its own name. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  ...EVENT_ACTION_WORDS,
  'order.created': 'Fez uma inscrição',
  'registration.updated': 'Editou uma inscrição',
  'registration.person_corrected': 'Corrigiu os dados de uma pessoa inscrita',
  'registration.note_added': 'Escreveu uma anotação numa inscrição',
  'registration.mail_resent': 'Enviou de novo uma mensagem de inscrição',
  'registration.answer_file_read': 'Baixou o anexo de uma resposta',
  'registration.cancelled': 'Cancelou uma inscrição',
  'cancellation.requested': 'Pediu o cancelamento de uma inscrição paga',
  'cancellation.refused': 'Recusou o cancelamento de uma inscrição paga',
  'event.new_date_named': 'Indicou a nova data de um evento cancelado',
  'refund_choice.made': 'Decidiu o que fazer com o valor de uma inscrição cancelada',
  'registration.yielded': 'Tomou, com o próprio CPF, o lugar de uma inscrição sem pagamento',
  'registration.disowned': 'Disse que uma inscrição não é sua',
  'registration.payment_renewed': 'Gerou outro pagamento',
  'registration.payment_renewed_by_link':
    'Recebeu, pelo link do pagamento e sem conta, o pedido de outro pagamento',
  'refund.approved': 'Aprovou uma devolução',
  'refund.refused': 'Recusou uma devolução',
  'refund.retried': 'Tentou de novo uma devolução',
  'refund.completed': 'Registrou uma devolução feita por fora',
  'refund_settings.updated': 'Mudou as regras de devolução',
  'installment_rates.updated': 'Mudou os juros do parcelamento',
  'fees.updated': 'Mudou as taxas',
  'payout.requested': 'Pediu um repasse',
  'payout.approved': 'Aprovou um repasse',
  'payout.paid': 'Marcou um repasse como pago',
  'payout.refused': 'Recusou um repasse',
  'payout.cancelled': 'Desistiu de um repasse',
  'payout_reserve.updated': 'Mudou a reserva dos repasses',
  'payout_destination.updated': 'Trocou a conta dos repasses',
  'payout_wallet.updated': 'Mudou a carteira de um organizador',
  'enterprise.created': 'Cadastrou a empresa',
  'enterprise.updated': 'Editou a empresa',
  'organizer.created': 'Cadastrou o organizador',
  'organizer.updated': 'Editou o organizador',
  'organizer.suspended': 'Suspendeu o organizador',
  'organizer.reactivated': 'Reativou o organizador',
  'organizer.access_reset': 'Enviou novo acesso ao organizador',
  'producer.registered': 'Cadastrou o realizador',
  'producer.updated': 'Editou o realizador',
  'producer.permissions_added': 'Deu permissões ao realizador',
  'producer.permission_removed': 'Retirou uma permissão do realizador',
  'producer.sessions_ended': 'Encerrou as sessões do realizador',
  'producer.session_ended': 'Encerrou uma sessão do realizador',
  'user.registered': 'Criou a conta',
  'user.created': 'Criou um administrador',
  'user.email_verified': 'Verificou o e-mail',
  'user.email_verified_by_admin': 'Deu o e-mail por verificado',
  'user.profile_updated': 'Editou o perfil',
  'user.image_changed': 'Trocou a foto',
  'user.email_change_requested': 'Pediu a troca do e-mail',
  'user.email_changed': 'Trocou o e-mail',
  'user.email_change_undone': 'Desfez a troca do e-mail',
  'user.password_changed': 'Trocou a senha',
  'user.consents_changed': 'Mudou os consentimentos',
  'user.access_reset': 'Enviou novo acesso ao participante',
  'user.blocked': 'Bloqueou o participante',
  'user.unblocked': 'Desbloqueou o participante',
  'user.merged': 'Unificou contas',
  'user.merged_into': 'Unificou a conta em outra',
  'user.deleted': 'Excluiu a conta',
  'user.second_factor_enabled': 'Ativou a verificação em duas etapas',
  'user.second_factor_disabled': 'Desativou a verificação em duas etapas',
  'user.second_factor_reset': 'Removeu a verificação em duas etapas',
  'user.recovery_codes_renewed': 'Gerou novos códigos de recuperação',
  'job.retried': 'Tentou uma tarefa de novo',
  'job.all_retried': 'Tentou de novo todas as tarefas que falharam',
  'job.discarded': 'Descartou uma tarefa',
  'gateway_message.reapplied': 'Aplicou de novo uma mensagem do gateway',
}

export const ENTITY_WORDS: Readonly<Record<string, string>> = {
  event: 'Evento',
  order: 'Pedido',
  registration: 'Inscrição',
  refund: 'Devolução',
  user: 'Conta',
  organizer: 'Organizador',
  producer: 'Realizador',
  enterprise: 'Empresa',
  payout: 'Repasse',
  job: 'Tarefa',
  gateway_message: 'Mensagem do gateway',
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Nome',
  fantasy_name: 'Nome fantasia',
  corporate_reason: 'Razão Social',
  nickname: 'Apelido',
  responsible: 'Responsável',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Telefone',
  realizador: 'Realizador',
  permissions: 'Permissões',
  changed: 'Campos mudados',
  filled: 'Dados completados',
  role: 'Papel',
  status: 'Situação',
  outcome: 'O que foi feito',
  task: 'Tarefa',
  retried: 'Tarefas',
  registrations: 'Inscrições',
  orders: 'Pedidos',
  consents: 'Consentimentos',
  total_cents: 'Valor total',
  duplicate: 'Conta que saiu',
  into: 'Conta que ficou',
  enterprise_id: 'Empresa',
  organizer_id: 'Organizador',
  closed_events: 'Eventos fechados',
  min_fee_free_cents: 'Taxa mínima gratuita',
  min_fee_paid_cents: 'Taxa mínima paga',
  setup_fee_cents: 'Taxa de Setup',
  rates_bp: 'Juros de 2x a 12x (centésimos de %)',
  max_fee_bp: 'Taxa máxima',
  amount_cents: 'Valor',
  note: 'Motivo',
  choice: 'Escolha',
  reserve_bp: 'Reserva',
  reserve_days: 'Dias de reserva depois da corrida',
  promotions: 'Promoções',
  event_updates: 'Novidades de eventos',
  receive_promotions: 'Promoções',
  receive_event_updates: 'Novidades de eventos',
  birth_on: 'Data de nascimento',
  rg: 'RG',
  sex: 'Sexo',
  emergency_contact: 'Contato de emergência',
  emergency_contact_phone: 'Telefone de emergência',
  zip: 'CEP',
  street: 'Endereço',
  street_number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state_code: 'Estado',
}

const REGISTRATION_WORDS = ['Pendente', 'Confirmado', 'Cancelado']

/** Null when that side has no value. */
function valueWords(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (Array.isArray(value))
    return (
      value
        .map((one) => (field === 'changed' ? (FIELD_WORDS[String(one)] ?? String(one)) : String(one)))
        .join(', ') || null
    )
  if (typeof value === 'number') {
    if (field.endsWith('_cents')) return formatCents(value)
    if (field.endsWith('_bp')) return formatBasisPoints(value)
    if (field === 'status') return REGISTRATION_WORDS[value] ?? String(value)
    return String(value)
  }
  if (field === 'cnpj') return formatCnpj(String(value))
  if (field === 'outcome') return outcomeLook(String(value)).words
  if (field === 'task') return taskWords(String(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Change {
  field: string
  before: string | null
  after: string | null
}

/** The fields that differ, with their old and new values. */
export function changeWords(before: unknown, after: unknown): Change[] {
  const [old, next] = [asRecord(before), asRecord(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({
      field: FIELD_WORDS[field] ?? field,
      before: valueWords(field, old[field]),
      after: valueWords(field, next[field]),
    }))
    .filter((change) => change.before !== change.after)
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
