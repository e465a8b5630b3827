/**
 * The lists of an event. Reading, writing, copies, checks of use, the API and the history follow from them. A
 * new list is a table, its fields in `contract/src/event-management/event-document.ts` and an entry here.
 */

import type { EVENT_LISTS, EventDraft } from '#contract/event-management/event-document.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { daysBeforeWords } from '#contract/registration/cancellation.ts'
import type { Row } from '#server/lib/db.ts'
import type { Column, Columns, Values } from './column-kinds.ts'
import * as kind from './column-kinds.ts'

/** The type of an item of each list in the API's input. */
interface DraftItems {
  modalities: EventDraft['modalities'][number]
  categories: DraftItems['modalities']['categories'][number]
  kits: EventDraft['products'][number]
  shirt_sizes: DraftItems['kits']['shirt_sizes'][number]
  kit_tiers: DraftItems['kits']['tiers'][number]
  right_rules: NonNullable<EventDraft['right_rules']>[number]
  coupons: EventDraft['discount_cupons'][number]
  terms: EventDraft['terms'][number]
  questionnaires: EventDraft['questionnaires'][number]
  payment_methods: EventDraft['payment_methods'][number]
  cancellation_tiers: EventDraft['cancellation_tiers'][number]
  group_prices: EventDraft['group_prices'][number]
}
/** Named like their tables. */
export type ListName = keyof DraftItems

/** The types of column and API field must match. */
type ColumnFrom<T, Item> = readonly [
  field: { [F in keyof Item]: Item[F] extends T ? F & string : never }[keyof Item],
  label: string | null,
  kind: Column<NonNullable<T>>[2],
]
/** Every column of a table except keys, stock and position. */
type ColumnsOf<Stored, Item, Own extends PropertyKey> = {
  [C in Exclude<keyof Stored, Own>]: ColumnFrom<Stored[C], Item>
}

export interface List {
  name: ListName
  /** Contains the list, in the event or in the parent item. */
  field: keyof typeof EVENT_LISTS
  /** The API's field of an item's id. */
  id: string
  /** Never change; the last one is the parent's id, if there is one. */
  keys: readonly string[]
  /** `moved` refuses an item sent under another parent. */
  parent?: { list: ListName; moved: string }
  /** Items are known by this column instead of by id: an event has each value of it once. */
  knownBy?: 'type'
  orderBy: 'position' | 'id' | 'type'
  /** The API's fields of the capacity and of `reserved_until`. */
  stock?: { kind: string; field: string; until?: string }
  nameColumn: string
  /** In the history; the default is the list's noun with the item's name. */
  title?(item: Values, parentName: string): string
  /** Tables that reference items, which therefore cannot be deleted; `verb` is part of the error. */
  usedBy?: {
    verb: string
    gender: 'a' | 'o'
    tables: readonly (readonly [table: UsingTable, column: string])[]
  }
  /** Columns computed from an item and, if it exists, the stored one. */
  computed?(item: Values, stored: Values | undefined): Values
  columns: Columns
}
type UsingTable =
  | 'registrations'
  | 'registration_changes'
  | 'orders'
  | 'term_acceptances'
  | 'questionnaire_answers'
  | 'right_claims'

interface Shape<Stored, Item, Key>
  extends Omit<List, 'name' | 'columns' | 'id' | 'keys' | 'orderBy' | 'nameColumn'> {
  id?: keyof Item & string
  keys?: readonly (Key & string)[]
  orderBy?: List['orderBy']
  stock?: { kind: string; field: keyof Item & string; until?: keyof Item & string }
  nameColumn?: keyof Stored & string
}
const COMMON = { id: 'id', keys: ['event_id'], orderBy: 'position', nameColumn: 'name' } as const

/** Checks a description against its table and the API's fields. */
const list = <Name extends ListName, Key extends keyof Row<Name> = 'event_id' & keyof Row<Name>>(
  name: Name,
  shape: Shape<Row<Name>, DraftItems[Name], Key>,
  columns: ColumnsOf<Row<Name>, DraftItems[Name], OwnColumn | Key> & { version?: Column<number> },
): List => ({ ...COMMON, ...shape, name, columns })
type OwnColumn = 'id' | 'stock_level_id' | 'position' | 'version'

/** Days and the time are never null in the database. */
type Filled = EventDraft & Record<'start_date' | 'end_date' | 'date_event' | 'start_time', string>

