import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, Id } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { Finances, MethodFigures } from './dashboard.ts'
import { PeriodQuery } from './period.ts'

const COMPANY = { roles: ['Admin', 'Empresa'] } as const
const ORGANIZER = { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' } as const
const TAG = 'Extrato'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const orAbsent = z.preprocess((value) => (value === '' ? undefined : value), Id.optional())

export const StatementQuery = PeriodQuery.safeExtend({ organizer_id: orAbsent, event_id: orAbsent })
export type StatementQuery = z.output<typeof StatementQuery>

/** What a row of the file is: an event's day, or one payment with the gateway's id. */
const FileQuery = StatementQuery.safeExtend({
  by: z.enum(['day', 'payment'], { error: VALIDATION.invalid }).default('day'),
})

const Choice = z.object({ id: z.int(), name: z.string() })

/** Totals of events, organizers and all, which add up. */
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
  /** Days with figures, latest first. */
  by_day: z.array(Finances.omit({ repeated: true }).extend({ day: BrazilianDate })),
  /** What runners of cancelled events donated in the period: it is part of what is the organizer's, to be passed on. */
  donations: z.array(z.object({ event: Choice, to: z.string(), registrations: z.int(), amount: Money })),
  /** Choices of the filter: all organizers with events, and the events of the chosen one. */
  choices: z.object({ organizers: z.array(Choice), events: z.array(Choice) }),
})
export type Statement = z.infer<typeof Statement>

export const getCompanyStatement = defineRoute({
  method: 'GET',
  path: '/enterprise/statement',
  access: COMPANY,
  tag: TAG,
  summary: 'O extrato da empresa, por organizador e evento, forma de pagamento e dia',
  query: StatementQuery,
  data: Statement,
})

/** One row for each event and day. */
export const exportCompanyStatement = defineRoute({
  method: 'GET',
  path: '/enterprise/statement.csv',
  sends: ['text/csv'],
  access: COMPANY,
  tag: TAG,
  summary: 'O extrato da empresa num arquivo CSV, uma linha por evento e dia ou por pagamento',
  query: FileQuery,
})
export const exportCompanyStatementXlsx = defineRoute({
  method: 'GET',
  path: '/enterprise/statement.xlsx',
  sends: [XLSX],
  access: COMPANY,
  tag: TAG,
  summary: 'O extrato da empresa numa planilha XLSX, uma linha por evento e dia ou por pagamento',
  query: FileQuery,
})

export const getOrganizerStatement = defineRoute({
  method: 'GET',
  path: '/organizer/statement',
  access: ORGANIZER,
  tag: TAG,
  summary: 'O extrato dos próprios eventos',
  query: StatementQuery,
  data: Statement,
})

export const exportOrganizerStatement = defineRoute({
  method: 'GET',
  path: '/organizer/statement.csv',
  sends: ['text/csv'],
  access: ORGANIZER,
  tag: TAG,
  summary: 'O extrato dos próprios eventos num arquivo CSV, uma linha por evento e dia ou por pagamento',
  query: FileQuery,
})
export const exportOrganizerStatementXlsx = defineRoute({
  method: 'GET',
  path: '/organizer/statement.xlsx',
  sends: [XLSX],
  access: ORGANIZER,
  tag: TAG,
  summary: 'O extrato dos próprios eventos numa planilha XLSX, uma linha por evento e dia ou por pagamento',
  query: FileQuery,
})
