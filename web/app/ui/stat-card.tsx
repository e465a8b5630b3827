import { Skeleton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countWords } from '#contract/words.ts'
import classes from './stat-card.module.css'

interface StatCardProps {
  icon: TablerIcon
  label: string
  /** Undefined while loading. Numbers are formatted. */
  value: ReactNode
  /** The meaning of the figure, shown by the colour of its icon. */
  tone?: 'success' | 'warning' | 'error'
  to?: string
  children?: ReactNode
}

export function StatCard({ icon: Icon, label, value, tone, to, children }: StatCardProps) {
  return (
    <section className={`${classes.card} ${classes.stat}`} data-linked={to ? '' : undefined}>
      <h3 className={classes.label}>{to ? <Link to={to}>{label}</Link> : label}</h3>
      <span className={classes.icon} data-tone={tone} aria-hidden>
        <Icon size={22} />
      </span>
      {value === undefined ? (
        <Skeleton height={32} width="55%" mt={4} mb={2} />
      ) : (
        <p className={classes.value}>{typeof value === 'number' ? countWords(value) : value}</p>
      )}
      {value === undefined ? (
        <Skeleton height={14} width="80%" mt={8} />
      ) : (
        children && <p className={classes.detail}>{children}</p>
      )}
    </section>
  )
}
