import { csvMoney } from '#contract/csv.ts'
import { formatDecimal, toCents } from '#contract/money.ts'

/** An amount in a chart's table; null, when the person may not see it, gives an empty cell. */
export const moneyCell = (decimal: string | null): { shown: string; written: string } =>
  decimal === null
    ? { shown: '', written: '' }
    : { shown: formatDecimal(decimal), written: csvMoney(decimal) }

export const centsOf = (decimal: string | null): number => toCents(decimal ?? '') ?? 0
