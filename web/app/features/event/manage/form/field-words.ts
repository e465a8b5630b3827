import type { FieldProblem } from '#contract/errors.ts'

const ITEMS: Readonly<Record<string, string>> = {
  modalities: 'Modalidade',
  categories: 'Categoria',
  products: 'Produto',
  shirt_sizes: 'Tamanho',
  payment_methods: 'Forma de pagamento',
  discount_cupons: 'Cupom',
  terms: 'Termo',
  questionnaires: 'Pergunta',
}

const FIELDS: Readonly<Record<string, string>> = {
  organizer_id: 'Organizador',
  title: 'Título',
  description: 'Descrição',
  rules: 'Regras',
  start_date: 'Início',
  end_date: 'Fim',
  date_event: 'Data do evento',
  kit_delivery_date: 'Entrega dos kits',
  start_time: 'Horário',
  vacancy_limit: 'Limite de vagas',
  max_unpaid_per_account: 'Inscrições sem pagamento por conta',
  state: 'Estado',
  city: 'Cidade',
  country: 'País',
  contact_email: 'E-mail de contato',
  cover_image: 'Imagem de capa',
  event_image: 'Imagem do evento',
  regulation: 'Regulamento',
  route: 'Percurso',
  url_disclosure: 'Divulgação',
  url_map: 'Mapa',
  type: 'Tipo',
  modality_name: 'Nome',
  category_name: 'Nome',
  name: 'Nome',
  price: 'Preço',
  value: 'Valor',
  quantity: 'Quantidade',
  rate_organizer: 'Taxa',
  size: 'Tamanho',
  code: 'Código',
  product_id: 'Produto',
  product_image: 'Imagem',
}

/** A dotted path as people say it: `products.0.shirt_sizes.1.size` is 'Produto 1, Tamanho 2, Tamanho'. */
function fieldWords(path: string): string {
  const keys = path.split('.')
  const words = keys.flatMap((key, i) => {
    if (/^\d+$/.test(key)) return []
    const position = keys[i + 1]
    if (position !== undefined) return [`${ITEMS[key] ?? key} ${Number(position) + 1}`]
    return FIELDS[key] ?? []
  })
  return words.join(', ')
}

/** A problem said away from its field. Whole sentences say themselves what they are about. */
export function problemWords({ field, message }: FieldProblem): string {
  if (message.endsWith('.')) return message
  const where = fieldWords(field)
  return where ? `${where}: ${message}` : message
}

const MOST_LINES = 10

/** Everything that is wrong, for one toast. */
export function problemList(problems: readonly FieldProblem[]): string {
  const lines = [...new Set(problems.map(problemWords))]
  if (lines.length === 1) return lines.join('')
  const shown = lines.slice(0, MOST_LINES).map((line) => `• ${line}`)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… e mais ${rest}`] : [])].join('\n')
}
