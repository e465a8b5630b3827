import type { listParticipants } from '#contract/participants/participants.ts'
import type { Success } from '#contract/route.ts'
import { plural } from '#contract/words.ts'
import {
  choiceFilter,
  dayFilter,
  digits,
  loadedFilter,
  type SetFilters,
  textFilter,
  wordsOf,
} from '#web/lists/filters.ts'

export type ListedEvent = Success<typeof listParticipants>['event'] | undefined

/** In the order of the specification. */
const PAYMENT_STATUSES = [
  ['3', 'Confirmado'],
  ['2', 'Pago'],
  ['0', 'Pendente'],
  ['4', 'Vencido'],
  ['6', 'Cancelado'],
  ['7', 'Falhou'],
] as const

const categoriesOf = (event: ListedEvent, modalityId?: string) =>
  (event?.modalities ?? [])
    .filter(({ modality_id }) => !modalityId || String(modality_id) === modalityId)
    .flatMap(({ modality_name, categories }) =>
      categories.map(
        ({ category_id, category_name }) =>
          [
            String(category_id),
            modalityId === '' ? `${category_name} · ${modality_name}` : category_name,
          ] as const,
      ),
    )

const ids = (text: string): string => (/^\d{1,15}(,\d{1,15})*$/.test(text) ? text : '')

export const PARTICIPANT_FILTERS = {
  /** A link to some registrations. */
  ids: {
    ...textFilter({
      label: 'Inscrições',
      field: 'hidden',
      words: (value) => `Só ${plural(value.split(',').length, 'inscrição', 'inscrições')}`,
    }),
    read: ids,
  },
  modality_id: loadedFilter(
    (event: ListedEvent) =>
      (event?.modalities ?? []).map(({ modality_id, modality_name }) => [String(modality_id), modality_name]),
    { label: 'Modalidade', none: 'Tudo', read: digits },
  ),
  category_id: loadedFilter((event: ListedEvent, values) => categoriesOf(event, values.modality_id), {
    label: 'Categoria',
    none: 'Tudo',
    read: digits,
    // A category belongs to its modality.
    within: 'modality_id',
    words: (value, event) => `Categoria: ${wordsOf(categoriesOf(event), value)}`,
  }),
  product_id: loadedFilter(
    (event: ListedEvent) => (event?.products ?? []).map(({ id, name }) => [String(id), name]),
    { label: 'Produto', none: 'Tudo', read: digits },
  ),
  group_id: loadedFilter(
    (event: ListedEvent) => (event?.groups ?? []).map(({ id, name }) => [String(id), name]),
    { label: 'Grupo', none: 'Tudo', read: digits },
  ),
  registration_status: choiceFilter(
    [
      ['0', 'Pendente'],
      ['1', 'Confirmado'],
      ['2', 'Cancelado'],
    ],
    { label: 'Status da inscrição', chip: 'Inscrição:', none: 'Tudo' },
  ),
  payment_status: loadedFilter(() => PAYMENT_STATUSES, {
    label: 'Status do pagamento',
    chip: 'Pagamento:',
    none: 'Tudo',
    read: digits,
  }),
  payment_date_start: dayFilter({ label: 'Pago a partir de', aim: 'past' }),
  payment_date_end: dayFilter({ label: 'Pago até', aim: 'past' }),
  money: choiceFilter(
    [
      ['paid', 'com dinheiro recebido'],
      ['free', 'gratuitos'],
      ['owing', 'com diferença a pagar'],
    ],
    { label: 'Dinheiro', chip: 'Só', field: 'hidden' },
  ),
  ineligible: choiceFilter([['1', 'Fora da regra']], { label: 'Sexo e idade', none: 'Tudo' }),
  team: choiceFilter([['incomplete', 'Incompleta']], { label: 'Equipe', chip: 'Equipe:', none: 'Tudo' }),
  confirmation: choiceFilter(
    [
      ['missing', 'Falta confirmar'],
      ['confirmed', 'Confirmada'],
    ],
    { label: 'Confirmação do participante', chip: 'Participante:', none: 'Tudo' },
  ),
  guardian: choiceFilter(
    [
      ['missing', 'Falta assinar'],
      ['signed', 'Assinada'],
    ],
    { label: 'Autorização do responsável', chip: 'Responsável:', none: 'Tudo' },
  ),
}

export type ParticipantFilters = SetFilters<typeof PARTICIPANT_FILTERS> & {
  search?: string
}
