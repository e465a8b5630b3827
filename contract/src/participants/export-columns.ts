/** In the order of the file; `group` is the heading under which the screen lists them. */
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
  { key: 'leg', label: 'Trecho', group: 'Prova' },
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
  { key: 'price_lines', label: 'Composição do preço', group: 'Valores' },
  { key: 'credit', label: 'Crédito', group: 'Valores' },
  { key: 'payment_type', label: 'Forma de pagamento', group: 'Pagamento' },
  { key: 'payment_status', label: 'Status do pagamento', group: 'Pagamento' },
  { key: 'paid', label: 'Valor pago', group: 'Pagamento' },
  { key: 'paid_on', label: 'Pago em', group: 'Pagamento' },
  { key: 'participant_confirmed_at', label: 'Confirmado pelo participante em', group: 'Participante' },
  { key: 'guardian_authorization', label: 'Autorização do responsável', group: 'Participante' },
  { key: 'terms', label: 'Termos aceitos', group: 'Respostas' },
  { key: 'terms_versions', label: 'Versões dos termos aceitos', group: 'Respostas' },
  { key: 'answers', label: 'Respostas do questionário', group: 'Respostas' },
] as const

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]['key']

export const ALL_COLUMNS: readonly ExportColumn[] = EXPORT_COLUMNS.map(({ key }) => key)

interface Preset {
  name: string
  /** The column `id` is always included. */
  columns: readonly ExportColumn[]
  only_confirmed: boolean
}

export const EXPORT_PRESETS: readonly Preset[] = [
  { name: 'Completo', columns: ALL_COLUMNS, only_confirmed: false },
  {
    name: 'Cronometragem',
    columns: ['id', 'bib', 'name', 'cpf', 'birth_on', 'sex', 'modality', 'category', 'team', 'leg', 'city'],
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

export const sameColumns = (a: readonly ExportColumn[], b: readonly ExportColumn[]): boolean =>
  ALL_COLUMNS.every((key) => a.includes(key) === b.includes(key))
