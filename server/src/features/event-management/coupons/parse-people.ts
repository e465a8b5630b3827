import { isCpf, onlyDigits } from '#contract/documents.ts'
import { MAX_PEOPLE_ON_LIST } from '#contract/event-management/coupon-uses.ts'
import { Email } from '#contract/fields.ts'
import { countWords, plural } from '#contract/words.ts'

export interface ListedPerson {
  kind: 'cpf' | 'email'
  identity: string
}

const MOST_NAMED = 10
const ADDRESS = Email()

/** One CPF or e-mail per line; empty lines and repetitions are skipped. The problems name the line. */
export function parsePeople(list: string): { people: ListedPerson[]; problems: string[] } {
  const people = new Map<string, ListedPerson>()
  const wrong: string[] = []
  for (const [index, line] of list.split(/\r\n|\n|\r/).entries()) {
    // A byte order mark precedes the first line of some files.
    const text = line.replace(/^\uFEFF/, '').trim()
    if (text === '') continue
    const person = personOf(text)
    if (person) people.set(person.identity, person)
    else wrong.push(`Linha ${index + 1}: "${text.slice(0, 60)}" não é um CPF nem um e-mail.`)
  }
  if (wrong.length > MOST_NAMED)
    wrong.splice(MOST_NAMED, wrong.length, `E mais ${plural(wrong.length - MOST_NAMED, 'linha', 'linhas')}.`)
  if (wrong.length === 0 && people.size === 0) wrong.push('Cole um CPF ou e-mail por linha.')
  if (people.size > MAX_PEOPLE_ON_LIST)
    wrong.push(`A lista pode ter até ${countWords(MAX_PEOPLE_ON_LIST)} pessoas.`)
  return { people: [...people.values()], problems: wrong }
}

function personOf(text: string): ListedPerson | null {
  if (/^[\d.\-\s]+$/.test(text)) {
    // A spreadsheet drops the zeros at the start of a number.
    const digits = onlyDigits(text).padStart(11, '0')
    return isCpf(digits) ? { kind: 'cpf', identity: digits } : null
  }
  const { data } = ADDRESS.safeParse(text)
  return data === undefined ? null : { kind: 'email', identity: data }
}
