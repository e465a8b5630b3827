import type { FieldProblem } from '#contract/errors.ts'
import { EVENT_LISTS } from '#contract/organizer-event.ts'

export const isList = (key: string): key is keyof typeof EVENT_LISTS => key in EVENT_LISTS

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
  max_installments: 'Parcelas no cartão',
  min_installment: 'Valor mínimo da parcela',
  state: 'Estado',
  city: 'Cidade',
  country: 'País',
  contact_email: 'E-mail de contato',
  cover_image: 'Imagem de capa',
  event_image: 'Imagem do evento',
  regulation: 'Regulamento',
  route: 'Percurso',
  course: 'Percurso em GPX',
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
  days_before: 'Dias antes do evento',
  refund_rate: 'Devolução',
  product_id: 'Produto',
  product_image: 'Imagem',
}

/** A dotted path in words: `products.0.shirt_sizes.1.size` is 'Produto 1, Tamanho 2, Tamanho'. */
function fieldWords(path: string): string {
  const keys = path.split('.')
  const words = keys.flatMap((key, i) => {
    if (/^\d+$/.test(key)) return []
    const position = keys[i + 1]
    if (position !== undefined) return [`${isList(key) ? EVENT_LISTS[key] : key} ${Number(position) + 1}`]
    return FIELDS[key] ?? []
  })
  return words.join(', ')
}

/** A problem shown away from its field. Whole sentences name their subject themselves. */
export function problemWords({ field, message }: FieldProblem): string {
  if (message.endsWith('.')) return message
  const where = fieldWords(field)
  return where ? `${where}: ${message}` : message
}

const MOST_LINES = 10

/** Every problem, for one toast. */
export function problemList(problems: readonly FieldProblem[]): string {
  const lines = [...new Set(problems.map(problemWords))]
  if (lines.length === 1) return lines.join('')
  const shown = lines.slice(0, MOST_LINES).map((line) => `• ${line}`)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… e mais ${rest}`] : [])].join('\n')
}