export const EVENT_COLUMNS: ColumnsOf<
  Row<'events'>,
  Filled,
  | 'id'
  | 'enterprise_id'
  | 'organizer_id'
  | 'slug'
  | 'city_id'
  | 'timezone'
  | 'status'
  | 'missing'
  | 'opened_at'
  | 'preview_token'
  | 'registration_goal'
  | 'stock_level_id'
  | 'version'
  | 'created_at'
  | 'updated_at'
> & { status: Column<number> } = {
  title: ['title', 'Título', kind.text],
  description: ['description', 'Descrição', kind.text],
  rules: ['rules', 'Regras', kind.text],
  registration_starts_on: ['start_date', 'Início das inscrições', kind.neededDay],
  registration_ends_on: ['end_date', 'Fim das inscrições', kind.neededDay],
  event_on: ['date_event', 'Data do evento', kind.neededDay],
  start_time: ['start_time', 'Horário', kind.time],
  kit_delivery_on: ['kit_delivery_date', 'Entrega dos kits', kind.day],
  kit_place: ['kit_place', 'Local da entrega dos kits', kind.text],
  kit_address: ['kit_address', 'Endereço da entrega dos kits', kind.text],
  kit_opens_at: ['kit_opens_at', 'Entrega dos kits a partir das', kind.optionalTime],
  kit_until: ['kit_until', 'Último dia da entrega dos kits', kind.day],
  kit_closes_at: ['kit_closes_at', 'Entrega dos kits até as', kind.optionalTime],
  kit_note: ['kit_note', 'Aviso sobre a entrega dos kits', kind.text],
  groups_until: ['groups_until', 'Grupos até', kind.day],
  group_free_every: ['group_free_every', 'Pagantes do grupo para 1 inscrição grátis', kind.number],
  state_code: ['state', 'Estado', kind.text],
  start_place: ['start_place', 'Local da largada', kind.text],
  country: ['country', 'País', kind.text],
  contact_email: ['contact_email', 'E-mail de contato', kind.text],
  cover_path: ['cover_image', 'Imagem de capa', kind.file('cover')],
  image_path: ['event_image', 'Imagem do evento', kind.file('event')],
  regulation_url: ['regulation', 'Regulamento', kind.text],
  results_url: ['route', 'Resultados', kind.text],
  disclosure_url: ['url_disclosure', 'Divulgação', kind.text],
  map_url: ['url_map', 'Mapa', kind.text],
  type: ['type', 'Tipo', kind.text],
  is_public: ['is_public', 'Público', kind.flag],
  buy_photo: ['buy_photo', 'Venda de fotos', kind.flag],
  is_free: ['is_free', 'Gratuito', kind.flag],
  accept_terms: ['accept_terms', 'Aceite de termos', kind.flag],
  approves_cancellations: ['approves_cancellations', 'Aprovação de cancelamentos', kind.flag],
  age_reference: ['age_reference', 'Idade conta em', kind.ageReference],
  ineligible_changes: ['ineligible_changes', 'Mudança que exclui um inscrito', kind.ineligibleChanges],
  changes_until: ['changes_until', 'Alterações pelo corredor até', kind.day],
  changes_downgrade: ['changes_downgrade', 'Diferença de uma opção mais barata', kind.changeDowngrade],
  changes_fee_cents: ['changes_fee', 'Taxa de alteração', kind.money],
  deferral_until: ['deferral_until', 'Adiamento pelo corredor até', kind.day],
  deferral_fee_cents: ['deferral_fee', 'Taxa de adiamento', kind.money],
  transfers_from: ['transfers_from', 'Transferências desde', kind.day],
  transfers_until: ['transfers_until', 'Transferências até', kind.day],
  transfers_fee_cents: ['transfers_fee', 'Taxa de transferência', kind.money],
  transfers_most: ['transfers_most', 'Transferências por inscrição', kind.number],
  transfers_coupons: ['transfers_coupons', 'Transferência com cupom', kind.flag],
  teams_until: ['teams_until', 'Mudanças nas equipes até', kind.day],
  transfers_rights: ['transfers_rights', 'Transferência com desconto por direito', kind.flag],
  returns_until: ['returns_until', 'Devolução da vaga até', kind.day],
  returns_fee_cents: ['returns_fee', 'Taxa de devolução da vaga', kind.money],
  max_unpaid_per_account: ['max_unpaid_per_account', 'Inscrições sem pagamento por conta', kind.number],
  max_installments: ['max_installments', 'Parcelas no cartão', kind.number],
  min_installment_cents: ['min_installment', 'Valor mínimo da parcela', kind.money],
  installment_interest: ['installment_interest', 'Juros do parcelamento para o corredor', kind.flag],
  status: ['status', 'Situação', kind.eventStatus],
}

