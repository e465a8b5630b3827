import { formatPhone } from '#contract/documents.ts'
import classes from './cells.module.css'
import type { Column } from './data-table.tsx'

export const CONTACT_COLUMN: Column<{ email: string; phone: string | null }> = {
  key: 'contact',
  header: 'Contato',
  compact: 'second',
  cell: ({ email, phone }) => (
    <div className={classes.lines}>
      <span className={classes.email} title={email}>
        {email}
      </span>
      {phone && (
        <span className={`${classes.minor} ${classes.nowrap} ${classes.wide} numbers`}>
          {formatPhone(phone)}
        </span>
      )}
    </div>
  ),
}
