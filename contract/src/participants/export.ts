import { z } from 'zod'
import { Name } from '../fields.ts'
import { defineRoute, Id, IdParams, type Success } from '../route.ts'
import { ALL_COLUMNS, EXPORT_PRESETS, type ExportColumn } from './export-columns.ts'
import { ParticipantFilter } from './filter.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Column keys separated by commas, in any order; an empty text means all. */
const Columns = z
  .string()
  .trim()
  .max(1_000)
  .default('')
  .transform((text, context): readonly ExportColumn[] => {
    const asked = new Set(text.split(',').filter(Boolean))
    const columns = ALL_COLUMNS.filter((key) => asked.has(key))
    if (columns.length < asked.size) context.addIssue({ code: 'custom', message: 'Coluna desconhecida' })
    return columns.length === 0 ? ALL_COLUMNS : columns
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

/** The same export with the search in the body: a CPF or an e-mail must not appear in URLs and logs. */
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
      columns: z.array(z.enum(ALL_COLUMNS)),
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

/** With an `id`, changes that preset and its name; without, replaces a preset of the same name. */
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
      .array(z.enum(ALL_COLUMNS, { error: 'Coluna desconhecida' }))
      .min(1)
      .max(ALL_COLUMNS.length),
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

export const exportAnswerFiles = defineRoute({
  ...AnswerFiles,
  method: 'GET',
  summary: 'Os anexos das respostas dos participantes num arquivo ZIP, com os filtros da lista',
  query: ParticipantFilter.omit({ search: true }),
})

/** The same export with the search in the body, because it may be a CPF. */
export const exportFoundAnswerFiles = defineRoute({
  ...AnswerFiles,
  method: 'POST',
  summary: 'O mesmo arquivo, também com a busca da lista, fora do endereço',
  body: ParticipantFilter,
})

/** Response headers: the number of rows and the estimated number of bytes. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'
export const EXPECTED_BYTES_HEADER = 'x-expected-bytes'
