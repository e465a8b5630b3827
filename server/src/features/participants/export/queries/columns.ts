import { type RawBuilder, sql } from 'kysely'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { legWords } from '#contract/event/relay.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/participants/export-columns.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { guardianWords } from '#contract/registration/minors.ts'
import { answerWords } from '#contract/registration/questions.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'
import { usedCode } from '#server/features/registration/queries.ts'
import { legName } from '#server/features/registration/teams/queries.ts'

/** Instants are `yyyy-mm-dd hh:mm` in the event's time zone, days `yyyy-mm-dd`, money is in cents. */
type Kind = 'text' | 'integer' | 'money' | 'day' | 'instant'
export type Cell = string | number | null

interface Stored {
  kind: Kind
  /** SQL over the tables of `whatColumnsRead`. */
  select: RawBuilder<unknown>
  cell: (stored: unknown) => Cell
}
export interface Column extends Stored {
  heading: string
}

/** Defines a column; `cell` converts a selected value, unless it is null, to the cell. */
const column = <T>(
  kind: Kind,
  select: RawBuilder<unknown>,
  cell: (stored: T) => Cell = (stored) => stored as Cell,
): Stored => ({ kind, select, cell: (stored) => (stored === null ? null : cell(stored as T)) })

const labelIn = (list: readonly { label: string }[]) => (code: number) => list[code]?.label ?? 'Desconhecido'

