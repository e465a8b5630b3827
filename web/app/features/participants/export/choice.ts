import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
} from '#contract/participant-export.ts'

export interface ExportChoice {
  format: ExportFormat
  /** In the order of the file; the registration's number is always among them. */
  columns: readonly ExportColumn[]
  /** Only who runs, unless the list is filtered by status already. */
  onlyConfirmed: boolean
}

const ALL: readonly ExportColumn[] = EXPORT_COLUMNS.map(({ key }) => key)
const FIRST: ExportChoice = { format: 'csv', columns: ALL, onlyConfirmed: false }

/** The storage key of a person's last choice in this browser. */
const keyOf = (userId: number) => `participants-export:${userId}`

export function readChoice(userId: number): ExportChoice {
  try {
    const { format, columns, onlyConfirmed } = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    const known = ALL.filter((key) => Array.isArray(columns) && (key === 'id' || columns.includes(key)))
    return {
      format: EXPORT_FORMATS.includes(format) ? format : FIRST.format,
      columns: known.length > 0 ? known : FIRST.columns,
      onlyConfirmed: onlyConfirmed === true,
    }
  } catch {
    return FIRST // Invalid, or the storage is blocked.
  }
}

export function writeChoice(userId: number, choice: ExportChoice): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(choice))
  } catch {
    // Blocked or full: the next export starts with the default.
  }
}

/** Adds or removes a column, in the order of the file. */
export const toggled = (
  columns: readonly ExportColumn[],
  key: ExportColumn,
  on: boolean,
): readonly ExportColumn[] => ALL.filter((one) => (one === key ? on : columns.includes(one)))

export const sameColumns = (a: readonly ExportColumn[], b: readonly ExportColumn[]): boolean =>
  ALL.every((key) => a.includes(key) === b.includes(key))
