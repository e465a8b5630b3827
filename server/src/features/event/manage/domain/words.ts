import { toBrazilianDate } from '#contract/dates.ts'
import { formatBasisPoints, formatCents } from '#contract/money.ts'
import type { EventDocument, ListName } from './document.ts'

/** One thing a document says, as people read it. */
export interface Said {
  label: string
  value: string | null
}

const STATUSES = ['Inativo', 'Ativo', 'Expirado', 'Cancelado']
const PAYMENT_TYPES = ['Pix', 'Boleto', 'Cartão de Crédito']

/** The columns people know, in their words; the rest is machinery. */
const EVENT_FIELDS = {
  title: 'Título',
  description: 'Descrição',
  rules: 'Regras',
  registration_starts_on: 'Início das inscrições',
  registration_ends_on: 'Fim das inscrições',
  event_on: 'Data do evento',
  start_time: 'Horário',
  kit_delivery_on: 'Entrega dos kits',
  state_code: 'Estado',
  country: 'País',
  contact_email: 'E-mail de contato',
  cover_path: 'Imagem de capa',
  image_path: 'Imagem do evento',
  regulation_url: 'Regulamento',
  results_url: 'Resultados',
  disclosure_url: 'Divulgação',
  map_url: 'Mapa',
  type: 'Tipo',
  is_public: 'Público',
  buy_photo: 'Venda de fotos',
  is_free: 'Gratuito',
  accept_terms: 'Aceite de termos',
  max_unpaid_per_account: 'Inscrições sem pagamento por conta',
  status: 'Situação',
} as const
const FIELDS = {
  modalities: {
    name: 'Nome',
    description: 'Descrição',
    price_cents: 'Preço',
    status: 'Situação',
  },
  categories: {
    name: 'Nome',
    description: 'Descrição',
    price_cents: 'Preço',
    route_path: 'Percurso',
  },
  kits: {
    name: 'Nome',
    description: 'Descrição',
    value_cents: 'Valor',
    fee_type: 'Tipo da taxa',
    fee_rate: 'Taxa',
    is_increment: 'Taxa paga pelo participante',
    status: 'Situação',
    image_path: 'Imagem',
    category_id: 'Categoria',
  },
  shirt_sizes: { name: 'Nome' },
  coupons: {
    code: 'Código',
    type: 'Tipo do desconto',
    value: 'Desconto',
    status: 'Situação',
    starts_on: 'Início da validade',
    ends_on: 'Fim da validade',
    kit_id: 'Produto',
  },
  terms: { name: 'Nome', description: 'Texto', status: 'Situação', version: 'Versão' },
  questionnaires: { description: 'Pergunta', attach_file: 'Anexo', status: 'Situação' },
  payment_methods: { status: 'Situação' },
} as const satisfies { [List in Exclude<ListName, 'stock_levels'>]: Partial<Record<Column<List>, string>> }
type Column<List extends ListName> = keyof EventDocument[List][number]

export const statusWord = (status: number): string => STATUSES[status] ?? 'Desconhecido'

type Row = Readonly<Record<string, unknown>>

/** Everything a document says, by keys that stay when things are renamed. */
export function inWords(document: EventDocument, city: string | null): Map<string, Said> {
  const said = new Map<string, Said>()
  const limits = new Map(document.stock_levels.map((level) => [level.id, level.capacity]))
  const kits = new Map(document.kits.map((kit) => [kit.id, kit.name]))
  const categories = new Map(document.categories.map((category) => [category.id, category.name]))

  const say = (key: string, item: string, row: Row, fields: Row) => {
    const label = (field: string) => (item ? `${item} — ${field}` : field)
    for (const [column, field] of Object.entries(fields))
      said.set(`${key}.${column}`, { label: label(String(field)), value: written(column, row) })
    if (typeof row.stock_level_id !== 'number') return
    const limit = limits.get(row.stock_level_id) ?? null
    said.set(`${key}.limit`, {
      label: label('Limite'),
      value: limit === null ? 'Sem limite' : String(limit),
    })
  }
  const written = (column: string, row: Row): string | null => {
    if (column === 'category_id') return categories.get(Number(row.category_id)) ?? 'Todas'
    if (column === 'kit_id') return kits.get(Number(row.kit_id)) ?? 'Todos'
    return wordsOf(column, row)
  }

  say('event', '', { ...document.event, status: statusWord(document.event.status) }, EVENT_FIELDS)
  said.set('event.city', { label: 'Cidade', value: city })
  for (const row of document.modalities)
    say(`modalities.${row.id}`, `Modalidade "${row.name}"`, { ...row }, FIELDS.modalities)
  for (const row of document.categories)
    say(`categories.${row.id}`, `Categoria "${row.name}"`, { ...row }, FIELDS.categories)
  for (const row of document.kits) say(`kits.${row.id}`, `Produto "${row.name}"`, { ...row }, FIELDS.kits)
  for (const row of document.shirt_sizes)
    say(
      `shirt_sizes.${row.id}`,
      `Tamanho "${row.name}" de "${kits.get(row.kit_id)}"`,
      { ...row },
      FIELDS.shirt_sizes,
    )
  for (const row of document.coupons)
    say(`coupons.${row.id}`, `Cupom "${row.code}"`, { ...row }, FIELDS.coupons)
  for (const row of document.terms) say(`terms.${row.id}`, `Termo "${row.name}"`, { ...row }, FIELDS.terms)
  for (const row of document.questionnaires)
    say(`questionnaires.${row.id}`, `Pergunta "${row.description}"`, { ...row }, FIELDS.questionnaires)
  for (const row of document.payment_methods)
    say(
      `payment_methods.${row.id}`,
      `Pagamento por ${PAYMENT_TYPES[row.type]}`,
      { ...row },
      FIELDS.payment_methods,
    )
  return said
}

/** Columns end in what they hold, so their names say how to write it. */
function wordsOf(column: string, row: Row): string | null {
  const value = row[column]
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'string') return column.endsWith('_on') ? toBrazilianDate(value) : value
  const number = Number(value)
  if (column.endsWith('_cents')) return formatCents(number)
  if (column === 'status') return number === 1 ? 'Ativo' : 'Inativo'
  if (column === 'attach_file') return number === 1 ? 'Sim' : 'Não'
  if (column === 'type' || column === 'fee_type') return number === 0 ? 'Percentual' : 'Valor fixo'
  if (column === 'fee_rate') return row.fee_type === 0 ? formatBasisPoints(number) : formatCents(number)
  if (column === 'value') return row.type === 0 ? formatBasisPoints(number) : formatCents(number)
  return String(value)
}
