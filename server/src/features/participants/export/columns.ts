import { formatCpf, formatPhone } from '#contract/documents.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/participant-export.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment-status.ts'

/** A row of the export. Instants are `yyyy-mm-dd hh:mm` in the event's time zone, days `yyyy-mm-dd`. */
export interface ExportRow {
  id: number
  status: number
  created_at: string
  name: string
  cpf: string
  birth_on: string
  sex: number
  phone: string
  email: string
  city: string | null
  state_code: string | null
  modality: string
  category: string
  kit: string
  shirt_size: string | null
  value_cents: number
  coupon: string | null
  discount_cents: number
  fee_cents: number
  total_cents: number
  credit_cents: number
  payment_type: number | null
  payment_status: number | null
  paid_cents: number
  paid_on: string | null
  /** By term id: the version that was accepted, and when. */
  terms: Record<string, { version: number; at: string }> | null
  /** By question id. */
  answers: Record<string, { accepted: boolean; file: boolean }> | null
}

type Kind = 'text' | 'integer' | 'money' | 'day' | 'instant'

export interface Column {
  heading: string
  kind: Kind
  /** Money in cents. */
  value: (row: ExportRow) => string | number | null
}

interface Asked {
  id: number
  words: string
}

const PAYMENT_TYPES = ['Pix', 'Boleto', 'Cartão de Crédito']
const SEXES = ['Masculino', 'Feminino']

const labelOf = (list: readonly { label: string }[], code: number | null): string | null =>
  code === null ? null : (list[code]?.label ?? 'Desconhecido')

/** The part of the fee that the participant pays: total = value − discount + this. */
function participantFee({ value_cents, discount_cents, total_cents }: ExportRow): number {
  return total_cents - value_cents + discount_cents
}

type Single = Exclude<ExportColumn, 'terms' | 'answers'>

const COLUMNS: Readonly<Record<Single, Omit<Column, 'heading'>>> = {
  id: { kind: 'integer', value: ({ id }) => id },
  status: { kind: 'text', value: ({ status }) => labelOf(REGISTRATION_STATUSES, status) },
  created_at: { kind: 'instant', value: ({ created_at }) => created_at },
  // Not stored yet: empty columns for timing companies to fill in.
  bib: { kind: 'text', value: () => null },
  team: { kind: 'text', value: () => null },
  name: { kind: 'text', value: ({ name }) => name },
  cpf: { kind: 'text', value: ({ cpf }) => formatCpf(cpf) },
  birth_on: { kind: 'day', value: ({ birth_on }) => birth_on },
  sex: { kind: 'text', value: ({ sex }) => SEXES[sex] ?? null },
  phone: { kind: 'text', value: ({ phone }) => formatPhone(phone) },
  email: { kind: 'text', value: ({ email }) => email },
  modality: { kind: 'text', value: ({ modality }) => modality },
  category: { kind: 'text', value: ({ category }) => category },
  city: { kind: 'text', value: ({ city }) => city },
  state: { kind: 'text', value: ({ state_code }) => state_code },
  kit: { kind: 'text', value: ({ kit }) => kit },
  shirt_size: { kind: 'text', value: ({ shirt_size }) => shirt_size },
  value: { kind: 'money', value: ({ value_cents }) => value_cents },
  coupon: { kind: 'text', value: ({ coupon }) => coupon },
  discount: { kind: 'money', value: ({ discount_cents }) => discount_cents },
  fee: { kind: 'money', value: participantFee },
  organizer_fee: { kind: 'money', value: (row) => row.fee_cents - participantFee(row) },
  total: { kind: 'money', value: ({ total_cents }) => total_cents },
  credit: { kind: 'money', value: ({ credit_cents }) => credit_cents },
  payment_type: {
    kind: 'text',
    value: ({ payment_type }) => (payment_type === null ? null : (PAYMENT_TYPES[payment_type] ?? null)),
  },
  payment_status: {
    kind: 'text',
    value: ({ payment_status, total_cents }) =>
      total_cents === 0 ? 'Gratuito' : labelOf(PAYMENT_STATUSES, payment_status),
  },
  paid: { kind: 'money', value: ({ paid_cents }) => paid_cents },
  paid_on: { kind: 'day', value: ({ paid_on }) => paid_on },
}

const termColumn = ({ id, words }: Asked): Column[] => [
  {
    heading: `Termo: ${words} (versão)`,
    kind: 'integer',
    value: ({ terms }) => terms?.[id]?.version ?? null,
  },
  { heading: `Termo: ${words} (aceito em)`, kind: 'instant', value: ({ terms }) => terms?.[id]?.at ?? null },
]

const answerColumn = ({ id, words }: Asked): Column => ({
  heading: words,
  kind: 'text',
  value: ({ answers }) => {
    const answer = answers?.[id]
    if (!answer) return null
    return `${answer.accepted ? 'Sim' : 'Não'}${answer.file ? ' (com arquivo)' : ''}`
  },
})

/** The columns of a file in the contract's order; a term expands to two, a question to one. */
export function columnsOf(
  chosen: readonly ExportColumn[],
  { terms, questions }: { terms: readonly Asked[]; questions: readonly Asked[] },
): Column[] {
  return EXPORT_COLUMNS.filter(({ key }) => chosen.includes(key)).flatMap(({ key, label }): Column[] => {
    if (key === 'terms') return terms.flatMap(termColumn)
    if (key === 'answers') return questions.map(answerColumn)
    return [{ heading: label, ...COLUMNS[key] }]
  })
}
