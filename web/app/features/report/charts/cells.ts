import { csvMoney } from '#contract/csv.ts'
import { formatDecimal, toCents } from '#contract/money.ts'

/** An amount in the table of a chart. Null, for users who may not see it, gives an empty cell. */
export const moneyCell = (decimal: string | null): { shown: string; written: string } =>
  decimal === null
    ? { shown: '', written: '' }
    : { shown: formatDecimal(decimal), written: csvMoney(decimal) }

export const centsOf = (decimal: string | null): number => toCents(decimal ?? '') ?? 0
