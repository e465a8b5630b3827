import { csvMoney } from '#contract/csv.ts'
import { formatDecimal, toCents } from '#contract/money.ts'

/** An amount of a chart's table; one that may not be seen is empty. */
export const moneyCell = (decimal: string | null): { shown: string; written: string } =>
  decimal === null
    ? { shown: '', written: '' }
    : { shown: formatDecimal(decimal), written: csvMoney(decimal) }

export const centsOf = (decimal: string | null): number => toCents(decimal ?? '') ?? 0
