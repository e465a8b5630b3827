import type { FieldProblem } from '#contract/errors.ts'
import { EVENT_LISTS } from '#contract/organizer-event.ts'
import type { EventForm } from './event-form.ts'
import { isList, LABELS } from './labels.ts'

const NAME_FIELDS = ['modality_name', 'category_name', 'name', 'size', 'code'] as const

const nameOf = (item: unknown): string => {
  const names = NAME_FIELDS.map((field) => member(item, field))
  return String(names.find((name) => typeof name === 'string') ?? '').trim()
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** A dotted path in words: `products.0.shirt_sizes.1.size` is 'Produto "Básico", Tamanho 2, Tamanho'; items without a name are counted. */
function fieldWords(form: EventForm, path: string): string {
  const keys = path.split('.')
  let value: unknown = form
  let labels: Readonly<Record<string, string>> = LABELS.event
  const words: string[] = []
  for (const [i, key] of keys.entries()) {
    const holder = keys[i - 1] ?? ''
    value = member(value, key)
    if (/^\d+$/.test(key) && isList(holder)) {
      labels = LABELS[holder]
      const name = nameOf(value)
      words.push(`${EVENT_LISTS[holder]} ${name ? `"${name}"` : Number(key) + 1}`)
    } else if (!isList(key) && labels[key]) words.push(labels[key])
  }
  return words.join(', ')
}

/** A problem shown away from its field, which it names. Sentences about a list, or with the field's name in them, name it themselves. */
export function problemWords(form: EventForm, { field, message }: FieldProblem): string {
  const keys = field.split('.')
  if (isList(keys.at(-1) ?? '')) return message
  const where = fieldWords(form, field)
  const names = keys.length === 1 && message.endsWith('.') && includes(message, where)
  return where && !names ? `${where}: ${message}` : message
}

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const MOST_LINES = 10

/** Every problem, for one toast. */
export function problemList(form: EventForm, problems: readonly FieldProblem[]): string {
  const lines = [...new Set(problems.map((problem) => problemWords(form, problem)))]
  if (lines.length === 1) return lines.join('')
  const shown = lines.slice(0, MOST_LINES).map((line) => `• ${line}`)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… e mais ${rest}`] : [])].join('\n')
}