const usedAs = (column: string) =>
  [
    ['registrations', column],
    ['registration_changes', column],
  ] as const

/** Rows are inserted in this order and deleted in reverse: referenced lists come first. */
export const LISTS: Readonly<Record<ListName, List>> = {
  modalities: list(
    'modalities',
    {
      field: 'modalities',
      id: 'modality_id',
      stock: { kind: 'modality', field: 'vacancy_limit' },
      usedBy: { gender: 'a', verb: 'é usada por', tables: usedAs('modality_id') },
    },
    {
      name: ['modality_name', 'Nome', kind.text],
      description: ['description', 'Descrição', kind.text],
      price_cents: ['price', 'Preço', kind.money],
      sex: ['sex', 'Sexo', kind.sex],
      min_age: ['min_age', 'Idade mínima', kind.number],
      max_age: ['max_age', 'Idade máxima', kind.number],
      course_path: ['course', 'Percurso', kind.file('course')],
      status: ['status', 'Situação', kind.itemStatus],
    },
  ),
  categories: list(
    'categories',
    {
      field: 'categories',
      id: 'category_id',
      keys: ['event_id', 'modality_id'],
      parent: { list: 'modalities', moved: 'A categoria não pode mudar de modalidade.' },
      stock: { kind: 'category', field: 'vacancy_limit' },
      usedBy: { gender: 'a', verb: 'é usada por', tables: usedAs('category_id') },
    },
    {
      name: ['category_name', 'Nome', kind.text],
      description: ['description', 'Descrição', kind.text],
      price_cents: ['price', 'Preço', kind.money],
      sex: ['sex', 'Sexo', kind.sex],
      min_age: ['min_age', 'Idade mínima', kind.number],
      max_age: ['max_age', 'Idade máxima', kind.number],
      team_size: ['team_size', 'Pessoas por equipe', kind.number],
      team_rule: ['team_rule', 'Composição da equipe', kind.teamRule],
      legs: ['legs', 'Trechos', kind.lines],
      route_path: ['route', 'Percurso', kind.file('route')],
    },
  ),
  kits: list(
    'kits',
    {
      field: 'products',
      stock: { kind: 'kit', field: 'quantity' },
      usedBy: { gender: 'o', verb: 'é usado por', tables: usedAs('kit_id') },
    },
    {
      name: ['name', 'Nome', kind.text],
      description: ['description', 'Descrição', kind.text],
      value_cents: ['value', 'Valor', kind.money],
      fee_type: ['type_fee', 'Tipo da taxa', kind.percentOrReais],
      fee_rate: ['rate_organizer', 'Taxa', kind.feeRate],
      is_increment: ['is_increment', 'Taxa paga pelo participante', kind.flag],
      status: ['status', 'Situação', kind.itemStatus],
      sex: ['sex', 'Sexo', kind.sex],
      min_age: ['min_age', 'Idade mínima', kind.number],
      max_age: ['max_age', 'Idade máxima', kind.number],
      image_path: ['product_image', 'Imagem', kind.file('product')],
      shirt_cents: ['shirt_value', 'Parte da camiseta', kind.money],
      // Without categories a kit is sold in all, so removing its last category is rejected.
      category_ids: [
        'category_ids',
        'Categorias',
        kind.links('categories', 'Todas', 'As categorias deste produto não existem mais.'),
      ],
    },
  ),
  shirt_sizes: list(
    'shirt_sizes',
    {
      field: 'shirt_sizes',
      keys: ['kit_id'],
      parent: { list: 'kits', moved: 'O tamanho não pode mudar de produto.' },
      stock: { kind: 'shirt_size', field: 'quantity' },
      title: (size, kit) => `Tamanho "${size.name}" de "${kit}"`,
      usedBy: { gender: 'o', verb: 'é usado por', tables: usedAs('shirt_size_id') },
    },
    {
      name: ['size', 'Nome', kind.text],
      width_cm: ['width_cm', 'Largura', kind.centimetres],
      length_cm: ['length_cm', 'Comprimento', kind.centimetres],
    },
  ),
  kit_tiers: list(
    'kit_tiers',
    {
      field: 'tiers',
      keys: ['kit_id'],
      parent: { list: 'kits', moved: 'O lote não pode mudar de produto.' },
      stock: { kind: 'tier', field: 'quantity' },
      title: (tier, kit) => `Lote "${tier.name}" de "${kit}"`,
      usedBy: { gender: 'o', verb: 'é usado por', tables: usedAs('tier_id') },
    },
    {
      name: ['name', 'Nome', kind.text],
      value_cents: ['value', 'Valor', kind.money],
      ends_on: ['ends_on', 'Último dia', kind.day],
    },
  ),
  right_rules: list(
    'right_rules',
    {
      field: 'right_rules',
      stock: { kind: 'right', field: 'quantity', until: 'release_on' },
      usedBy: {
        gender: 'o',
        verb: 'é usado por',
        tables: [['right_claims', 'right_rule_id'], ...usedAs('right_rule_id')],
      },
      // A changed text is the next version; `right_versions` keeps the declared ones.
      computed: (right, stored) => ({
        version: !stored
          ? 1
          : Number(stored.version) +
            Number(stored.declaration !== right.declaration || stored.name !== right.name),
      }),
    },
    {
      name: ['name', 'Nome', kind.text],
      law: ['law', 'Lei', kind.text],
      sex: ['sex', 'Sexo', kind.sex],
      min_age: ['min_age', 'Idade mínima', kind.number],
      max_age: ['max_age', 'Idade máxima', kind.number],
      state_code: ['state', 'Estado', kind.text],
      city: ['city', 'Município', kind.text],
      starts_on: ['starts_on', 'Primeiro dia', kind.day],
      ends_on: ['ends_on', 'Último dia', kind.day],
      rate_bp: ['rate', 'Desconto', kind.percent],
      base: ['base', 'Calculado sobre', kind.rightBase],
      declaration: ['declaration', 'Declaração', kind.text],
      proof: ['proof', 'Comprovante', kind.text],
      proof_days_before: ['proof_days_before', 'Prazo do comprovante, em dias antes da prova', kind.number],
      companion: ['companion', 'Vale para acompanhante', kind.flag],
      stackable: ['stackable', 'Soma com cupom', kind.flag],
      in_person: ['in_person', 'Retirada só pela própria pessoa', kind.flag],
      bib_from: ['bib_from', 'Primeiro número de peito', kind.number],
      bib_to: ['bib_to', 'Último número de peito', kind.number],
      source_url: ['source_url', 'Fonte', kind.text],
      off_reason: ['off_reason', 'Motivo de não dar o desconto', kind.text],
      status: ['status', 'Situação', kind.itemStatus],
      version: ['version', 'Versão', kind.number],
    },
  ),
  coupons: list(
    'coupons',
    {
      field: 'discount_cupons',
      orderBy: 'id',
      stock: { kind: 'coupon', field: 'quantity', until: 'reserved_until' },
      nameColumn: 'code',
      usedBy: {
        gender: 'o',
        verb: 'é usado por',
        tables: [...usedAs('coupon_id'), ['orders', 'coupon_id']],
      },
    },
    {
      code: ['code', 'Código', kind.text],
      type: ['type', 'Tipo do desconto', kind.discountType],
      value: ['value', 'Desconto', kind.discount],
      status: ['status', 'Situação', kind.itemStatus],
      starts_on: ['start_date', 'Início da validade', kind.day],
      ends_on: ['end_date', 'Fim da validade', kind.day],
      // A coupon without a kit applies to all, so removing its kit is rejected.
      kit_id: ['product_id', 'Produto', kind.link('kits', 'Todos', 'O kit deste cupom não existe mais.')],
      tier_id: ['tier_id', 'Lote', kind.link('kit_tiers', 'Todos', 'O lote deste cupom não existe mais.')],
      sex: ['sex', 'Sexo', kind.sex],
      min_age: ['min_age', 'Idade mínima', kind.number],
      max_age: ['max_age', 'Idade máxima', kind.number],
      min_people: ['min_people', 'Mínimo de participantes no pedido', kind.number],
      max_per_person: ['max_per_person', 'Usos por pessoa', kind.number],
      single_use: ['single_use', 'Códigos de uso único', kind.flag],
      for_list: ['for_list', 'Só para uma lista de pessoas', kind.flag],
      channel: ['channel', 'Canal', kind.text],
    },
  ),
  terms: list(
    'terms',
    {
      field: 'terms',
      usedBy: { gender: 'o', verb: 'foi aceito em', tables: [['term_acceptances', 'term_id']] },
      // Changed text or kind creates the next version; `term_versions` keeps the accepted ones.
      computed: (term, stored) => {
        const isSame = (['name', 'description', 'kind'] as const).every(
          (column) => stored?.[column] === term[column],
        )
        return { version: stored ? Number(stored.version) + (isSame ? 0 : 1) : 1 }
      },
    },
    {
      name: ['name', 'Nome', kind.text],
      description: ['description', 'Texto', kind.text],
      kind: ['kind', 'Tipo', kind.termKind],
      status: ['status', 'Situação', kind.itemStatus],
      version: ['version', 'Versão', kind.number],
    },
  ),
  questionnaires: list(
    'questionnaires',
    {
      field: 'questionnaires',
      nameColumn: 'description',
      usedBy: {
        gender: 'a',
        verb: 'foi respondida em',
        tables: [['questionnaire_answers', 'questionnaire_id']],
      },
      // Runners were told who sees answers about health and when they are deleted, so a question about health
      // cannot become an ordinary one.
      computed: ({ condition_id: id, condition_value: value, sensitive }, stored) => ({
        condition_value: id === null ? null : value,
        sensitive: sensitive || stored?.sensitive === true,
      }),
    },
    {
      description: ['description', 'Pergunta', kind.text],
      kind: ['kind', 'Tipo de resposta', kind.questionKind],
      required: ['required', 'Obrigatória', kind.flag],
      options: ['options', 'Opções', kind.lines],
      // Without a modality, category, kit or condition a question is for everybody, so removing what it refers
      // to is rejected.
      modality_id: [
        'modality_id',
        'Modalidade',
        kind.link('modalities', 'Todas', 'A modalidade desta pergunta não existe mais.'),
      ],
      category_id: [
        'category_id',
        'Categoria',
        kind.link('categories', 'Todas', 'A categoria desta pergunta não existe mais.'),
      ],
      kit_id: ['product_id', 'Produto', kind.link('kits', 'Todos', 'O kit desta pergunta não existe mais.')],
      asked: ['asked', 'Quando perguntar', kind.asked],
      // `questionProblems` rejects a missing question.
      condition_id: ['condition_question_id', 'Só se respondida', kind.link('questionnaires', 'Sempre')],
      condition_value: ['condition_value', 'Resposta que a condição pede', kind.text],
      attach_file: ['attach_file', 'Anexo', kind.flag01],
      sensitive: ['sensitive', 'Dado de saúde', kind.flag],
      status: ['status', 'Situação', kind.itemStatus],
    },
  ),
  payment_methods: list(
    'payment_methods',
    {
      field: 'payment_methods',
      knownBy: 'type',
      orderBy: 'type',
      title: ({ type }) => `Pagamento por ${PAYMENT_TYPES[Number(type)]}`,
      nameColumn: 'type',
    },
    {
      type: ['type', null, kind.number],
      status: ['status', 'Situação', kind.itemStatus],
    },
  ),
  cancellation_tiers: list(
    'cancellation_tiers',
    {
      field: 'cancellation_tiers',
      title: ({ days_before }) => `Cancelamento até ${daysBeforeWords(Number(days_before))}`,
      nameColumn: 'days_before',
    },
    {
      days_before: ['days_before', 'Dias antes do evento', kind.number],
      refund_rate: ['refund_rate', 'Devolução', kind.percent],
      keeps_fee: ['keeps_fee', 'Fica com a taxa de serviço', kind.flag],
    },
  ),
  group_prices: list(
    'group_prices',
    {
      field: 'group_prices',
      title: ({ min_members }) => `Preço de grupo a partir de ${min_members} membros`,
      nameColumn: 'min_members',
    },
    {
      min_members: ['min_members', 'Membros', kind.number],
      rate_bp: ['rate', 'Desconto', kind.percent],
    },
  ),
}

export const ALL_LISTS: readonly List[] = Object.values(LISTS)
