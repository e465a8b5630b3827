import { z } from 'zod'
import type { FieldProblem } from '../errors.ts'
import { Email, Name } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'

const CAPTAIN = { access: 'user', tag: 'Grupos' } as const

/** In a group, joined or not. */
export const MAX_INVITED = 500

export const Invited = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  is_reminded: z.boolean(),
})
export type Invited = z.infer<typeof Invited>

export const listInvited = defineRoute({
  ...CAPTAIN,
  method: 'GET',
  path: '/participant/groups/:id/invited',
  summary: 'Quem convidei para um grupo e ainda não entrou',
  params: IdParams,
  query: PageQuery,
  data: z.array(Invited),
  meta: PageMeta,
})

/**
 * Invites the people of a sheet by e-mail. Nothing is written unless every row is valid: the errors are by
 * cell, such as `C7`. Idempotent: who was invited before is not invited again.
 */
export const inviteMembers = defineRoute({
  ...CAPTAIN,
  method: 'POST',
  path: '/participant/groups/:id/invited',
  summary: 'Convida por e-mail as pessoas de uma planilha',
  params: IdParams,
  bodyLimit: 262_144,
  /** All cells as text, from A1 on. */
  body: z.object({ rows: z.array(z.array(z.string()).max(100)).max(10_000) }),
  data: z.object({ invited: z.int() }),
})

export const removeInvited = defineRoute({
  ...CAPTAIN,
  method: 'DELETE',
  path: '/participant/groups/:id/invited/:invitedId',
  summary: 'Retira um convite',
  params: IdParams.extend({ invitedId: Id }),
})

type Sheet = readonly (readonly string[])[]

const COLUMNS = { name: /^nome( completo)?$/, email: /^e-?mail$/ } as const
const Person = { name: Name('Falta o nome'), email: Email('Falta o e-mail', 'Este e-mail não é válido') }
type Column = keyof typeof COLUMNS

/** The columns whose headings, in the first row, are known; -1: missing. */
export const sheetColumns = ([head = []]: Sheet): Record<Column, number> => {
  const find = (heading: RegExp) => head.findIndex((cell) => heading.test(cell.trim().toLowerCase()))
  return { name: find(COLUMNS.name), email: find(COLUMNS.email) }
}

/** The name of a cell, such as `C7` for column 2 of row 6. */
export function cellName(column: number, row: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return (
    (column < 26 ? '' : cellName(Math.floor(column / 26) - 1, row).replace(/\d+$/, '')) + letter + (row + 1)
  )
}

/** The people of a sheet, or what is wrong with it, by cell. Blank rows are ignored. */
export function readInvited(rows: Sheet): {
  people: { name: string; email: string }[]
  problems: FieldProblem[]
} {
  const columns = sheetColumns(rows)
  if (columns.name < 0 || columns.email < 0)
    return refused('A1', 'A primeira linha precisa ter os títulos Nome e E-mail.')
  const problems: FieldProblem[] = []
  const people = new Map<string, { name: string; email: string; cell: string }>()
  for (const [i, row] of rows.entries()) {
    if (i === 0 || [columns.name, columns.email].every((column) => !row[column]?.trim())) continue
    const read = (key: Column): string => {
      const parsed = Person[key].safeParse(row[columns[key]] ?? '')
      for (const { message } of parsed.error?.issues.slice(0, 1) ?? [])
        problems.push({ field: cellName(columns[key], i), message })
      return parsed.data ?? ''
    }
    const [name, email] = [read('name'), read('email')]
    const cell = cellName(columns.email, i)
    const same = people.get(email)
    if (same) problems.push({ field: cell, message: `Este e-mail já está em ${same.cell}` })
    else if (email !== '') people.set(email, { name, email, cell })
  }
  if (problems.length > 0) return { people: [], problems }
  if (people.size === 0) return refused('A2', 'A planilha não tem ninguém.')
  if (people.size > MAX_INVITED) return refused('A1', `Envie até ${MAX_INVITED} pessoas.`)
  return { people: [...people.values()].map(({ name, email }) => ({ name, email })), problems }
}

const refused = (field: string, message: string) => ({ people: [], problems: [{ field, message }] })
