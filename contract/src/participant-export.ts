import { z } from 'zod'
import { ParticipantFilter } from './participants.ts'
import { defineRoute, IdParams } from './route.ts'

/** The columns of the export in the order of the file; `group` is their group on the screen. */
export const EXPORT_COLUMNS = [
  { key: 'id', label: 'Inscrição', group: 'Inscrição' },
  { key: 'status', label: 'Situação', group: 'Inscrição' },
  { key: 'created_at', label: 'Inscrito em', group: 'Inscrição' },
  { key: 'bib', label: 'Número de peito', group: 'Participante' },
  { key: 'name', label: 'Nome', group: 'Participante' },
  { key: 'cpf', label: 'CPF', group: 'Participante' },
  { key: 'birth_on', label: 'Data de nascimento', group: 'Participante' },
  { key: 'sex', label: 'Sexo', group: 'Participante' },
  { key: 'phone', label: 'Telefone', group: 'Participante' },
  { key: 'email', label: 'E-mail', group: 'Participante' },
  { key: 'modality', label: 'Modalidade', group: 'Prova' },
  { key: 'category', label: 'Categoria', group: 'Prova' },
  { key: 'team', label: 'Equipe', group: 'Prova' },
  { key: 'city', label: 'Cidade', group: 'Participante' },
  { key: 'state', label: 'Estado', group: 'Participante' },
  { key: 'kit', label: 'Kit', group: 'Prova' },
  { key: 'shirt_size', label: 'Tamanho', group: 'Prova' },
  { key: 'value', label: 'Valor do kit', group: 'Valores' },
  { key: 'coupon', label: 'Cupom', group: 'Valores' },
  { key: 'discount', label: 'Desconto', group: 'Valores' },
  { key: 'fee', label: 'Taxa de serviço', group: 'Valores' },
  { key: 'organizer_fee', label: 'Taxa do organizador', group: 'Valores' },
  { key: 'total', label: 'Total', group: 'Valores' },
  { key: 'credit', label: 'Crédito', group: 'Valores' },
  { key: 'payment_type', label: 'Forma de pagamento', group: 'Pagamento' },
  { key: 'payment_status', label: 'Status do pagamento', group: 'Pagamento' },
  { key: 'paid', label: 'Valor pago', group: 'Pagamento' },
  { key: 'paid_on', label: 'Pago em', group: 'Pagamento' },
  { key: 'terms', label: 'Termos aceitos', group: 'Respostas' },
  { key: 'answers', label: 'Respostas do questionário', group: 'Respostas' },
] as const

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]['key']

const ALL: readonly ExportColumn[] = EXPORT_COLUMNS.map(({ key }) => key)

/** Sets of columns offered on the screen. */
export const EXPORT_PRESETS: readonly { name: string; columns: readonly ExportColumn[] }[] = [
  { name: 'Completo', columns: ALL },
  {
    name: 'Cronometragem',
    columns: ['bib', 'name', 'birth_on', 'sex', 'modality', 'category', 'team', 'city'],
  },
  { name: 'Camisetas', columns: ['id', 'name', 'category', 'kit', 'shirt_size'] },
  {
    name: 'Financeiro',
    columns: [
      'id',
      'status',
      'name',
      'value',
      'coupon',
      'discount',
      'fee',
      'organizer_fee',
      'total',
      'credit',
      'payment_type',
      'payment_status',
      'paid',
      'paid_on',
    ],
  },
]

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Column keys separated by commas, in any order; none means all. */
const Columns = z
  .string()
  .trim()
  .max(1_000)
  .default('')
  .transform((text, context): readonly ExportColumn[] => {
    const asked = new Set(text.split(',').filter(Boolean))
    const columns = ALL.filter((key) => asked.has(key))
    if (columns.length < asked.size) context.addIssue({ code: 'custom', message: 'Coluna desconhecida' })
    return columns.length === 0 ? ALL : columns
  })

const Export = {
  path: '/organizer/events/:id/export-event-participants',
  sends: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'export-listing-participants' },
  tag: 'Participantes',
  params: IdParams,
} as const

const ExportQuery = ParticipantFilter.extend({
  format: z.enum(EXPORT_FORMATS, { error: 'Formato desconhecido' }).default('csv'),
  columns: Columns,
})

export const exportParticipants = defineRoute({
  ...Export,
  method: 'GET',
  summary: 'Os participantes de um evento num arquivo, com os filtros da lista',
  query: ExportQuery,
})

/** The same with the search in the body: a CPF or an e-mail must not appear in URLs and logs. */
export const exportFoundParticipants = defineRoute({
  ...Export,
  method: 'POST',
  summary: 'O mesmo arquivo, com a busca fora do endereço',
  body: ExportQuery,
})

/** Headers of the answer: the number of rows, and the estimated number of bytes. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'
export const EXPECTED_BYTES_HEADER = 'x-expected-bytes'
