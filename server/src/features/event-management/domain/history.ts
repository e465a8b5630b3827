import { changeWords } from '#contract/audit-words.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { EVENT_LISTS } from '#contract/event-management/event-document.ts'
import type { HistoryEntry } from '#contract/event-management/event-history.ts'
import type { Values } from './column-kinds.ts'
import { byId, columnsOf, type EventDocument, parentColumn } from './document.ts'
import { ALL_LISTS, EVENT_COLUMNS, LISTS, type List, type ListName } from './lists.ts'

type Words = Record<string, string>
interface Entry {
  label: string
  value: string | null
}
interface Version {
  document: EventDocument
  city: string | null
}

/** Items are listed under the names that they had before the change. */
export function historyOf(
  stored: Version,
  planned: Version,
  markedCount: number,
): { before: Words; after: Words } {
  const old = entriesOf(stored)
  const now = entriesOf(planned)
  const before: Words = {}
  const after: Words = {}
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(key)
    const is = now.get(key)
    if ((was?.value ?? null) === (is?.value ?? null)) continue
    const label = freeLabel(was?.label ?? is?.label ?? key, key, before, after)
    if (was?.value != null) before[label] = was.value
    if (is?.value != null) after[label] = is.value
  }
  if (markedCount > 0) after['Inscrições fora da regra'] = String(markedCount)
  return { before, after }
}

/** Adds the item's number to a label that is already used, because two kits may have the same name. */
const freeLabel = (label: string, key: string, ...used: Words[]) =>
  used.some((words) => label in words) ? `${label} (${key.split('.')[1]})` : label

/** By keys that do not change when an item is renamed. */
function entriesOf({ document, city }: Version): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const levels = byId(document.stock_levels)
  const names = new Map(
    ALL_LISTS.map((list) => [
      list.name,
      new Map(document[list.name].map((row) => [row.id, nameOf(list, row)])),
    ]),
  )
  const nameIn = (list: ListName, id: unknown) => names.get(list)?.get(Number(id))
  const titleOf = (list: List, row: Values) =>
    (nameOf(list, row) &&
      list.title?.(row, (list.parent && nameIn(list.parent.list, row[parentColumn(list)])) ?? '')) ||
    titled(list, row)

  const add = (key: string, title: string | null, row: Values, columns: object) => {
    const labelled = (field: string) => (title === null ? field : `${title} — ${field}`)
    for (const [column, [, label, kind]] of columnsOf(columns)) {
      if (label === null) continue
      const value = row[column]
      const { link } = kind
      const words = link
        ? [value]
            .flat()
            .flatMap((id) => nameIn(link.list, id) ?? [])
            .join('; ') || link.none
        : value === null || value === ''
          ? null
          : kind.words(value, row)
      entries.set(`${key}.${column}`, { label: labelled(label), value: words })
    }
    if (typeof row.stock_level_id !== 'number') return
    const { capacity: limit = null, reserved_until = null } = levels.get(row.stock_level_id) ?? {}
    if (reserved_until)
      entries.set(`${key}.reserved`, {
        label: labelled('Vagas reservadas até'),
        value: toBrazilianDate(reserved_until),
      })
    entries.set(`${key}.limit`, {
      label: labelled('Limite'),
      value: limit === null ? 'Sem limite' : String(limit),
    })
    const until = levels.get(row.stock_level_id)?.reserved_until
    if (until)
      entries.set(`${key}.reserved`, { label: labelled('Reservado até'), value: toBrazilianDate(until) })
  }
  add('event', null, document.event, EVENT_COLUMNS)
  entries.set('event.city', { label: 'Cidade', value: city })
  for (const list of ALL_LISTS)
    for (const row of document[list.name])
      add(`${list.name}.${row.id}`, titleOf(list, row), row, list.columns)
  return entries
}

/** Empty while an item of a draft has no name. */
const nameOf = (list: List, row: Values) => String(row[list.nameColumn] ?? '')
const titled = (list: List, row: Values) => {
  const name = nameOf(list, row)
  return `${EVENT_LISTS[list.field]} ${name ? `"${name}"` : 'sem nome'}`
}

export function inUseSentence(listName: ListName, id: number, stored: EventDocument): string {
  const list = LISTS[listName]
  const { gender = 'o', verb = '' } = list.usedBy ?? {}
  const row = stored[listName].find((one) => one.id === id) ?? {}
  const item = `${gender.toUpperCase()} ${EVENT_LISTS[list.field].toLowerCase()} "${nameOf(list, row)}"`
  const instead = 'status' in list.columns ? ` Desative-${gender}.` : ''
  return `${item} já ${verb} inscrições e não pode ser excluíd${gender}.${instead}`
}

interface AuditRow {
  id: number
  at: Date
  actor: string | null
  action: string
  entity: string
  entity_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Sorting by label groups the fields of one item. */
const alphabet = new Intl.Collator('pt-BR', { numeric: true })

/** Saving an event stored its changes as texts, which are only sorted here. */
export function presentHistory({ id, at, actor, action, before, after, ...row }: AuditRow): HistoryEntry {
  const changes = changeWords(before, after).sort((a, b) => alphabet.compare(a.field, b.field))
  const registrationId = row.entity === 'registration' ? row.entity_id : null
  return { id, at: at.toISOString(), actor, action, registration_id: registrationId, changes }
}
