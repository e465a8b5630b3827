import { get } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import { EVENT_LISTS } from '#contract/event-management/event-document.ts'
import { VALIDATION } from '#contract/validation.ts'
import type { EventForm } from './event-form.ts'
import { isList, LABELS, type ListKey } from './labels.ts'

/** The first that an item has is its name. A question has only its text. */
const NAME_FIELDS = ['modality_name', 'category_name', 'name', 'size', 'code', 'description'] as const

export const nameOf = (item: unknown): string => {
  const names = NAME_FIELDS.map((field) => get(item, field))
  return String(names.find((name) => typeof name === 'string') ?? '').trim()
}

/** `products.0.shirt_sizes.1.size` → `Produto "Básico", Tamanho 2, Tamanho` */
function fieldWords(form: EventForm, path: string): string {
  const keys = path.split('.')
  let labels: Readonly<Record<string, string>> = LABELS.event
  const words: string[] = []
  for (const [i, key] of keys.entries()) {
    const holder = keys[i - 1] ?? ''
    if (/^\d+$/.test(key) && isList(holder)) {
      labels = LABELS[holder]
      const name = nameOf(get(form, keys.slice(0, i + 1).join('.')))
      words.push(`${EVENT_LISTS[holder]} ${name ? `"${name}"` : Number(key) + 1}`)
    } else if (!isList(key) && labels[key]) words.push(labels[key])
  }
  return words.join(', ')
}

const PARTS: Readonly<Record<string, string>> = { status: 'Ativo', law: 'Lei', order: 'Ordem', item: '' }

/** `Produto "Básico"` for an item of the list, otherwise the label of its field. */
export function placeWords(list: ListKey | null, field: string, item?: string): string {
  if (list !== null && item !== undefined) return `${EVENT_LISTS[list]} "${item || 'sem nome'}"`
  const labels: Readonly<Record<string, string>> = LABELS[list ?? 'event']
  return labels[field] ?? PARTS[field] ?? field
}

/** Starts with the field's name, unless the message is about a list or contains the name already. */
export function problemWords(form: EventForm, { field, message }: FieldProblem): string {
  const keys = field.split('.')
  if (isList(keys.at(-1) ?? '')) return message
  const where = fieldWords(form, field)
  const names = keys.length === 1 && message.endsWith('.') && includes(message, where)
  return where && !names ? `${where}: ${message}` : message
}

/** A field that is only empty is named, without a sentence. */
export const missingFieldWords = (form: EventForm, problem: FieldProblem): string =>
  problem.message === VALIDATION.required ? fieldWords(form, problem.field) : problemWords(form, problem)

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const MOST_LINES = 10

export function problemList(form: EventForm, problems: readonly FieldProblem[]): string {
  const lines = [...new Set(problems.map((problem) => problemWords(form, problem)))]
  if (lines.length === 1) return lines.join('')
  const shown = lines.slice(0, MOST_LINES).map((line) => `• ${line}`)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… e mais ${rest}`] : [])].join('\n')
}
