import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
} from '#contract/participant-export.ts'

import { stored } from '../../../browser-storage.ts'

export interface ExportChoice {
  format: ExportFormat
  /** In the order of the file; the registration's number is always among them. */
  columns: readonly ExportColumn[]
  /** Only who runs, unless the list is filtered by status already. */
  onlyConfirmed: boolean
}

const ALL: readonly ExportColumn[] = EXPORT_COLUMNS.map(({ key }) => key)
const FIRST: ExportChoice = { format: 'csv', columns: ALL, onlyConfirmed: false }

/** A person's last choice in this browser, of whichever release. */
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

/** Adds or removes a column, in the order of the file. */
export const toggled = (
  columns: readonly ExportColumn[],
  key: ExportColumn,
  on: boolean,
): readonly ExportColumn[] => ALL.filter((one) => (one === key ? on : columns.includes(one)))
