import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, Id } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { Finances, MethodFigures } from './dashboard.ts'
import { PeriodQuery } from './period.ts'

export const COMPANY = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Extrato' } as const
const ORGANIZER = {
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Extrato',
} as const

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const orAbsent = z.preprocess((value) => (value === '' ? undefined : value), Id.optional())

export const StatementQuery = PeriodQuery.safeExtend({ organizer_id: orAbsent, event_id: orAbsent })
export type StatementQuery = z.output<typeof StatementQuery>

/** `by`: whether a row of the file is a day or a payment. */
const FileQuery = StatementQuery.safeExtend({
  by: z.enum(['day', 'payment'], { error: VALIDATION.invalid }).default('day'),
})

const FILE = { method: 'GET', query: FileQuery } as const

const Choice = z.object({ id: z.int(), name: z.string() })

/** Totals by event, by organizer and overall, which add up. */
export const Statement = z.object({
  total: Finances,
  /** By name, with their events latest first; only those with figures in the period. */
  organizers: z.array(
    Choice.extend({
      total: Finances,
      events: z.array(
        z.object({ id: z.int(), title: z.string(), date_event: BrazilianDate.nullable(), total: Finances }),
      ),
    }),
  ),
  by_method: z.array(MethodFigures),
  by_day: z.array(Finances.omit({ repeated: true }).extend({ day: BrazilianDate })),
  /** What runners of cancelled events donated in the period; the organizer passes it on. */
  donations: z.array(z.object({ event: Choice, to: z.string(), registrations: z.int(), amount: Money })),
  /** The choices of the filters; `events` are those of the chosen organizer. */
  choices: z.object({ organizers: z.array(Choice), events: z.array(Choice) }),
})
export type Statement = z.infer<typeof Statement>

export const getEnterpriseStatement = defineRoute({
  method: 'GET',
  path: '/enterprise/statement',
  ...COMPANY,
  summary: 'O extrato da empresa, por organizador e evento, forma de pagamento e dia',
  query: StatementQuery,
  data: Statement,
})

export const exportEnterpriseStatement = defineRoute({
  ...FILE,
  path: '/enterprise/statement.csv',
  sends: ['text/csv'],
  ...COMPANY,
  summary: 'O extrato da empresa num arquivo CSV, uma linha por evento e dia ou por pagamento',
})
export const exportEnterpriseStatementXlsx = defineRoute({
  ...FILE,
  path: '/enterprise/statement.xlsx',
  sends: [XLSX],
  ...COMPANY,
  summary: 'O extrato da empresa numa planilha XLSX, uma linha por evento e dia ou por pagamento',
})

export const getOrganizerStatement = defineRoute({
  method: 'GET',
  path: '/organizer/statement',
  ...ORGANIZER,
  summary: 'O extrato dos próprios eventos',
  query: StatementQuery,
  data: Statement,
})

export const exportOrganizerStatement = defineRoute({
  ...FILE,
  path: '/organizer/statement.csv',
  sends: ['text/csv'],
  ...ORGANIZER,
  summary: 'O extrato dos próprios eventos num arquivo CSV, uma linha por evento e dia ou por pagamento',
})
export const exportOrganizerStatementXlsx = defineRoute({
  ...FILE,
  path: '/organizer/statement.xlsx',
  sends: [XLSX],
  ...ORGANIZER,
  summary: 'O extrato dos próprios eventos numa planilha XLSX, uma linha por evento e dia ou por pagamento',
})
