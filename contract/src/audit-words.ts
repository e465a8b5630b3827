import { formatCnpj } from './documents.ts'
import { formatBasisPoints, formatCents } from './money.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from './payment/payment-status.ts'

/* The words in which the audit log is shown. `web/app/features/backoffice/operations/words.test.ts`
   fails for an action, field, message or job of the server that has no words here. */

/** For fields whose values only the calling screen can name. */
type OwnWords = Readonly<Record<string, ((value: string) => string) | undefined>>

/** Labels for values that are codes. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  format: { csv: 'CSV', xlsx: 'Excel' },
  money: { paid: 'com dinheiro recebido', free: 'gratuitos' },
  status: {
    requested: 'pedido',
    approved: 'aprovado',
    needs_person: 'precisa de alguém',
    sent: 'a caminho',
    done: 'devolvido',
    refused: 'recusado',
    paid: 'pago',
    cancelled: 'cancelado',
  },
  choice: { donation: 'doação', refund: 'devolução', place: 'outra vaga' },
}

export const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Nome',
  fantasy_name: 'Nome fantasia',
  corporate_reason: 'Razão Social',
  nickname: 'Apelido',
  responsible: 'Responsável',
  about: 'Apresentação',
  logo_path: 'Logotipo',
  public_phone: 'Telefone público',
  public_email: 'E-mail público',
  site: 'Site',
  instagram: 'Instagram',
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
  from: 'Conta que tinha o CPF',
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
  reason: 'Motivo',
  choice: 'Escolha',
  reserve_bp: 'Reserva',
  reserve_days: 'Dias de reserva depois da corrida',
  promotions: 'Promoções',
  event_updates: 'Novidades de eventos',
  receive_promotions: 'Promoções',
  receive_event_updates: 'Novidades de eventos',
  id: 'Número',
  registration_id: 'Inscrição nº',
  wallet_id: 'Carteira',
  split_bp: 'Parte do organizador',
  format: 'Formato',
  rows: 'Linhas',
  columns: 'Colunas',
  health: 'Com dados de saúde',
  count: 'Quantidade',
  filters: 'Filtros',
  search: 'Com busca',
  modality_id: 'Modalidade nº',
  category_id: 'Categoria nº',
  product_id: 'Produto nº',
  registration_status: 'Situação da inscrição',
  payment_status: 'Status do pagamento',
  payment_date_start: 'Pago a partir de',
  payment_date_end: 'Pago até',
  money: 'Dinheiro',
  questionnaire_id: 'Pergunta nº',
  refund_cents: 'A devolver',
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

function valueWords(field: string, value: unknown, own: OwnWords): string | null {
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
    if (field === 'status' || field === 'registration_status')
      return REGISTRATION_STATUSES[value]?.label ?? String(value)
    if (field === 'payment_status') return PAYMENT_STATUSES[value]?.label ?? String(value)
    return String(value)
  }
  if (field === 'cnpj') return formatCnpj(String(value))
  if (typeof value === 'string') return own[field]?.(value) ?? VALUES[field]?.[value] ?? value
  return recordWords(value, own)
}

const recordWords = (value: object, own: OwnWords): string | null =>
  Object.entries(value)
    .map(([field, one]) => [FIELD_WORDS[field] ?? field, valueWords(field, one, own)])
    .filter(([, words]) => words !== null)
    .map(([field, words]) => `${field}: ${words}`)
    .join(' · ') || null

interface Change {
  field: string
  before: string | null
  after: string | null
}

export function changeWords(before: unknown, after: unknown, own: OwnWords = {}): Change[] {
  const [old, next] = [asRecord(before), asRecord(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({
      field: FIELD_WORDS[field] ?? field,
      before: valueWords(field, old[field], own),
      after: valueWords(field, next[field], own),
    }))
    .filter((change) => change.before !== change.after)
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
