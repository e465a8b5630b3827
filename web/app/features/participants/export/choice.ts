import { EXPORT_FORMATS, type ExportFormat } from '#contract/participants/export.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/participants/export-columns.ts'

import { stored } from '#web/storage/browser-storage.ts'

export interface ExportChoice {
  format: ExportFormat
  /** In the order of the file. It always contains the number of the registration. */
  columns: readonly ExportColumn[]
  /** Exports confirmed registrations only. Ignored when the list is already filtered by status. */
  onlyConfirmed: boolean
}

const ALL: readonly ExportColumn[] = EXPORT_COLUMNS.map(({ key }) => key)
const FIRST: ExportChoice = { format: 'csv', columns: ALL, onlyConfirmed: false }

/** The last choice in this browser. Fields may be missing, because an older release may have stored it. */
const lastChoice = (userId: number) =>
  stored<Partial<ExportChoice>>(`participants-export:${userId}`, () => true)

export function readChoice(userId: number): ExportChoice {
  const { format, columns, onlyConfirmed } = lastChoice(userId).read() ?? FIRST
  const known = ALL.filter((key) => Array.isArray(columns) && (key === 'id' || columns.includes(key)))
  return {
    format: EXPORT_FORMATS.find((one) => one === format) ?? FIRST.format,
    columns: known.length > 0 ? known : FIRST.columns,
    onlyConfirmed: onlyConfirmed === true,
  }
}

export const writeChoice = (userId: number, choice: ExportChoice): void => lastChoice(userId).write(choice)

/** Adds or removes a column; the result is in the order of the file. */
export const toggled = (
  columns: readonly ExportColumn[],
  key: ExportColumn,
  on: boolean,
): readonly ExportColumn[] => ALL.filter((one) => (one === key ? on : columns.includes(one)))