const localTime = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone v.timezone, 'YYYY-MM-DD HH24:MI')`

/** SQL: the part of the fee that the participant pays: total = value − discount + this. */
const PARTICIPANT_FEE = sql`r.total_cents - r.value_cents + r.discount_cents`

/** With an ordinary space, which spreadsheets find. */
const plainMoney = (cents: Cents): string => formatCents(cents).replace('\u00a0', ' ')

const COLUMNS: Readonly<Record<Exclude<ExportColumn, 'terms' | 'terms_versions' | 'answers'>, Stored>> = {
  id: column('integer', sql`r.id`),
  status: column('text', sql`r.status`, labelIn(REGISTRATION_STATUSES)),
  created_at: column('instant', localTime(sql`r.created_at`)),
  // Not stored yet: an empty column for timing companies to fill in.
  bib: column('text', sql`null`),
  team: column(
    'text',
    sql`coalesce(
      (select t.name from team_members w join teams t on t.id = w.team_id where w.registration_id = r.id),
      (select g.name from group_members w join groups g on g.id = w.group_id where w.registration_id = r.id)
    )`,
  ),
  leg: column(
    'text',
    sql`(
      select json_build_object('leg', w.leg, 'name', ${legName}) from team_members w where w.registration_id = r.id
    )`,
    ({ leg, name }: { leg: number; name: string | null }) => legWords(leg, name),
  ),
  name: column('text', sql`r.name`),
  cpf: column('text', sql`r.cpf`, formatCpf),
  birth_on: column('day', sql`r.birth_on`),
  sex: column('text', sql`r.sex`, (sex: number) => SEXES[sex] ?? null),
  phone: column('text', sql`r.phone`, formatPhone),
  email: column('text', sql`u.email`),
  modality: column('text', sql`m.name`),
  category: column('text', sql`c.name`),
  participant_confirmed_at: column(
    'instant',
    localTime(sql`(select f.confirmed_at from confirmations f where f.registration_id = r.id)`),
  ),
  guardian_authorization: column(
    'text',
    sql`(
      select json_build_object('missing', missing_signatures(r.id), 'refused', g.refused_at is not null)
      from guardian_requests g where g.registration_id = r.id and (
        g.refused_at is not null or missing_signatures(r.id) <> '{}'
        or exists (select from guardian_signatures s where s.registration_id = r.id)
      )
    )`,
    guardianWords,
  ),
  city: column('text', sql`u.city`),
  state: column('text', sql`u.state_code`),
  kit: column('text', sql`k.name`),
  shirt_size: column('text', sql`s.name`),
  value: column('money', sql`r.value_cents`),
  coupon: column('text', usedCode),
  discount: column('money', sql`r.discount_cents`),
  fee: column('money', PARTICIPANT_FEE),
  organizer_fee: column('money', sql`r.fee_cents - (${PARTICIPANT_FEE})`),
  total: column('money', sql`r.total_cents`),
  price_lines: column('text', sql`r.price_lines`, (lines: StoredLine[]) =>
    lines.map(({ label, amount_cents }) => `${label} ${plainMoney(amount_cents)}`).join('; '),
  ),
  credit: column('money', sql`e.refunding_cents`),
  payment_type: column('text', sql`e.payment_type`, (type: number) => PAYMENT_TYPES[type] ?? null),
  payment_status: column(
    'text',
    sql`case when r.total_cents = 0 and e.payment_status is null then ${'Gratuito'} else e.payment_status::text end`,
    (status: string) => (status === 'Gratuito' ? status : labelIn(PAYMENT_STATUSES)(Number(status))),
  ),
  paid: column('money', sql`e.paid_cents`),
  paid_on: column('day', sql`e.paid_on`),
}

/** A term or question of the event. */
interface Prompt {
  id: number
  words: string
}

/** A version of a contract, with the SHA-256 of its text. */
interface Version {
  id: number
  version: number
  name: string
  hash: string
}

/** The hashes are read once, because hashing a text for each row takes longer than the rest of the row. */
function versionsColumn(versions: readonly Version[]): Stored {
  const byKey = new Map(versions.map((one) => [`${one.id} ${one.version}`, one]))
  return column(
    'text',
    sql`(
      select json_agg(json_build_array(a.term_id, a.version, to_char(a.accepted_at at time zone v.timezone, 'DD/MM/YYYY HH24:MI'))
        order by a.term_id)
      from term_acceptances a where a.registration_id = r.id
    )`,
    (accepted: [number, number, string][]) =>
      accepted
        .flatMap(([id, version, at]) => {
          const of = byKey.get(`${id} ${version}`)
          return of ? [`${of.name}, versão ${version}, aceito em ${at}, SHA-256 ${of.hash}`] : []
        })
        .join('; ') || null,
  )
}

function termColumns({ id, words, kind }: Prompt & { kind: string }): Column[] {
  const accepted = (what: RawBuilder<unknown>) =>
    sql`(select ${what} from term_acceptances a where a.registration_id = r.id and a.term_id = ${id})`
  const version = column('integer', accepted(sql`a.version`))
  const at = column('instant', accepted(localTime(sql`a.accepted_at`)))
  if (kind === 'contract')
    return [
      { heading: `Termo: ${words} (versão)`, ...version },
      { heading: `Termo: ${words} (aceito em)`, ...at },
    ]
  return [
    {
      heading: `Autorização: ${words}`,
      ...column(
        'text',
        sql`coalesce(${accepted(sql`case when a.revoked_at is null then 'Sim' else 'Revogada' end`)}, 'Não')`,
      ),
    },
    { heading: `Autorização: ${words} (versão)`, ...version },
    { heading: `Autorização: ${words} (dada em)`, ...at },
    {
      heading: `Autorização: ${words} (revogada em)`,
      ...column('instant', accepted(localTime(sql`a.revoked_at`))),
    },
  ]
}

const answerColumn = ({ id, words }: Prompt): Column => ({
  heading: words,
  ...column(
    'text',
    sql`(
      select json_build_object('accepted', q.accepted, 'value', q.value, 'file', q.file_path is not null)
      from questionnaire_answers q where q.registration_id = r.id and q.questionnaire_id = ${id}
    )`,
    ({ file, ...answer }: { accepted: boolean; value: string | null; file: boolean }) =>
      `${answerWords(answer)}${file ? ' (com arquivo)' : ''}`,
  ),
})

/** The name of the kit, with the category for kits that share their name. */
const kitColumn = (repeated: readonly string[]): Stored =>
  repeated.length === 0
    ? COLUMNS.kit
    : column(
        'text',
        sql`case when k.name = any (${repeated}::text[]) then k.name || ' (' || m.name || ' · ' || c.name || ')' else k.name end`,
      )

/**
 * The columns of a file in the contract's order; a term expands to two columns, a consent to four, a question
 * to one.
 */
export function columnsOf(
  chosen: readonly ExportColumn[],
  {
    terms,
    questions,
    repeated_kits,
    versions,
  }: {
    terms: readonly (Prompt & { kind: string })[]
    questions: readonly Prompt[]
    repeated_kits: readonly string[]
    versions: readonly Version[]
  },
): Column[] {
  return EXPORT_COLUMNS.filter(({ key }) => chosen.includes(key)).flatMap(({ key, label }): Column[] => {
    if (key === 'terms') return terms.flatMap(termColumns)
    if (key === 'terms_versions') return [{ heading: label, ...versionsColumn(versions) }]
    if (key === 'answers') return questions.map(answerColumn)
    if (key === 'kit') return [{ heading: label, ...kitColumn(repeated_kits) }]
    return [{ heading: label, ...COLUMNS[key] }]
  })
}
