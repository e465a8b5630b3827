import type { ReactNode } from 'react'
import classes from './cells.module.css'
import type { Column } from './data-table.tsx'
import { momentWords } from './date-time-words.ts'
import { Money } from './money.tsx'

interface LinesProps {
  children: ReactNode
  /** A smaller line below. */
  minor?: ReactNode
}

/** The content of a cell in two lines. */
export const Lines = ({ children, minor }: LinesProps) => (
  <div className={classes.lines}>
    {children}
    {minor && <span className={`${classes.minor} numbers`}>{minor}</span>}
  </div>
)

/** A figure or a date that stays in one line. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className={`numbers ${classes.nowrap}`}>{children}</span>
)

export const Moment = ({ at }: { at: string }) => <Unbroken>{momentWords(at)}</Unbroken>

export const moneyColumn = <Row,>(key: string, header: string, of: (row: Row) => string): Column<Row> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <Money value={of(row)} />,
})

/** The column with the buttons of a row. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  header: 'Ações',
  align: 'end',
  actions: true,
  cell,
})
