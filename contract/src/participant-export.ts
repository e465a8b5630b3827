import { z } from 'zod'
import { Name } from './fields.ts'
import { ParticipantFilter } from './participants.ts'
import { defineRoute, Id, IdParams, type Success } from './route.ts'

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

interface Preset {
  name: string
  /** The registration's number is always among them. */
  columns: readonly ExportColumn[]
  /** Only who runs: Confirmado. */
  only_confirmed: boolean
}

/** Sets of columns offered on the screen to everybody; a team saves its own beside them. */
export const EXPORT_PRESETS: readonly Preset[] = [
  { name: 'Completo', columns: ALL, only_confirmed: false },
  {
    name: 'Cronometragem',
    columns: ['id', 'bib', 'name', 'cpf', 'birth_on', 'sex', 'modality', 'category', 'team', 'city'],
    only_confirmed: true,
  },
  {
    name: 'Camisetas',
    columns: ['id', 'name', 'modality', 'category', 'kit', 'shirt_size'],
    only_confirmed: true,
  },
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
    only_confirmed: true,
  },
]

/** Whether these are the columns of a preset, in any order. */
export const sameColumns = (a: readonly ExportColumn[], b: readonly ExportColumn[]): boolean =>
  ALL.every((key) => a.includes(key) === b.includes(key))

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

const PRESETS = {
  access: Export.access,
  tag: Export.tag,
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      columns: z.array(z.enum(ALL)),
      only_confirmed: z.boolean(),
    }),
  ),
} as const
const PRESET_PATH = '/organizer/events/:id/export-presets'
export type SavedPreset = Success<typeof listExportPresets>['data'][number]

export const listExportPresets = defineRoute({
  ...PRESETS,
  method: 'GET',
  path: PRESET_PATH,
  summary: 'Os modelos de exportação da equipe do organizador',
  params: IdParams,
})

/** With an `id` that preset is changed, its name too; without one, a preset of the same name is replaced. */
export const saveExportPreset = defineRoute({
  ...PRESETS,
  method: 'PUT',
  path: PRESET_PATH,
  summary: 'Guarda um modelo de exportação para a equipe; um de mesmo nome é substituído',
  params: IdParams,
  body: z.object({
    id: Id.optional(),
    name: Name('Dê um nome ao modelo.', 40).refine(
      (name) => !EXPORT_PRESETS.some((preset) => preset.name.toLowerCase() === name.toLowerCase()),
      { error: 'Este nome é de um modelo da plataforma. Escolha outro.' },
    ),
    columns: z
      .array(z.enum(ALL, { error: 'Coluna desconhecida' }))
      .min(1)
      .max(ALL.length),
    only_confirmed: z.boolean(),
  }),
})

export const removeExportPreset = defineRoute({
  ...PRESETS,
  method: 'DELETE',
  path: `${PRESET_PATH}/:presetId`,
  summary: 'Apaga um modelo de exportação da equipe',
  params: IdParams.extend({ presetId: Id }),
})

const AnswerFiles = {
  path: '/organizer/events/:id/answer-files.zip',
  sends: ['application/zip'],
  access: Export.access,
  tag: Export.tag,
  params: IdParams,
} as const

/** The files that participants sent with their answers, as one ZIP. */
export const exportAnswerFiles = defineRoute({
  ...AnswerFiles,
  method: 'GET',
  summary: 'Os anexos das respostas dos participantes num arquivo ZIP, com os filtros da lista',
  query: ParticipantFilter.omit({ search: true }),
})

/** The same with the search, which may be a CPF, in the body. */
export const exportFoundAnswerFiles = defineRoute({
  ...AnswerFiles,
  method: 'POST',
  summary: 'O mesmo arquivo, também com a busca da lista, fora do endereço',
  body: ParticipantFilter,
})

/** Headers of the answer: the number of rows, and the estimated number of bytes. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'
export const EXPECTED_BYTES_HEADER = 'x-expected-bytes'
